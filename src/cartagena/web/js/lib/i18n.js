/** The language of the page: messages from the gettext catalogues, with plurals and parameters. */

import { LANGUAGES } from "./languages.js";

/** The values for the gaps of a message. @typedef {Record<string, string | number>} Params */

/** Translations by the key of the English message; for a message with a number, one form for each plural category. @type {Record<string, string | Record<string, string>>} */
let messages = {};
let current = "en";
/** True if all messages are needed, and not only those of the first page. */
let isWhole = false;
let plurals = new Intl.PluralRules("en");

/** Return the language of the page. */
export function language() {
  return current;
}

/** Return the initial language: the one chosen before, or the browser's first language that we have. */
export function preferredLanguage() {
  const stored = localStorage.getItem("language");
  if (stored && stored in LANGUAGES) return stored;
  const preferred = navigator.languages.map((tag) => tag.split("-")[0] ?? "");
  return preferred.find((tag) => tag in LANGUAGES) ?? "en";
}

/**
 * Change the language of the page. If its messages cannot be fetched, nothing changes.
 * @param {string} tag
 */
export async function setLanguage(tag) {
  const next = tag in LANGUAGES ? tag : "en";
  const parts = await Promise.all([fetchMessages(next), isWhole ? fetchMessages(`${next}-more`) : {}]);
  messages = Object.assign({}, ...parts);
  current = next;
  plurals = new Intl.PluralRules(next);
  document.documentElement.lang = next;
  document.documentElement.dir = LANGUAGES[next]?.direction ?? "ltr";
}

/** The rest of the messages by language, loading or loaded. @type {Map<string, Promise<typeof messages>>} */
const others = new Map();

/** Load the messages that the first page does not need. Every other screen waits for them. */
export async function allMessages() {
  const tag = current;
  const loading = others.get(tag) ?? fetchMessages(`${tag}-more`);
  others.set(tag, loading);
  loading.catch(() => others.delete(tag));
  const more = await loading;
  isWhole = true;
  if (tag === current) messages = { ...messages, ...more };
}

/** Fetch a file of messages. @param {string} tag @returns {Promise<typeof messages>} */
async function fetchMessages(tag) {
  if (tag.startsWith("en")) return {};
  const response = await fetch(new URL(`../../locale/${tag}.json`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} for the messages of ${tag}`);
  return response.json();
}

/**
 * Return the key of a message in the files of translations: a short hash. With the messages themselves as keys, a file
 * would be 8 kB larger. `tools/catalogues.py` has the same function.
 * @param {string} message
 */
export function keyOf(message) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < message.length; i++) hash = Math.imul(hash ^ message.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36).slice(-5);
}

/**
 * @param {string} message
 * @param {Params} params
 */
function fill(message, params) {
  return message.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
}

/**
 * Return a message in the reader's language.
 * @param {string} message
 * @param {Params} [params]
 */
export function t(message, params = {}) {
  const translation = messages[keyOf(message)];
  return fill(typeof translation === "string" && translation ? translation : message, params);
}

/**
 * Isolate a name inside a message, so that a name in another writing direction does not reverse the numbers after it.
 * @param {string} name
 */
export function isolate(name) {
  return `\u2068${name}\u2069`;
}

/**
 * Return a message with a number, in the plural form of the reader's language.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Params} [params]
 */
export function n(one, many, count, params = {}) {
  const forms = messages[keyOf(one)];
  const all = { ...params, count };
  if (forms && typeof forms === "object") {
    return fill(forms[plurals.select(count)] ?? forms.other ?? many, all);
  }
  return fill(count === 1 ? one : many, all);
}
