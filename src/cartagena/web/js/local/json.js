/** JSON of translated objects: structs are written and read as msgspec does, and mappings become plain objects. */

import { host } from "./host.js";
import { NDArray } from "./ndarray.js";
import { py } from "./python.js";

/** Return a value as JSON. Whole numbers keep all their digits. @param {any} value @returns {string} */
export function toJson(value) {
  if (typeof value === "bigint") return String(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (value instanceof py.Dict) {
    return `{${value.items().map((/** @type {[any, any]} */ [key, one]) => `${JSON.stringify(String(key))}:${toJson(one)}`)}}`;
  }
  if (value instanceof NDArray) return toJson(value.tolist());
  const cls = value.constructor;
  if (!cls.$fields || cls.$tuple) return `[${[...py.iter(value)].map(toJson)}]`;
  const parts = typeof cls.$tag === "string" ? [`"type":${JSON.stringify(cls.$tag)}`] : [];
  for (const name of cls.$fields) {
    const field = value[name];
    if (field === py.UNSET || (cls.$omitsDefaults && py.eq(field, defaultsOf(cls)[name]))) continue;
    parts.push(`${JSON.stringify(name)}:${toJson(field)}`);
  }
  return `{${parts}}`;
}

/** Return an object of a class with the defaults of its fields. @param {any} cls */
const defaultsOf = (cls) => new cls();

/** Return plain JSON values with mappings instead of objects. @param {any} value @returns {any} */
export function fromPlain(value) {
  if (Array.isArray(value)) return value.map(fromPlain);
  if (value === null || typeof value !== "object") return value;
  return new py.Dict(Object.entries(value).map(([key, one]) => [key, fromPlain(one)]));
}

/** Read an object of a class from plain JSON values. @param {any} cls @param {any} value @returns {any} */
export function readStruct(cls, value) {
  const named = Object.entries(value).filter(([name]) => cls.$fields.includes(name));
  const read = (/** @type {string} */ name, /** @type {any} */ one) => {
    const inner = cls.$structs?.[name];
    if (!inner) return fromPlain(one);
    return Array.isArray(one) ? one.map((part) => readStruct(inner(), part)) : readStruct(inner(), one);
  };
  return py.call(cls, [], Object.fromEntries(named.map(([name, one]) => [name, read(name, one)])));
}

host.encode = toJson;
