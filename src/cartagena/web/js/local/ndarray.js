/** Arrays of numbers and of records over bytes, like those of NumPy. */

import { KINDS } from "./number_kinds.js";
import { arrays, py } from "./python_base.js";
import { Slice } from "./python_collections.js";

/** The bytes of an array, here or in the memory of the engine. @typedef {{ view: () => DataView, address?: number }} Store */
/** Fields by name: the kind of number, the offset, the shape. @typedef {{ size: number, fields: Record<string, [string, number, number[]]> }} RecordType */
/** @typedef {string | RecordType} DType */

const kindOf = (/** @type {string} */ name) => /** @type {(typeof KINDS)["f8"]} */ (KINDS[name]);
/** Return the bytes of an item. */
export const sizeOf = (/** @type {DType} */ dtype) => (typeof dtype === "string" ? kindOf(dtype)[0] : dtype.size);
const product = (/** @type {number[]} */ shape) => shape.reduce((a, b) => a * b, 1);
/** Return the name of a type of number, or a record. @param {any} dtype @returns {DType} */
export const asType = (dtype) =>
  dtype?.dtype ?? (dtype === py.int ? "i8" : dtype === py.float ? "f8" : dtype === py.bool ? "b1" : dtype);

/** The memory for large arrays. The engine sets it. */
export const memory = {
  /** Arrays of this many bytes or more are stored in the engine's memory, so that they are not copied for each call. */
  large: Infinity,
  /** @param {number} _bytes @returns {Store} */
  allocate: (_bytes) => {
    throw new Error("no memory");
  },
};

/** @param {number} bytes @returns {Store} */
function newStore(bytes) {
  if (bytes >= memory.large) return memory.allocate(bytes);
  const view = new DataView(new ArrayBuffer(bytes));
  return { view: () => view };
}

/** An array, or a part of one. */
export class NDArray {
  /** @param {Store} store @param {DType} dtype @param {number[]} shape @param {number} [offset] @param {number[]} [strides] */
  constructor(store, dtype, shape, offset = 0, strides) {
    this.store = store;
    this.dtype = dtype;
    this.shape = shape;
    this.offset = offset;
    this.strides = strides ?? shape.map((_, i) => product(shape.slice(i + 1)) * sizeOf(dtype));
  }
  get size() {
    return product(this.shape);
  }
  get nbytes() {
    return this.size * sizeOf(this.dtype);
  }
  __len__() {
    return this.shape[0] ?? 0;
  }
  *[Symbol.iterator]() {
    for (let i = 0; i < this.__len__(); i++) yield this.getItem(i);
  }
  /** The offsets of all items in order. @returns {Generator<number>} */
  *offsets(axis = 0, offset = this.offset) {
    if (axis === this.shape.length) {
      yield offset;
      return;
    }
    for (let i = 0; i < /** @type {number} */ (this.shape[axis]); i++) {
      yield* this.offsets(axis + 1, offset + i * /** @type {number} */ (this.strides[axis]));
    }
  }
  /** All numbers in order. @returns {any[]} */
  flat() {
    const view = this.store.view();
    const read = kindOf(/** @type {string} */ (this.dtype))[1];
    return [...this.offsets()].map((at) => read(view, at));
  }
  /** The number or record of an array without axes. */
  item() {
    if (typeof this.dtype === "string") return this.flat()[0];
    return Object.keys(this.dtype.fields).map((name) => this.getItem(name));
  }
  /** @param {any} key @returns {any} */
  part(key) {
    if (typeof key === "string") {
      const field = typeof this.dtype === "object" && this.dtype.fields[key];
      if (!field) throw new py.KeyError(key);
      const [dtype, offset, shape] = field;
      const inner = new NDArray(this.store, dtype, shape);
      return new NDArray(this.store, dtype, [...this.shape, ...shape], this.offset + offset, [
        ...this.strides,
        ...inner.strides,
      ]);
    }
    const keys = Array.isArray(key) ? key : [key];
    /** @type {NDArray} */
    let { offset } = this;
    /** @type {number[]} */
    const shape = [];
    /** @type {number[]} */
    const strides = [];
    keys.forEach((one, axis) => {
      const [length, stride] = [/** @type {number} */ (this.shape[axis]), /** @type {number} */ (this.strides[axis])];
      if (one instanceof Slice) {
        const indices = one.indices(length);
        offset += (indices[0] ?? 0) * stride;
        shape.push(indices.length);
        strides.push(stride * one.step);
      } else {
        const i = one < 0 ? length + Number(one) : Number(one);
        if (!(i >= 0 && i < length)) throw new py.IndexError(`index ${one} of ${length}`);
        offset += i * stride;
      }
    });
    return new NDArray(this.store, this.dtype, [...shape, ...this.shape.slice(keys.length)], offset, [
      ...strides,
      ...this.strides.slice(keys.length),
    ]);
  }
  /** @param {any} key @returns {any} */
  getItem(key) {
    const picker = Array.isArray(key) ? key.at(-1) : key;
    if (picker instanceof NDArray) {
      const base = Array.isArray(key) && key.length > 1 ? this.part(key.slice(0, -1)) : this;
      const picked = picker.dtype === "b1" ? picker.flat().flatMap((on, i) => (on ? [i] : [])) : picker.flat();
      const out = zeros([picked.length, ...base.shape.slice(1)], base.dtype);
      picked.forEach((from, i) => {
        out.setItem(i, base.getItem(from));
      });
      return out;
    }
    const part = this.part(key);
    return part.shape.length || typeof part.dtype === "object" ? part : part.item();
  }
  /** @param {any} key @param {any} value */
  setItem(key, value) {
    if (key instanceof NDArray && key.dtype === "b1") {
      key.flat().forEach((on, i) => {
        if (on) this.setItem(i, value);
      });
      return;
    }
    this.part(key).assign(value);
  }
  /** @param {any} value */
  assign(value) {
    const view = this.store.view();
    if (typeof this.dtype === "object") {
      const size = this.dtype.size;
      const from = [...value.offsets()];
      const bytes = (/** @type {DataView} */ one, /** @type {number} */ at) =>
        new Uint8Array(one.buffer, one.byteOffset + at, size);
      [...this.offsets()].forEach((at, i) => {
        bytes(view, at).set(bytes(value.store.view(), from[i] ?? from[0]));
      });
      return;
    }
    const write = kindOf(this.dtype)[2];
    const values = value instanceof NDArray ? value.flat() : Array.isArray(value) ? value.flat(9) : [value];
    [...this.offsets()].forEach((at, i) => {
      write(view, at, values.length === 1 ? values[0] : values[i % values.length]);
    });
  }
  tolist() {
    /** @type {(part: NDArray) => any} */
    const list = (part) =>
      part.shape.length ? [...part].map((one) => (one instanceof NDArray ? list(one) : one)) : part.item();
    return list(this);
  }
  tobytes() {
    const view = this.store.view();
    const size = sizeOf(this.dtype);
    const out = new Uint8Array(this.nbytes);
    [...this.offsets()].forEach((at, i) => {
      out.set(new Uint8Array(view.buffer, view.byteOffset + at, size), i * size);
    });
    return out;
  }
  copy() {
    const out = zeros(this.shape, this.dtype);
    out.assign(this);
    return out;
  }
  /** @param {any} dtype */
  astype(dtype) {
    const out = zeros(this.shape, asType(dtype));
    out.assign(this);
    return out;
  }
  any() {
    return this.flat().some(Boolean);
  }
  all() {
    return this.flat().every(Boolean);
  }
  max() {
    return Math.max(...this.flat());
  }
  min() {
    return Math.min(...this.flat());
  }
  /** @param {number | null} [axis] */
  sum(axis = null) {
    if (axis === null || this.shape.length === 1) return pairwise(this.flat());
    const rows = [...this].map((row) => row.flat());
    const sums = rows.length
      ? rows.reduce((a, b) => a.map((/** @type {number} */ one, /** @type {number} */ i) => one + b[i]))
      : Array(this.shape[1]).fill(0);
    return fromList(sums, "f8");
  }
  /** @param {number | null} [axis] */
  mean(axis = null) {
    const sum = this.sum(axis);
    const n = axis === null ? this.size : this.shape[0];
    return sum instanceof NDArray ? arrays.binary("div", sum, n) : sum / /** @type {number} */ (n);
  }
  /** @param {number | null} [axis] @param {number} [ddof] */
  std(axis = null, ddof = 0) {
    const mean = this.mean(axis);
    const away = arrays.binary("sub", this, mean);
    const sum = arrays.binary("mul", away, away).sum(axis);
    const n = Math.max(0, (axis === null ? this.size : /** @type {number} */ (this.shape[0])) - ddof);
    return sum instanceof NDArray ? fromList(arrays.binary("div", sum, n).flat().map(Math.sqrt)) : Math.sqrt(sum / n);
  }
}
/** @type {any} */
const methods = NDArray.prototype;
methods.mean.$params = methods.sum.$params = ["axis"];
methods.std.$params = ["axis", "ddof"];

/** Add numbers in the order in which NumPy does, so that the last digits are the same. @param {number[]} a @returns {number} */
function pairwise(a) {
  const n = a.length;
  if (n < 8) return a.reduce((sum, one) => sum + one, 0);
  if (n > 128) {
    const middle = (n >> 1) - ((n >> 1) % 8);
    return pairwise(a.slice(0, middle)) + pairwise(a.slice(middle));
  }
  const r = /** @type {[number, number, number, number, number, number, number, number]} */ (a.slice(0, 8));
  const blocks = n - (n % 8);
  for (let i = 8; i < blocks; i += 8)
    for (let k = 0; k < 8; k++) r[/** @type {0} */ (k)] += /** @type {number} */ (a[i + k]);
  const sum = r[0] + r[1] + (r[2] + r[3]) + (r[4] + r[5] + (r[6] + r[7]));
  return a.slice(blocks).reduce((total, one) => total + one, sum);
}

/** @type {Record<string, (a: number, b: number) => any>} */
const OPERATORS = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  pow: (a, b) => a ** b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};
arrays.isArray = (/** @type {any} */ value) => value instanceof NDArray;
/** Apply an operator to arrays item by item. Rows of the larger one are paired with the smaller one. @param {string} name @param {any} a @param {any} b */
arrays.binary = (name, a, b) => {
  const operate = /** @type {(a: any, b: any) => any} */ (OPERATORS[name]);
  const itemsOf = (/** @type {any} */ one) => (one instanceof NDArray ? one.flat() : [one]);
  const [x, y] = [itemsOf(a), itemsOf(b)];
  const larger = !(a instanceof NDArray) || (b instanceof NDArray && b.size > a.size) ? b : a;
  const types = [a, b].map((one) => (one instanceof NDArray ? one.dtype : ""));
  const isSingle = types.includes("f4") && !types.includes("f8");
  const dtype =
    name === "eq" || name === "ne"
      ? "b1"
      : isSingle
        ? "f4"
        : types.some((one) => String(one).startsWith("f")) || name === "div"
          ? "f8"
          : "i8";
  const out = zeros(larger.shape, dtype);
  out.assign(Array.from({ length: larger.size }, (_, i) => operate(x[i % x.length], y[i % y.length])));
  return out.shape.length ? out : out.item();
};

/** Return an array filled with 0. @param {any} shape @param {any} [dtype] */
export function zeros(shape, dtype = "f8") {
  const sizes = Array.isArray(shape) ? shape : [Number(shape)];
  const type = asType(dtype);
  return new NDArray(newStore(Math.max(1, product(sizes) * sizeOf(type))), type, sizes);
}

/** Return an array with these items. @param {any} items @param {any} [dtype] */
export function fromList(items, dtype = "f8") {
  if (items instanceof NDArray) return items.astype(dtype);
  /** @type {(one: any) => number[]} */
  const shapeOf = (one) => (Array.isArray(one) ? [one.length, ...(one.length ? shapeOf(one[0]) : [])] : []);
  const out = zeros(shapeOf(items), dtype);
  if (out.size) out.assign(items);
  return out;
}
