/** Operators with the meaning that they have in Python. Whole numbers are exact: large ones are BigInts. */

import { arrays, py } from "./python_base.js";

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** Return a whole number as a plain number if that is exact. @param {bigint} value */
export const exact = (value) => (value <= SAFE && value >= -SAFE ? Number(value) : value);
/** @param {any} value */
const isNumber = (value) => typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";

/** @param {(a: number, b: number) => number} plain @param {(a: bigint, b: bigint) => bigint} big @param {string} name @param {(a: any, b: any) => any} [other] */
const arithmetic = (plain, big, name, other) => (/** @type {any} */ a, /** @type {any} */ b) => {
  if (arrays.isArray(a) || arrays.isArray(b)) return arrays.binary(name, a, b);
  if (isNumber(a) && isNumber(b)) {
    if (typeof a !== "bigint" && typeof b !== "bigint") {
      const result = plain(Number(a), Number(b));
      if (Number.isSafeInteger(result) || !Number.isInteger(a) || !Number.isInteger(b)) return result;
    }
    return exact(big(BigInt(a), BigInt(b)));
  }
  if (other) return other(a, b);
  throw new TypeError(`${name} of ${a} and ${b}`);
};

py.add = arithmetic(
  (a, b) => a + b,
  (a, b) => a + b,
  "add",
  (a, b) => {
    if (typeof a === "string") return a + b;
    return a instanceof Uint8Array ? Uint8Array.from([...a, ...b]) : [...a, ...b];
  },
);
py.sub = arithmetic(
  (a, b) => a - b,
  (a, b) => a - b,
  "sub",
  (a, b) => {
    if (a instanceof py.PySet) return new py.PySet([...a].filter((item) => !b.has(item)));
    const left = a.items().map((/** @type {[any, number]} */ [item, count]) => [item, count - b.get(item, 0)]);
    return new py.Counter(new py.Dict(left.filter((/** @type {[any, number]} */ [, count]) => count > 0)));
  },
);
py.mul = arithmetic(
  (a, b) => a * b,
  (a, b) => a * b,
  "mul",
  (a, b) => {
    if (typeof a === "number") return py.mul(b, a);
    return typeof a === "string" ? a.repeat(Math.max(0, b)) : Array.from({ length: Math.max(0, b) }, () => a).flat();
  },
);
py.div = (/** @type {any} */ a, /** @type {any} */ b) =>
  arrays.isArray(a) || arrays.isArray(b) ? arrays.binary("div", a, b) : Number(a) / Number(b);
const floor = (/** @type {bigint} */ a, /** @type {bigint} */ b) => (a - (((a % b) + b) % b)) / b;
py.floordiv = arithmetic((a, b) => Math.floor(a / b), floor, "floordiv");
py.mod = arithmetic(
  (a, b) => a - b * Math.floor(a / b),
  (a, b) => ((a % b) + b) % b,
  "mod",
);
py.pow = arithmetic(
  (a, b) => a ** b,
  (a, b) => a ** b,
  "pow",
);
py.divmod = (/** @type {any} */ a, /** @type {any} */ b) => [py.floordiv(a, b), py.mod(a, b)];
py.neg = (/** @type {any} */ a) => (arrays.isArray(a) ? arrays.binary("sub", 0, a) : -a);

/** @param {string} name @param {(a: bigint, b: bigint) => bigint} big @param {(a: any, b: any) => any} [other] */
const bitwise = (name, big, other) => (/** @type {any} */ a, /** @type {any} */ b) => {
  if (typeof a === "boolean" && typeof b === "boolean") return Boolean(exact(big(BigInt(a), BigInt(b))));
  if (isNumber(a) && isNumber(b)) return exact(big(BigInt(a), BigInt(b)));
  if (other) return other(a, b);
  throw new TypeError(`${name} of ${a} and ${b}`);
};
py.and = bitwise(
  "and",
  (a, b) => a & b,
  (a, b) => new py.PySet([...a].filter((item) => b.has(item))),
);
py.or = bitwise(
  "or",
  (a, b) => a | b,
  (a, b) => (a instanceof py.PySet ? new py.PySet([...a, ...b]) : new py.Dict([...py.entries(a), ...py.entries(b)])),
);
py.xor = bitwise("xor", (a, b) => a ^ b);
py.lshift = bitwise("lshift", (a, b) => a << b);
py.rshift = bitwise("rshift", (a, b) => a >> b);
for (const name of ["sub", "mul", "div", "floordiv", "mod", "pow", "and", "xor", "lshift", "rshift"])
  py[`i${name}`] = py[name];
py.iadd = (/** @type {any} */ a, /** @type {any} */ b) => {
  if (!Array.isArray(a)) return py.add(a, b);
  a.push(...py.iter(b));
  return a;
};
py.ior = (/** @type {any} */ a, /** @type {any} */ b) => {
  if (a instanceof py.Dict) a.update(b);
  else if (a instanceof py.PySet) for (const item of b) a.add(item);
  else return py.or(a, b);
  return a;
};

/** @param {any} value @returns {boolean} */
py.truth = (value) => {
  if (typeof value !== "object" || value === null) return Boolean(value);
  if (value instanceof py.Dict || value instanceof py.PySet) return value.size > 0;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length > 0;
  if (arrays.isArray(value)) return Boolean(value.item());
  return value.__len__ ? value.__len__() > 0 : true;
};
py.bool = py.truth;
py.both = (/** @type {any} */ a, /** @type {() => any} */ b) => (py.truth(a) ? b() : a);
py.either = (/** @type {any} */ a, /** @type {() => any} */ b) => (py.truth(a) ? a : b());

/** @param {any} a @param {any} b @returns {any} */
py.eq = (a, b) => {
  if (a === b) return true;
  if (arrays.isArray(a) || arrays.isArray(b)) return arrays.binary("eq", a, b);
  if (isNumber(a) && isNumber(b)) return Number(a) === Number(b) && BigInt(a) === BigInt(b);
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  if (a.__eq__) return a.__eq__(b);
  if (Array.isArray(a) || a.constructor.$tuple) {
    if (!Array.isArray(b) && !b.constructor.$tuple) return false;
    const [x, y] = [[...py.iter(a)], [...py.iter(b)]];
    return x.length === y.length && x.every((item, i) => py.eq(item, y[i]));
  }
  if (a instanceof Uint8Array)
    return b instanceof Uint8Array && a.length === b.length && a.every((byte, i) => byte === b[i]);
  if (a instanceof py.Dict) {
    return (
      b instanceof py.Dict &&
      a.size === b.size &&
      a.keys().every((/** @type {any} */ key) => b.has(key) && py.eq(a.getItem(key), b.getItem(key)))
    );
  }
  if (a instanceof py.PySet) return b instanceof py.PySet && a.size === b.size && [...a].every((item) => b.has(item));
  const fields = a.constructor.$fields;
  return (
    Boolean(fields) &&
    a.constructor === b.constructor &&
    fields.every((/** @type {string} */ name) => py.eq(a[name], b[name]))
  );
};
py.ne = (/** @type {any} */ a, /** @type {any} */ b) =>
  arrays.isArray(a) || arrays.isArray(b) ? arrays.binary("ne", a, b) : !py.eq(a, b);

/** Return a number below, equal to or above 0. @param {any} a @param {any} b @returns {number} */
export const order = (a, b) => {
  if (typeof a !== "object" || a === null) return a < b ? -1 : a > b ? 1 : 0;
  const [x, y] = [[...py.iter(a)], [...py.iter(b)]];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const result = py.eq(x[i], y[i]) ? 0 : order(x[i], y[i]);
    if (result) return result;
  }
  return x.length - y.length;
};
/** @param {any} a @param {"<" | "<=" | ">" | ">="} sign @param {any} b */
py.compare = (a, sign, b) => {
  if (a instanceof py.PySet) {
    const isSubset = [...a].every((item) => b.has(item));
    return sign === "<="
      ? isSubset
      : sign === "<"
        ? isSubset && a.size < b.size
        : py.compare(b, sign === ">" ? "<" : "<=", a);
  }
  const result = order(a, b);
  return sign === "<" ? result < 0 : sign === "<=" ? result <= 0 : sign === ">" ? result > 0 : result >= 0;
};
/** @param {any} container @param {any} item */
py.contains = (container, item) => {
  if (typeof container === "string") return container.includes(item);
  if (container instanceof py.Dict || container instanceof py.PySet) return container.has(item);
  if (container.__contains__) return container.__contains__(item);
  if (container.__getitem__ && container instanceof py.Mapping) {
    const missing = {};
    return container.get(item, missing) !== missing;
  }
  for (const one of py.iter(container)) if (py.eq(one, item)) return true;
  return false;
};
