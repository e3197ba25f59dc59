/** Nets: from a file of the Python package to the memory of the engine. */
import { NET_BUFFERS, NET_LAYERS, NET_SIZES } from "./net_layout.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./bindings.js").MemoryArray} MemoryArray
 * @typedef {{ shape: number[], values: number[] | Float32Array }} Layer
 */

const LOCAL_HEADER = 0x04034b50;

/**
 * Unpack the arrays of an `.npz` file: a zip archive of `.npy` files.
 * @param {ArrayBuffer} file
 * @returns {Promise<Map<string, Layer>>}
 */
async function unpack(file) {
  const data = new DataView(file);
  const layers = new Map();
  // Sizes are in the central directory: NumPy writes the local ones as 0 or in an extra field.
  let end = file.byteLength - 22;
  while (data.getUint32(end, true) !== 0x06054b50) end -= 1;
  let at = data.getUint32(end + 16, true);
  for (let left = data.getUint16(end + 10, true); left > 0; left -= 1) {
    const size = data.getUint32(at + 20, true);
    const nameLength = data.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(file, at + 46, nameLength));
    const local = data.getUint32(at + 42, true);
    if (data.getUint32(local, true) !== LOCAL_HEADER) throw new Error("The net is not a zip archive.");
    const begin = local + 30 + data.getUint16(local + 26, true) + data.getUint16(local + 28, true);
    const packed = new Blob([new Uint8Array(file, begin, size)]);
    const unpacked = packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
    layers.set(name.replace(".npy", ""), readArray(await new Response(unpacked).arrayBuffer()));
    at += 46 + nameLength + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
  }
  return layers;
}

/**
 * Read an `.npy` file of numbers with 16 or 32 bits.
 * @param {ArrayBuffer} file
 * @returns {Layer}
 */
function readArray(file) {
  const length = new DataView(file).getUint16(8, true);
  const header = new TextDecoder().decode(new Uint8Array(file, 10, length));
  const shape = (/'shape': \(([^)]*)\)/.exec(header)?.[1] ?? "").split(",").filter((one) => one.trim());
  const body = file.slice(10 + length);
  const isHalf = header.includes("'<f2'");
  const values = isHalf ? Float32Array.from(new Uint16Array(body), fromHalf) : numbersOf(header, body);
  const [rows = 0, columns = 0] = shape.map(Number);
  const isByColumn = header.includes("'fortran_order': True");
  return { shape: shape.map(Number), values: isByColumn ? byRow(values, rows, columns) : values };
}

/**
 * Reorder a matrix that is stored column by column.
 * @param {number[] | Float32Array} values
 * @param {number} rows
 * @param {number} columns
 */
function byRow(values, rows, columns) {
  const ordered = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      ordered[row * columns + column] = values[column * rows + row] ?? 0;
  return ordered;
}

/**
 * @param {string} header
 * @param {ArrayBuffer} body
 */
function numbersOf(header, body) {
  if (header.includes("'<f4'")) return new Float32Array(body);
  if (header.includes("'<i8'")) return Array.from(new BigInt64Array(body), Number);
  throw new Error(`A net has no numbers like ${header}`);
}

/** Return the value of a number in half precision. @param {number} bits */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/**
 * Write a net to the memory of an engine, with buffers for one search at a time.
 * @param {Engine} engine
 * @param {ArrayBuffer} file an `.npz` file of the package
 */
export async function loadNet(engine, file) {
  const parts = await unpack(file);
  const none = { shape: [0, 0], values: [] };
  /** @type {Record<string, MemoryArray>} */
  const net = {};
  for (const name of NET_LAYERS) {
    const weights = parts.get(name) ?? none;
    net[name] = write(engine, weights.shape, weights.values);
    const bias = parts.get(`${name}_bias`)?.values ?? [];
    net[`${name}_bias`] = write(engine, [bias.length], bias);
  }
  return withBuffers(engine, net);
}

/**
 * @param {Engine} engine
 * @param {number[]} shape
 * @param {number[] | Float32Array} values
 */
function write(engine, shape, values) {
  const array = engine.array("float32", ...shape);
  engine.numbers(array).set(values);
  return array;
}

/**
 * @param {Engine} engine
 * @param {Record<string, MemoryArray>} net
 */
function withBuffers(engine, net) {
  const [units, inputs, hidden1, hidden2, outputs] = [
    net.seat_bias?.shape[0] ?? 0,
    net.first?.shape[0] ?? 0,
    net.first_bias?.shape[0] ?? 0,
    net.second_bias?.shape[0] ?? 0,
    net.last_bias?.shape[0] ?? 0,
  ];
  const features = units ? NET_SIZES.features : inputs;
  const sizes = [features, NET_SIZES.seat, inputs, hidden1, hidden2, outputs];
  NET_BUFFERS.forEach((name, number) => {
    const length = sizes[number];
    net[name] = length === undefined ? engine.array("int64", Math.max(...sizes)) : engine.array("float32", length);
  });
  return /** @type {any} */ (net);
}
