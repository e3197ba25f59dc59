/** The parts of a browser that the client needs in unit tests: storage, and messages that come from files. */

import { readFileSync } from "node:fs";

/** The contents of the local storage. @type {Map<string, string>} */
export const stored = new Map();

Object.assign(globalThis, {
  document: { documentElement: {} },
  localStorage: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  },
  fetch: async (/** @type {URL} */ url) => ({ ok: true, json: async () => JSON.parse(readFileSync(url, "utf8")) }),
});
