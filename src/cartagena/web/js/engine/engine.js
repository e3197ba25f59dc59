/**
 * The compiled rules and bots: `engine.wasm`, with arrays and records in its memory.
 *
 *     const engine = await loadEngine(await fetch("engine.wasm").then((one) => one.arrayBuffer()));
 *     const [states, scratches] = [engine.array("State", 1), engine.array("Scratch", 1)];
 *     engine.run.rules_batch_legal(states, 0, scratches);
 */
import { bind, RECORDS } from "./bindings.js";

/** @typedef {import("./bindings.js").MemoryArray} MemoryArray */

const PAGE = 65536;
const ALIGNMENT = 64;

/** @type {Record<string, any>} */
const VIEWS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** One instance of the engine, with memory of its own. */
export class Engine {
  /**
   * @param {import("./bindings.js").Exports} exports
   * @param {WebAssembly.Memory} memory
   * @param {number} end the first free byte
   */
  constructor(exports, memory, end) {
    this.memory = memory;
    this.end = end;
    /** The entry points of the Python source by name. */
    this.run = bind(exports);
  }

  /**
   * Reserve memory for an array of numbers or records, filled with 0. It is never freed: reserve
   * what a game needs once.
   * @param {string} type a type of number, or the name of a record
   * @param {...number} shape
   * @returns {MemoryArray}
   */
  array(type, ...shape) {
    const at = this.end;
    const length = shape.reduce((all, one) => all * one, 1);
    this.end = align(at + length * itemSize(type));
    const missing = this.end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return { at, shape, type };
  }

  /** Return all bytes of an array. @param {MemoryArray} array */
  bytes(array) {
    const length = array.shape.reduce((all, one) => all * one, itemSize(array.type));
    return new Uint8Array(this.memory.buffer, array.at, length);
  }

  /**
   * Return the numbers of an array as a typed array, which is valid until memory grows.
   * @param {MemoryArray} array
   * @returns {any}
   */
  numbers(array) {
    const length = array.shape.reduce((all, one) => all * one, 1);
    return new VIEWS[array.type](this.memory.buffer, array.at, length);
  }

  /**
   * Return a field of a record as a typed array, which is valid until memory grows.
   * @param {MemoryArray} array
   * @param {number} index
   * @param {string} name
   * @returns {any}
   */
  field(array, index, name) {
    const { size, fields } = layout(array.type);
    const field = fields[name];
    if (!field) throw new RangeError(`${array.type} has no field ${name}.`);
    const [type, offset, shape] = field;
    const length = shape.reduce((all, one) => all * one, 1);
    return new VIEWS[type](this.memory.buffer, array.at + index * size + offset, length);
  }
}

/** @param {number} address */
const align = (address) => Math.ceil(address / ALIGNMENT) * ALIGNMENT;

/**
 * @param {string} name
 * @returns {{ size: number, fields: Record<string, [string, number, number[]]> }}
 */
function layout(name) {
  const record = /** @type {any} */ (RECORDS)[name];
  if (!record) throw new RangeError(`There is no record ${name}.`);
  return record;
}

/** @param {string} type */
const itemSize = (type) => VIEWS[type]?.BYTES_PER_ELEMENT ?? layout(type).size;

/**
 * Compile the engine. A compiled module can be sent to several workers.
 * @param {BufferSource | WebAssembly.Module} source
 */
export async function loadEngine(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const memory = new WebAssembly.Memory({ initial: 64 });
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const base = /** @type {WebAssembly.Global} */ (exports.__heap_base).value;
  return new Engine(/** @type {any} */ (exports), memory, align(Number(base)));
}
