/**
 * The hashes of Python's standard library that translated Python uses. Unlike a browser's own hashes, they are
 * synchronous.
 */

import { py } from "./python_base.js";

/** The first 32 bits of the fractional parts of the square roots or cube roots of the first primes. @param {number} count @param {number} root */
function constants(count, root) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => ((prime ** (1 / root) % 1) * 2 ** 32) | 0);
}
const FIRST = constants(8, 2);
const ROUNDS = constants(64, 3);

/** Return the SHA-256 of some bytes. @param {Uint8Array} data */
function sha(data) {
  const length = Math.ceil((data.length + 9) / 64) * 64;
  const block = new DataView(new ArrayBuffer(length));
  new Uint8Array(block.buffer).set(data);
  block.setUint8(data.length, 0x80);
  block.setBigUint64(length - 8, BigInt(data.length) * 8n);
  const state = Int32Array.from(FIRST);
  const w = new Int32Array(64);
  const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));
  const at = (/** @type {Int32Array} */ from, /** @type {number} */ i) => /** @type {number} */ (from[i]);
  for (let start = 0; start < length; start += 64) {
    for (let i = 0; i < 16; i++) w[i] = block.getInt32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [at(w, i - 15), at(w, i - 2)];
      const [s0, s1] = [turn(x, 7) ^ turn(x, 18) ^ (x >>> 3), turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)];
      w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
    }
    let [a, b, c, d, e, f, g, h] = /** @type {[number, number, number, number, number, number, number, number]} */ ([
      ...state,
    ]);
    for (let i = 0; i < 64; i++) {
      const one =
        (h +
          (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
          ((e & f) ^ (~e & g)) +
          /** @type {number} */ (ROUNDS[i]) +
          at(w, i)) |
        0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = at(state, i) + word;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => {
    out.setInt32(4 * i, word);
  });
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array} data */
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {...Uint8Array} parts */
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** `hashlib.sha256`. @param {Uint8Array} data */
py.sha256 = (data) => ({ digest: () => sha(data), hexdigest: () => hex(sha(data)) });
/** `hmac.digest` with SHA-256. @param {Uint8Array} key @param {Uint8Array} message */
py.hmac = (key, message) => {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha(key) : key);
  const padded = (/** @type {number} */ byte) => block.map((one) => one ^ byte);
  return sha(joined(padded(0x5c), sha(joined(padded(0x36), message))));
};

const WORD = (1n << 64n) - 1n;
const BLAKE = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const ORDER = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
];

/** Return the BLAKE2b hash of some bytes (one block at most). @param {Uint8Array} data @param {number} size of the hash */
function blake(data, size) {
  const block = new DataView(new ArrayBuffer(128));
  if (data.length > 128) throw new RangeError("more than one block");
  data.forEach((byte, i) => {
    block.setUint8(i, byte);
  });
  const words = Array.from({ length: 16 }, (_, i) => block.getBigUint64(8 * i, true));
  const h = BLAKE.map((word, i) => (i ? word : word ^ 0x01010000n ^ BigInt(size)));
  const v = [...h, ...BLAKE];
  v[12] = /** @type {bigint} */ (v[12]) ^ BigInt(data.length);
  v[14] = /** @type {bigint} */ (v[14]) ^ WORD;
  const at = (/** @type {number} */ i) => /** @type {bigint} */ (v[i]);
  const turn = (/** @type {bigint} */ x, /** @type {bigint} */ n) => ((x >> n) | (x << (64n - n))) & WORD;
  const mix = (/** @type {number[]} */ [a, b, c, d], /** @type {bigint} */ x, /** @type {bigint} */ y) => {
    const [i, j, k, l] = /** @type {[number, number, number, number]} */ ([a, b, c, d]);
    v[i] = (at(i) + at(j) + x) & WORD;
    v[l] = turn(at(l) ^ at(i), 32n);
    v[k] = (at(k) + at(l)) & WORD;
    v[j] = turn(at(j) ^ at(k), 24n);
    v[i] = (at(i) + at(j) + y) & WORD;
    v[l] = turn(at(l) ^ at(i), 16n);
    v[k] = (at(k) + at(l)) & WORD;
    v[j] = turn(at(j) ^ at(k), 63n);
  };
  const rows = [
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
  ];
  for (let round = 0; round < 12; round++) {
    const order = [.../** @type {string} */ (ORDER[round % 10])].map((digit) => words[Number.parseInt(digit, 16)]);
    rows.forEach((row, i) => {
      mix(row, /** @type {bigint} */ (order[2 * i]), /** @type {bigint} */ (order[2 * i + 1]));
    });
  }
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => {
    out.setBigUint64(8 * i, word ^ at(i) ^ at(i + 8), true);
  });
  return new Uint8Array(out.buffer, 0, size);
}

/** The hash of Python's hashlib. @param {Uint8Array} data @param {number} digest_size */
py.blake2b = py.named(["data", "digest_size"], (/** @type {Uint8Array} */ data, digest_size = 64) => ({
  digest: () => blake(data, digest_size),
}));
