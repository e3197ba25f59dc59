/** Collections with the meaning that they have in Python: mappings, sets, slices and iteration. */

import { arrays, py } from "./python_base.js";
import { fieldsOf } from "./python_objects.js";

/** Return a key of a Map for a value: tuples and records are equal if their items are. @param {any} key @returns {any} */
const hash = (key) => {
  if (typeof key !== "object" || key === null) return key === true ? 1 : key === false ? 0 : key;
  const parts = Array.isArray(key) ? key : fieldsOf(key).map((name) => key[name]);
  return parts.length || Array.isArray(key) ? `\0(${parts.map(written).join("\0")})` : key;
};
/** Numbers for objects that are equal only to themselves. @type {WeakMap<object, number>} */
const numbers = new WeakMap();
let objects = 0;
/** Write a value as a part of a key. @param {any} value */
const written = (value) => {
  const key = hash(value);
  if (typeof key !== "object" || key === null) return `${typeof key}${String(key)}`;
  if (!numbers.has(key)) numbers.set(key, ++objects);
  return `object${numbers.get(key)}`;
};

/** @param {any} own @param {any} key */
function missing(own, key) {
  if (own.__missing__) return own.__missing__(key);
  throw new py.KeyError(key);
}

py.Dict = class Dict {
  static $isClass = true;
  /** @param {any} entries pairs, or the arguments of a class that is derived from this one */
  constructor(entries = []) {
    /** @type {Map<any, [any, any]>} */
    this.map = new Map();
    if (this.__init__ !== Dict.prototype.__init__) this.__init__(entries);
    else for (const [key, value] of entries) this.setItem(key, value);
  }
  /** @param {any} [_entries] */
  __init__(_entries) {}
  /** @param {any} key */
  getItem(key) {
    const item = this.map.get(hash(key));
    if (item) return item[1];
    return missing(this, key);
  }
  /** @param {any} key @param {any} value */
  setItem(key, value) {
    const known = this.map.get(hash(key));
    if (known) known[1] = value;
    else this.map.set(hash(key), [key, value]);
  }
  /** @param {any} key */
  has(key) {
    return this.map.has(hash(key));
  }
  /** @param {any} key */
  get(key, otherwise = null) {
    return this.map.get(hash(key))?.[1] ?? otherwise;
  }
  keys() {
    return [...this.map.values()].map(([key]) => key);
  }
  values() {
    return [...this.map.values()].map(([, value]) => value);
  }
  items() {
    return [...this.map.values()].map(([key, value]) => [key, value]);
  }
  /** @param {any} key */
  setdefault(key, value = null) {
    if (!this.has(key)) this.setItem(key, value);
    return this.getItem(key);
  }
  /** @param {any} key @param {any} [otherwise] */
  pop(key, otherwise) {
    if (!this.has(key)) {
      if (otherwise === undefined) throw new py.KeyError(key);
      return otherwise;
    }
    const value = this.getItem(key);
    this.map.delete(hash(key));
    return value;
  }
  copy() {
    return new py.Dict(this.items());
  }
  clear() {
    this.map.clear();
  }
  /** @param {any} other @param {any} more */
  update(other = [], more = new py.Dict()) {
    for (const [key, value] of [...py.entries(other), ...more.items()]) this.setItem(key, value);
  }
  get size() {
    return this.map.size;
  }
  [Symbol.iterator]() {
    return this.keys()[Symbol.iterator]();
  }
};
py.Dict.prototype.update.$params = ["other", "**more"];

py.Counter = class Counter extends py.Dict {
  /** @param {any} items */
  constructor(items = []) {
    super();
    if (items instanceof py.Dict) this.update(items);
    else for (const item of py.iter(items)) this.setItem(item, this.get(item, 0) + 1);
  }
  elements() {
    return this.items().flatMap((/** @type {[any, number]} */ [item, count]) => Array(Math.max(0, count)).fill(item));
  }
};

py.PySet = class PySet {
  static $isClass = true;
  /** @param {any} items */
  constructor(items = []) {
    this.map = new Map([...py.iter(items)].map((item) => [hash(item), item]));
  }
  /** @param {any} item */
  add(item) {
    this.map.set(hash(item), item);
    return null;
  }
  /** @param {any} item */
  discard(item) {
    this.map.delete(hash(item));
    return null;
  }
  /** @param {any} item */
  has(item) {
    return this.map.has(hash(item));
  }
  copy() {
    return new py.PySet(this);
  }
  get size() {
    return this.map.size;
  }
  [Symbol.iterator]() {
    return this.map.values();
  }
};
py.PySet.prototype.remove = py.PySet.prototype.discard;

/** A slice of a sequence. */
export class Slice {
  /** @param {any} start @param {any} stop @param {any} step */
  constructor(start, stop, step) {
    this.start = start;
    this.stop = stop;
    this.step = step ?? 1;
  }
  /** Return the indices of a sequence of this length. @param {number} length @returns {number[]} */
  indices(length) {
    const { step } = this;
    const clip = (/** @type {number} */ i) =>
      Math.max(step < 0 ? -1 : 0, Math.min(step < 0 ? length - 1 : length, i < 0 ? i + length : i));
    const from = this.start === null ? (step < 0 ? length - 1 : 0) : clip(this.start);
    const to = this.stop === null ? (step < 0 ? -1 : length) : clip(this.stop);
    const out = [];
    for (let i = from; step < 0 ? i > to : i < to; i += step) out.push(i);
    return out;
  }
}
py.slice = (/** @type {any} */ start, /** @type {any} */ stop, /** @type {any} */ step) => new Slice(start, stop, step);

/** Return an iterator of anything that can be iterated over. @param {any} value @returns {IterableIterator<any>} */
py.iter = (value) => {
  if (value == null || typeof value[Symbol.iterator] !== "function")
    throw new TypeError(`cannot iterate over ${value}`);
  return value[Symbol.iterator]();
};
/** @param {any} value */
py.entries = (value) =>
  value instanceof py.Dict ? value.items() : typeof value?.items === "function" ? value.items() : [...py.iter(value)];
/** Return a mapping as named arguments. @param {any} value */
py.options = (value) => Object.fromEntries(py.entries(value));

/** @param {any} value @param {number} count @param {number} [star] index of the part that takes the rest */
py.unpack = (value, count, star = -1) => {
  const all = [...py.iter(value)];
  if (star < 0) {
    if (all.length !== count) throw new py.ValueError(`expected ${count} values, not ${all.length}`);
    return all;
  }
  const after = count - star - 1;
  return [...all.slice(0, star), all.slice(star, all.length - after), ...all.slice(all.length - after)];
};

/** @param {any} value @param {any} key */
py.getitem = (value, key) => {
  if (value instanceof py.Dict) return value.getItem(key);
  if (arrays.isArray(value)) return value.getItem(key);
  if (Array.isArray(value) || typeof value === "string" || value instanceof Uint8Array) {
    if (key instanceof Slice) {
      const picked = key.indices(value.length).map((i) => value[i]);
      return typeof value === "string" ? picked.join("") : picked;
    }
    const i = key < 0 ? value.length + key : key;
    if (!(i >= 0 && i < value.length)) throw new py.IndexError("index out of range");
    return value[i];
  }
  if (value.__getitem__) return value.__getitem__(key);
  return py.getitem([...py.iter(value)], key);
};
/** @param {any} value @param {any} key @param {any} item */
py.setitem = (value, key, item) => {
  if (value instanceof py.Dict || arrays.isArray(value)) value.setItem(key, item);
  else if (value.__setitem__) value.__setitem__(key, item);
  else value[key < 0 ? value.length + key : key] = item;
};
/** @param {any} value @param {any} key */
py.delitem = (value, key) => {
  if (value instanceof py.Dict) value.pop(key);
  else value.splice(key < 0 ? value.length + key : key, 1);
};
