/** Making elements, without any markup in strings. */

import { earsOf, hear } from "./patch.js";

export { swap } from "./patch.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, unknown>} properties
 */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      hear(element, { ...earsOf(element), [name]: value });
    } else if (value === true) {
      element.setAttribute(name, "");
    } else {
      element.setAttribute(name, String(value));
    }
  }
}

/**
 * An HTML element; properties that begin with `on` listen.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, properties);
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | null)} children
 * @returns {SVGElement}
 */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, properties);
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * A copy of something drawn in art.svg, as a picture of its own.
 * @param {string} name
 * @param {string} [box]
 * @param {string} [kind]
 */
export function art(name, box = "0 0 32 32", kind = "") {
  const [, , width, height] = box.split(" ");
  return s(
    "svg",
    { viewBox: box, class: `art ${kind}`, "aria-hidden": "true", focusable: "false" },
    s("use", { href: `#ct-${name}`, width, height }),
  );
}

/**
 * A pirate of a colour.
 * @param {string} colour
 */
export function pirateArt(colour) {
  return art(`pirate-${colour}`, "0 0 24 36", "pirate-art");
}

/**
 * An element that must be there.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/**
 * Tell the reader something for a few seconds, aloud too.
 * @param {string} words
 */
export function toast(words) {
  const element = byId("toast");
  element.textContent = words;
  element.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => element.classList.remove("shown"), 6000);
}

/** How many announcements are kept: one that is taken away too soon might never be read. */
const ANNOUNCED = 12;

/**
 * Say something to those who listen.
 * @param {string} words
 */
export function announce(words) {
  const live = byId("live");
  live.append(h("p", {}, words));
  while (live.children.length > ANNOUNCED) live.firstElementChild?.remove();
}
