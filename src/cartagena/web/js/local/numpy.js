/** The functions of NumPy that translated Python uses. */

import { asType, fromList, NDArray, sizeOf, zeros } from "./ndarray.js";

/** @import { RecordType } from "./ndarray.js" */

/** The functions of NumPy that translated programs use. @type {any} */
export const np = { zeros, empty: zeros, ndarray: NDArray };
np.zeros.$params = ["shape", "dtype"];
for (const [name, dtype] of Object.entries({
  float64: "f8",
  float32: "f4",
  float16: "f2",
  int64: "i8",
  int8: "i1",
  uint8: "u1",
  uint32: "u4",
  bool_: "b1",
})) {
  np[name] = Object.assign((/** @type {any} */ value) => (dtype === "f4" ? np.array(value, "f4") : Number(value)), {
    dtype,
  });
}
/** @param {number} size @param {RecordType["fields"]} fields */
np.record = (size, fields) => ({ size, fields, names: Object.keys(fields) });
np.array = fromList;
np.asarray = (/** @type {any} */ items) =>
  items instanceof NDArray || typeof items === "number" ? items : np.array(items);
np.frombuffer = (/** @type {Uint8Array} */ bytes, /** @type {any} */ dtype) => {
  const type = asType(dtype);
  const out = zeros([bytes.length / sizeOf(type)], type);
  const view = out.store.view();
  new Uint8Array(view.buffer, view.byteOffset, bytes.length).set(bytes);
  return out;
};
np.fromHex = (/** @type {any} */ dtype, /** @type {string} */ hex) =>
  np.frombuffer(
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    dtype,
  );
np.zeros_like = (/** @type {NDArray} */ other) => zeros(other.shape, other.dtype);
np.full = (/** @type {any} */ shape, /** @type {any} */ value) => {
  const out = zeros(shape);
  out.assign(value);
  return out;
};
np.eye = (/** @type {number} */ n) =>
  np.array(Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => Number(i === j))));
np.tile = (/** @type {NDArray} */ row, /** @type {[number, number]} */ [n]) =>
  np.array(Array.from({ length: n }, () => row.tolist()));
np.append = (/** @type {NDArray} */ a, /** @type {NDArray} */ b) => np.array([...a.flat(), ...b.flat()]);
np.sqrt = (/** @type {any} */ a) => (a instanceof NDArray ? np.array(a.flat().map(Math.sqrt)) : Math.sqrt(a));
// Computed as the C library does, because Math.hypot rounds differently.
np.hypot = (/** @type {NDArray} */ a, /** @type {NDArray} */ b) => {
  const other = b.flat();
  return np.array(a.flat().map((one, i) => Math.hypot(one, other[i])));
};
np.argsort = (/** @type {NDArray} */ a) => {
  const values = a.flat();
  return np.array(
    values.map((_, i) => i).sort((i, j) => values[i] - values[j]),
    "i8",
  );
};
np.argsort.$params = ["a", "kind"];
np.partition = (/** @type {NDArray} */ a) =>
  np.array(
    a.flat().sort((x, y) => x - y),
    "i8",
  );
