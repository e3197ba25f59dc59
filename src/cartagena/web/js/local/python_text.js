/** The texts of Python, for translated Python: methods, formats, patterns, and a hash. */

import { py } from "./python_base.js";

/** The methods of texts by name. @type {Record<string, (text: string, args: any[], named?: any) => any>} */
export const TEXT_METHODS = {
  split: (text, [separator]) => (separator == null ? text.trim().split(/\s+/).filter(Boolean) : text.split(separator)),
  replace: (text, [from, to, most]) => (most === 1 ? text.replace(from, () => to) : text.replaceAll(from, () => to)),
  strip: (text, [characters]) => stripped(text, characters, true, true),
  rstrip: (text, [characters]) => stripped(text, characters, false, true),
  startswith: (text, [prefix]) => [prefix].flat().some((one) => text.startsWith(one)),
  removesuffix: (text, [suffix]) => (suffix && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  join: (text, [parts]) => [...py.iter(parts)].join(text),
  format: (text, args, named = {}) =>
    text.replace(/\{(\w*)\}/g, (_, name) => py.str(name in named ? named[name] : args[Number(name || 0)])),
  lower: (text) => text.toLowerCase(),
  title: (text) => text.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  isdigit: (text) => /^\d+$/.test(text),
  encode: (text) => new TextEncoder().encode(text),
  decode: (text) => text,
  count: (text, [part]) => text.split(part).length - 1,
  find: (text, [part]) => text.indexOf(part),
  index: (text, [part]) => text.indexOf(part),
  partition: (text, [separator]) => {
    const at = text.indexOf(separator);
    return at < 0 ? [text, "", ""] : [text.slice(0, at), separator, text.slice(at + separator.length)];
  },
  translate: (text, [table]) => [...text].map((one) => py.str(table.get(one.codePointAt(0), one))).join(""),
};

/** @param {string} text @param {string | undefined} characters @param {boolean} left @param {boolean} right */
function stripped(text, characters, left, right) {
  const drop = (/** @type {string} */ one) => (characters ? characters.includes(one) : /\s/.test(one));
  let [from, to] = [0, text.length];
  while (left && from < to && drop(text.charAt(from))) from++;
  while (right && to > from && drop(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

/** Format a value as in an f-string. @param {any} value @param {string} [spec] */
export function textFormat(value, spec = "") {
  const padded = /^0(\d+)x$/.exec(spec)?.[1];
  if (padded) return value.toString(16).padStart(Number(padded), "0");
  const match = /^(\+?)(,?)(?:\.(\d+))?([f%d]?)$/.exec(spec);
  if (!spec || !match || typeof value !== "number") return py.str(value);
  const [, sign, comma, digits, kind] = match;
  const scaled = kind === "%" ? 100 * value : value;
  const fixed = digits === undefined ? String(scaled) : scaled.toFixed(Number(digits));
  const grouped = comma ? fixed.replace(/\B(?=(\d{3})+(?!\d))/g, ",") : fixed;
  return `${sign && value >= 0 ? "+" : ""}${grouped}${kind === "%" ? "%" : ""}`;
}

/** Split a text at a pattern. @param {string} pattern @param {string} text */
export const reSplit = (pattern, text) => text.split(new RegExp(pattern, "u"));
/** Replace what a pattern matches. @param {string} pattern @param {string} to @param {string} text */
export const reSub = (pattern, to, text) => text.replace(new RegExp(pattern, "gu"), to.replace(/\\(\d)/g, "$$$1"));

/** Return the similarity of two texts: the share of characters in matching blocks, as in Python's difflib. */
export class SequenceMatcher {
  static $isClass = true;
  /** @param {any} _junk @param {string} a @param {string} b */
  constructor(_junk, a, b) {
    this.a = a;
    this.b = b;
  }
  ratio() {
    const { a, b } = this;
    return a.length + b.length ? (2 * matching(a, b)) / (a.length + b.length) : 1;
  }
}

/** Count the characters in matching blocks. @param {string} a @param {string} b @returns {number} */
function matching(a, b) {
  let [best, atA, atB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      let k = 0;
      while (i + k < a.length && j + k < b.length && a[i + k] === b[j + k]) k++;
      if (k > best) [best, atA, atB] = [k, i, j];
    }
  }
  if (!best) return 0;
  return best + matching(a.slice(0, atA), b.slice(0, atB)) + matching(a.slice(atA + best), b.slice(atB + best));
}
