/** Calls the compiled rules and bots with arrays of numpy.js. */

import { loadEngine } from "../engine/engine.js";
import { memory, NDArray } from "./ndarray.js";

/** @import { Engine } from "../engine/engine.js" */
/** @import { Store } from "./ndarray.js" */

/** Bytes for the arrays of one call that are outside the memory of the engine. */
const SCRATCH = 1 << 20;
/** Arrays of this many bytes or more are stored in the memory of the engine, so that no call copies them. */
const LARGE = 1 << 15;

/** The engine, once it is loaded, and the address of the memory for copies. @type {{ engine: Engine, scratch: number } | null} */
let loaded = null;
/** The addresses of free blocks, by size. @type {Map<number, number[]>} */
const free = new Map();
const unused = new FinalizationRegistry((/** @type {[number, number]} */ [size, address]) => {
  free.set(size, [...(free.get(size) ?? []), address]);
});

/** Load the engine and return it. @param {BufferSource | WebAssembly.Module} source */
export async function startEngine(source) {
  const engine = await loadEngine(source);
  loaded = { engine, scratch: engine.array("uint8", SCRATCH).at };
  memory.large = LARGE;
  memory.allocate = allocate;
  return engine;
}

/** Reserve memory for a large array, filled with 0. @param {number} size @returns {Store} */
function allocate(size) {
  const { engine } = /** @type {NonNullable<typeof loaded>} */ (loaded);
  const again = free.get(size)?.pop();
  if (again !== undefined) new Uint8Array(engine.memory.buffer, again, size).fill(0);
  const address = again ?? engine.array("uint8", size).at;
  const store = storeAt(address, size);
  unused.register(store, [size, address]);
  return store;
}

/** Return the memory of the engine at an address. @param {number} address @param {number} size @returns {Store} */
export function storeAt(address, size) {
  const { engine } = /** @type {NonNullable<typeof loaded>} */ (loaded);
  return { address, view: () => new DataView(engine.memory.buffer, address, size) };
}

/**
 * Return a function that calls an entry point. Arrays outside the memory of the engine are copied there, and back after
 * the call.
 * @param {string} name
 */
export function bind(name) {
  return (/** @type {any[]} */ ...values) => {
    if (!loaded) throw new Error("the engine is not loaded");
    const { engine, scratch } = loaded;
    let top = scratch;
    /** @type {Map<Store, number>} */
    const copies = new Map();
    /** @param {any} value @returns {any} */
    const passed = (value) => {
      if (value instanceof NDArray) return { at: addressOf(value.store) + value.offset, shape: value.shape };
      if (!value?.constructor?.$tuple) return value;
      return Object.fromEntries(
        value.constructor.$fields.map((/** @type {string} */ field) => [field, passed(value[field])]),
      );
    };
    /** @param {Store} store */
    const addressOf = (store) => {
      const known = store.address ?? copies.get(store);
      if (known !== undefined) return known;
      const bytes = bytesOf(store);
      const start = top;
      new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
      copies.set(store, start);
      top += Math.ceil(bytes.length / 64) * 64;
      if (top > scratch + SCRATCH) throw new RangeError("the arrays of a call are too large");
      return start;
    };
    const result = /** @type {any} */ (engine.run)[name](...values.map(passed));
    for (const [store, start] of copies) {
      const bytes = bytesOf(store);
      bytes.set(new Uint8Array(engine.memory.buffer, start, bytes.length));
    }
    return result ?? null;
  };
}

/** @param {Store} store */
function bytesOf(store) {
  const view = store.view();
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
