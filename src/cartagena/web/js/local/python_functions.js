/** Types and functions of Python and its standard library, for translated Python. */

import { arrays, py } from "./python_base.js";
import { exact, order } from "./python_operators.js";

// Types.

py.int = Object.assign(
  (/** @type {any} */ value = 0) => {
    if (typeof value === "string") return exact(BigInt(value));
    return typeof value === "bigint" ? value : arrays.isArray(value) ? Number(value.item()) : Math.trunc(Number(value));
  },
  {
    from_bytes: (/** @type {Uint8Array} */ bytes, /** @type {string} */ end) => {
      const digits = end === "big" ? [...bytes] : [...bytes].reverse();
      return exact(digits.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n));
    },
  },
);
py.float = (/** @type {any} */ value = 0) =>
  value === "inf" ? Infinity : value === "-inf" ? -Infinity : arrays.isArray(value) ? value.item() : Number(value);
py.str = (/** @type {any} */ value = "") => {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value.__str__) return value.__str__();
  return value instanceof Error ? value.message : py.repr(value);
};
py.repr = (/** @type {any} */ value) => {
  if (typeof value === "string")
    return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replace(/'/g, "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(py.repr).join(", ")}]`;
  if (value instanceof py.Dict)
    return `{${value
      .items()
      .map((/** @type {any[]} */ pair) => pair.map(py.repr).join(": "))
      .join(", ")}}`;
  return typeof value === "object" && value
    ? `<${value.constructor.name}>`
    : typeof value === "number" || typeof value === "bigint"
      ? String(value)
      : py.str(value);
};
py.list = (/** @type {any} */ items = []) => [...py.iter(items)];
py.tuple = py.list;
py.set = (/** @type {any} */ items = []) => new py.PySet(items);
py.dict = (/** @type {any} */ items = [], /** @type {any} */ more = new py.Dict()) =>
  new py.Dict([...py.entries(items), ...more.items()]);
py.dict.fromkeys = (/** @type {any} */ keys, value = null) =>
  new py.Dict([...py.iter(keys)].map((key) => [key, value]));
py.dict.$params = ["items", "**more"];
py.bytes = (/** @type {any} */ value) =>
  typeof value === "string" ? Uint8Array.from(value, (one) => one.charCodeAt(0)) : Uint8Array.from(py.iter(value));
py.bytes.fromhex = (/** @type {string} */ text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
py.bytearray = py.bytes;
py.Sequence = { name: "Sequence" };
py.Iterable = { name: "Iterable" };
/** @type {[any, (value: any) => boolean][]} */
const TESTS = [
  [py.str, (value) => typeof value === "string"],
  [py.bool, (value) => typeof value === "boolean"],
  [py.int, (value) => typeof value === "bigint" || typeof value === "boolean" || Number.isInteger(value)],
  [py.float, (value) => typeof value === "number"],
  [py.list, Array.isArray],
  [py.dict, (value) => value instanceof py.Dict],
  [py.bytes, (value) => value instanceof Uint8Array],
  [py.Mapping, (value) => value instanceof py.Dict],
  [py.Sequence, (value) => Array.isArray(value) || typeof value === "string" || Boolean(value?.__getitem__)],
];
/** @param {any} value @param {any} kinds */
py.isinstance = (value, kinds) =>
  [kinds].flat(3).some((kind) => {
    const test = TESTS.find(([one]) => one === kind);
    if (test?.[1](value)) return true;
    return typeof kind === "function" && Boolean(kind.$isClass) && value instanceof kind;
  });
/** Return the type of a value. @param {any} value */
py.type = (value) => {
  if (Number.isInteger(value) || typeof value === "bigint") return py.int;
  const isConcrete = (/** @type {any} */ one) => ![py.Mapping, py.Sequence].includes(one);
  return TESTS.find(([one, test]) => isConcrete(one) && test(value))?.[0] ?? value?.constructor;
};

// Functions.

py.len = (/** @type {any} */ value) => value.__len__?.() ?? value.size ?? value.length;
py.range = (/** @type {number} */ a, /** @type {number} */ b, step = 1) => {
  const [from, to] = b === undefined ? [0, a] : [a, b];
  const out = [];
  for (let i = from; step > 0 ? i < to : i > to; i += step) out.push(i);
  return out;
};
py.sum = (/** @type {any} */ items, start = 0) => [...py.iter(items)].reduce(py.add, start);
py.any = (/** @type {any} */ items) => [...py.iter(items)].some(py.truth);
py.all = (/** @type {any} */ items) => [...py.iter(items)].every(py.truth);
py.abs = Math.abs;
py.NotImplementedError = class extends py.PyError {};
/** @param {number} value @param {number} [digits] */
py.round = (value, digits = 0) => {
  const scaled = value * 10 ** digits;
  // A tie goes to the even neighbour.
  if (Math.abs(scaled % 1) === 0.5) return (2 * Math.round(scaled / 2)) / 10 ** digits;
  return Number(value.toFixed(digits));
};
/** @param {1 | -1} sign @param {any[]} items @param {any} key @param {any} [otherwise] */
const best = (sign, items, key, otherwise) => {
  if (!items.length) {
    if (otherwise === undefined) throw new py.ValueError("nothing to compare");
    return otherwise;
  }
  const values = key ? items.map((item) => py.call(key, [item])) : items;
  let at = 0;
  for (let i = 1; i < items.length; i++) if (sign * order(values[i], values[at]) > 0) at = i;
  return items[at];
};
for (const [name, sign] of /** @type {const} */ ([
  ["max", 1],
  ["min", -1],
])) {
  const choose = (
    /** @type {any[]} */ args,
    /** @type {Record<string, any>} */ { key = null, default: otherwise } = {},
  ) => best(sign, args.length > 1 ? args : [...py.iter(args[0])], key, otherwise);
  py[name] = Object.assign((/** @type {any[]} */ ...args) => choose(args), { $named: choose });
}
py.sorted = (/** @type {any} */ items, /** @type {any} */ key = null, reverse = false) => {
  const keyed = [...py.iter(items)].map((item) => [key ? py.call(key, [item]) : item, item]);
  const sign = reverse ? -1 : 1;
  return keyed.sort((a, b) => sign * order(a[0], b[0])).map(([, item]) => item);
};
py.sorted.$params = ["items", "key", "reverse"];
py.zip = function* (/** @type {any[]} */ ...lists) {
  const all = lists.map((list) => py.iter(list));
  while (all.length) {
    const items = all.map((one) => one.next());
    if (items.some(({ done }) => done)) return;
    yield items.map(({ value }) => value);
  }
};
py.zip.$named = (/** @type {any[]} */ lists) => py.zip(...lists);
py.enumerate = py.named(["items", "start"], function* (/** @type {any} */ items, start = 0) {
  let number = start;
  for (const item of py.iter(items)) yield [number++, item];
});
py.map = function* (/** @type {any} */ f, /** @type {any[]} */ ...lists) {
  for (const args of py.zip(...lists)) yield py.call(f, args);
};
py.filter = (/** @type {any} */ f, /** @type {any} */ items) =>
  [...py.iter(items)].filter((item) => py.truth(f ? py.call(f, [item]) : item));
py.reversed = (/** @type {any} */ items) => [...py.iter(items)].reverse();
py.next = (/** @type {any} */ items, /** @type {any} */ otherwise) => {
  const { value, done } = (Array.isArray(items) ? items[Symbol.iterator]() : items).next();
  if (!done) return value;
  if (otherwise === undefined) throw new py.LookupError("no more items");
  return otherwise;
};
py.deepcopy = (/** @type {any} */ value) => {
  if (Array.isArray(value)) return value.map(py.deepcopy);
  return value instanceof py.Dict
    ? new py.Dict(value.items().map((/** @type {any[]} */ pair) => pair.map(py.deepcopy)))
    : value;
};
py.islice = (/** @type {any} */ items, /** @type {number} */ stop) =>
  [...py.iter(items)].slice(0, stop)[Symbol.iterator]();
py.sqrt = Math.sqrt;
py.bisect_left = (/** @type {any[]} */ list, /** @type {any} */ x) => list.filter((one) => one < x).length;
py.bisect_right = (/** @type {any[]} */ list, /** @type {any} */ x) => list.filter((one) => one <= x).length;
py.perf_counter = () => performance.now() / 1000;
py.normalize = (/** @type {string} */ form, /** @type {string} */ text) => text.normalize(form);

/** Return a pattern of Python's re. @param {string} written */
py.pattern = (written) => {
  // Python also escapes characters that have no meaning.
  const source = written.replace(/\\([-!#&~ ])/g, "$1");
  const compile = (/** @type {string} */ pattern, flags = "") => {
    /** @type {RegExp | null} */
    let compiled = null;
    return () => (compiled ??= new RegExp(pattern, `u${flags}`));
  };
  const [whole, start, any, every] = [
    compile(`^(?:${source})$`),
    compile(`^(?:${source})`),
    compile(source),
    compile(source, "g"),
  ];
  const found = (/** @type {() => RegExp} */ pattern) => (/** @type {string} */ text) => {
    const match = pattern().exec(text);
    if (!match) return null;
    const groups = match.groups ?? {};
    return {
      groupdict: () => new py.Dict(Object.entries(groups).map(([name, one]) => [name, one ?? null])),
      group: (/** @type {any} */ one = 0) => (typeof one === "number" ? match[one] : groups[one]) ?? null,
    };
  };
  return {
    fullmatch: found(whole),
    match: found(start),
    search: found(any),
    findall: (/** @type {string} */ text) =>
      [...text.matchAll(every())].map(([one, ...groups]) => (groups.length ? groups[0] : one)),
    sub: (/** @type {any} */ to, /** @type {string} */ text) => text.replace(every(), to),
    split: (/** @type {string} */ text) => text.split(any()),
  };
};

// Chance.

/** @param {number} bits */
py.randbits = (bits) => {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(bits / 8)));
  return exact(BigInt(py.int.from_bytes(bytes, "big")) >> BigInt(8 * bytes.length - bits));
};
py.getrandbits = py.randbits;
py.randbelow = (/** @type {any} */ n) => exact(BigInt(py.randbits(BigInt(n).toString(2).length + 64)) % BigInt(n));
/** A generator of random numbers (splitmix64). The same seed gives other numbers than in Python. */
py.Random = class Random {
  static $isClass = true;
  /** @param {any} [seed] */
  constructor(seed) {
    this.state = BigInt.asUintN(64, BigInt(seed ?? py.randbits(64)));
  }
  next64() {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }
  /** @param {number} bits */
  getrandbits(bits) {
    return exact(this.next64() >> BigInt(64 - bits));
  }
  random() {
    return Number(this.next64() >> 11n) / 2 ** 53;
  }
  /** @param {any} items */
  choice(items) {
    const all = [...py.iter(items)];
    return all[Math.floor(this.random() * all.length)];
  }
};
