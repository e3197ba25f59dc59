/** Objects, their classes and errors, for translated Python. */

import { arrays, py } from "./python_base.js";

/** The value of a missing field, in messages. */
py.UNSET = Symbol("unset");

/** @param {any} own */
function* iterate(own) {
  if (own.__iter__) yield* own.__iter__();
  else for (const name of fieldsOf(own)) yield own[name];
}

/** @param {any} own @param {any} key */
function _missing(own, key) {
  if (own.__missing__) return own.__missing__(key);
  throw new py.KeyError(key);
}

/** The base of all translated classes. */
py.Obj = class Obj {
  static $isClass = true;
  /** @param {any[]} args */
  constructor(...args) {
    /** @type {any} */ (this).__init__?.(...args);
  }
  /** @returns {any} */
  _asdict() {
    const names = fieldsOf(this);
    return new py.Dict(names.map((name) => [name, /** @type {any} */ (this)[name]]));
  }
  get __class__() {
    return this.constructor;
  }
  *[Symbol.iterator]() {
    yield* iterate(this);
  }
};
Object.defineProperty(py.Obj.prototype, "_replace", {
  value(/** @type {any} */ changes) {
    return py.replace(this, changes);
  },
});
py.Obj.prototype._replace.$params = ["**changes"];

/** The base of mappings that define `__getitem__`. */
py.Mapping = class Mapping extends py.Obj {
  /** @param {any} key */
  get(key, otherwise = null) {
    try {
      return this.__getitem__(key);
    } catch (error) {
      if (error instanceof py.KeyError) return otherwise;
      throw error;
    }
  }
};

/** The names of the fields of a record-like object. @param {any} value @returns {string[]} */
export const fieldsOf = (value) => value?.constructor?.$fields ?? [];

/**
 * Store the parameters of a class's methods, and its attributes.
 * @param {any} cls
 * @param {Record<string, string[]>} parameters
 * @param {Record<string, any>} attributes
 */
py.describe = (cls, parameters, attributes) => {
  for (const [name, value] of Object.entries(attributes)) {
    for (const owner of [cls, cls.prototype]) Object.defineProperty(owner, name, { value, writable: true });
  }
  for (const [name, params] of Object.entries(parameters)) {
    const method =
      Object.getOwnPropertyDescriptor(cls.prototype, name)?.value ?? Object.getOwnPropertyDescriptor(cls, name)?.value;
    if (typeof method === "function") method.$params = params;
  }
};
/** Store the parameters of a function. @param {string[]} params @param {any} f */
py.named = (params, f) => {
  f.$params = params;
  return f;
};
/** Create an object of a class from its fields. @param {any} cls @param {Record<string, any>} fields */
py.instance = (cls, fields) => Object.assign(Object.create(cls.prototype), fields);
/** Create an object without initialising it. @param {any} cls */
py.blank = (cls) => Object.create(cls.prototype);
/** Return a property that is computed once. @param {any} owner @param {string} name @param {() => any} compute */
py.once = (owner, name, compute) => {
  const value = compute();
  Object.defineProperty(owner, name, { value, writable: true });
  return value;
};
/** Copy an object with other values in some fields. @param {any} value @param {any} changes */
py.replace = (value, changes = new py.Dict()) => {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(value)), value);
  for (const [name, field] of changes.items()) copy[name] = field;
  return copy;
};
py.replace.$params = ["value", "**changes"];

/** Return an attribute that may be a method. @param {any} owner @param {string} name */
py.bound = (owner, name) => {
  // The fields of a record are its attributes, too.
  if (arrays.isArray(owner) && owner.dtype.fields?.[name]) return owner.getItem(name);
  const value = owner[name];
  if (typeof value !== "function" || value.$isClass || Object.hasOwn(owner, name)) return value;
  return py.named(value.$params, value.bind(owner));
};
/** @param {any} value an object or its class */
py.fields = (value) => {
  const cls = value.$isClass ? value : value.constructor;
  return cls.$fields.map((/** @type {string} */ name) => ({
    name,
    metadata: cls.$metadata?.get(name) ?? new py.Dict(),
  }));
};
/** @param {any} value @returns {any} */
py.asdict = (value) => {
  if (Array.isArray(value)) return value.map(py.asdict);
  if (value instanceof py.Dict)
    return new py.Dict(value.items().map((/** @type {any[]} */ [key, one]) => [key, py.asdict(one)]));
  return fieldsOf(value).length ? new py.Dict(fieldsOf(value).map((name) => [name, py.asdict(value[name])])) : value;
};

py.object = {
  __setattr__: (/** @type {any} */ owner, /** @type {string} */ name, /** @type {any} */ value) =>
    Reflect.set(owner, name, value),
};
py.getattr = (/** @type {any} */ owner, /** @type {string} */ name, /** @type {any} */ otherwise) =>
  name in Object(owner) ? owner[name] : otherwise;

// Errors.

py.PyError = class PyError extends Error {
  static $isClass = true;
  /** @param {any[]} args */
  constructor(...args) {
    super();
    /** @type {any} */ (this).__init__(...args);
  }
  __init__(message = "") {
    this.message = py.str(message);
  }
};
for (const name of ["ValueError", "KeyError", "IndexError", "TypeError", "AssertionError", "LookupError"]) {
  py[name] = class extends py.PyError {};
}
py.Exception = py.PyError;
/** @param {any} error an exception or its class */
py.raised = (error) => (error?.$isClass ? new error() : error);
/** @param {any} error @param {any} kinds */
py.catches = (error, kinds) => kinds === null || [kinds].flat().some((kind) => error instanceof kind);
