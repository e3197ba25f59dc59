/** Calls with named arguments, methods of built-in types, and decorators, for translated Python. */

import { py } from "./python_base.js";
import { reSplit, reSub, SequenceMatcher, TEXT_METHODS, textFormat } from "./python_text.js";

/** Return the arguments in order. @param {string[] | undefined} params @param {any[]} args @param {Record<string, any>} named */
const inOrder = (params, args, named) => {
  if (!params) throw new TypeError(`no parameter of the name ${Object.keys(named)}`);
  if (params.at(-1)?.startsWith("*") && !params.at(-1)?.startsWith("**")) {
    return [...params.slice(0, -1).map((name) => named[name]), ...args];
  }
  const all = [...args];
  const left = { ...named };
  params.forEach((name, i) => {
    if (name.startsWith("**")) {
      all[i] = new py.Dict();
    } else if (name in left) {
      all[i] = left[name];
      delete left[name];
    }
  });
  const rest = params.findIndex((name) => name.startsWith("**"));
  if (Object.keys(left).length && rest < 0) throw new TypeError(`no parameters ${Object.keys(left)}`);
  if (rest >= 0) all[rest] = new py.Dict(Object.entries(left));
  return all;
};
/** @param {any} f @param {any[]} args @param {Record<string, any>} [named] */
py.call = (f, args, named) => {
  if (f.$isClass) return new f(...(named ? inOrder(f.prototype.__init__?.$params, args, named) : args));
  if (f.__call__) return f.__call__(...args);
  if (named && f.$named) return f.$named(args, named);
  const isMixed = named || /^\*[^*]/.test(f.$params?.at(-1) ?? "");
  return f(...(isMixed ? inOrder(f.$params, args, named ?? {}) : args));
};
/** @param {any} value @param {string} name @param {any[]} args @param {Record<string, any>} [named] */
py.invoke = (value, name, args, named) => {
  if (typeof value === "string")
    return /** @type {(typeof TEXT_METHODS)["split"]} */ (TEXT_METHODS[name])(value, args, named);
  if (Array.isArray(value) && LIST_METHODS[name]) return /** @type {any} */ (LIST_METHODS[name])(value, ...args, named);
  if (name === "bit_length") return value ? BigInt(value).toString(2).replace("-", "").length : 0;
  if (value instanceof Uint8Array && name === "hex")
    return [...value].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const method = value[name];
  return method.apply(value, named ? inOrder(method.$params, args, named) : args);
};
/** @param {any} method @param {any} self @param {any[]} args @param {Record<string, any>} named */
py.invokeWith = (method, self, args, named) => method.apply(self, inOrder(method.$params, args, named));

/** The methods of lists by name. @type {Record<string, (list: any[], ...args: any[]) => any>} */
export const LIST_METHODS = {
  append: (list, item) => void list.push(item),
  extend: (list, items) => void list.push(...py.iter(items)),
  pop: (list, at = -1) => {
    if (!list.length) throw new py.IndexError("pop from an empty list");
    return list.splice(typeof at === "number" ? at : -1, 1)[0];
  },
  remove: (list, item) => void list.splice(LIST_METHODS.index?.(list, item), 1),
  index: (list, item) => {
    const at = list.findIndex((one) => py.eq(one, item));
    if (at < 0) throw new py.ValueError("not in the list");
    return at;
  },
  count: (list, item) => list.filter((one) => py.eq(one, item)).length,
  copy: (list) => [...list],
  clear: (list) => void list.splice(0),
  sort: (list, named) => {
    const sorted = py.sorted(list, named?.key ?? null, named?.reverse ?? false);
    list.splice(0, list.length, ...sorted);
  },
  tolist: (list) => list,
};

/** Cache the results of a function by its arguments. @param {any} f */
py.cached = (f) => {
  const results = new py.Dict();
  const call = (/** @type {any[]} */ ...args) => {
    if (!results.has(args)) results.setItem(args, f(...args));
    return results.getItem(args);
  };
  return call;
};
/** @param {any} value */
py.constant = (value) => () => value;
/** Run a generator as the manager of a `with` statement. @param {Generator<any>} steps */
py.manage = (steps) => ({ enter: () => steps.next().value, exit: () => void steps.next() });
/** @param {(...args: any[]) => Generator<any>} f */
py.contextmanager = (f) => py.named([], (/** @type {any[]} */ ...args) => py.manage(f(...args)));

Object.assign(py, { SequenceMatcher, reSplit, reSub, format: textFormat });
