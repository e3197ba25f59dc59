/** The kinds of numbers in arrays. */

import { exact } from "./python_operators.js";

const half = (/** @type {number} */ bits) => {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 0) return sign * 2 ** -24 * fraction;
  return exponent === 31 ? (fraction ? NaN : sign * Infinity) : sign * 2 ** (exponent - 25) * (1024 + fraction);
};
/**
 * The layout of each kind of number, by its NumPy name: size in bytes, and functions that read and write it.
 * @type {Record<string, [size: number, read: (v: DataView, at: number) => any, write: (v: DataView, at: number, x: any) => void]>}
 */
export const KINDS = {
  f8: [8, (v, at) => v.getFloat64(at, true), (v, at, x) => v.setFloat64(at, Number(x), true)],
  f4: [4, (v, at) => v.getFloat32(at, true), (v, at, x) => v.setFloat32(at, Number(x), true)],
  f2: [2, (v, at) => half(v.getUint16(at, true)), () => {}],
  i8: [8, (v, at) => exact(v.getBigInt64(at, true)), (v, at, x) => v.setBigInt64(at, BigInt(x), true)],
  u8: [8, (v, at) => exact(v.getBigUint64(at, true)), (v, at, x) => v.setBigUint64(at, BigInt(x), true)],
  i4: [4, (v, at) => v.getInt32(at, true), (v, at, x) => v.setInt32(at, Number(x), true)],
  u4: [4, (v, at) => v.getUint32(at, true), (v, at, x) => v.setUint32(at, Number(x), true)],
  i2: [2, (v, at) => v.getInt16(at, true), (v, at, x) => v.setInt16(at, Number(x), true)],
  u2: [2, (v, at) => v.getUint16(at, true), (v, at, x) => v.setUint16(at, Number(x), true)],
  i1: [1, (v, at) => v.getInt8(at), (v, at, x) => v.setInt8(at, Number(x))],
  u1: [1, (v, at) => v.getUint8(at), (v, at, x) => v.setUint8(at, Number(x))],
  b1: [1, (v, at) => v.getUint8(at) !== 0, (v, at, x) => v.setUint8(at, Number(x))],
};
