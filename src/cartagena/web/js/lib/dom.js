/** Element factories, toasts, screen-reader announcements, and whether animations are allowed. */

import { listenersOf, setListeners } from "./patch.js";

const SVG = "http://www.w3.org/2000/svg";

/** Set the title of the page: what it shows, and the name of the game. @param {string} [text] */
export function setTitle(text = "") {
  document.title = text ? `${text} – Cartagena` : "Cartagena";
}

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, unknown>} properties
 */
function setProperties(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      setListeners(element, { ...listenersOf(element), [name]: value });
    } else if (value === true) {
      element.setAttribute(name, "");
    } else {
      element.setAttribute(name, String(value));
    }
  }
}

/**
 * An HTML element; a property that begins with `on` is an event listener.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  setProperties(element, properties);
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
  setProperties(element, properties);
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * A drawing of art.svg as a picture of its own.
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
 * The element with this id, which must exist.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/**
 * Show a message for a few seconds; screen readers read it at once.
 * @param {string} text
 */
export function toast(text) {
  const element = byId("toast");
  element.textContent = text;
  element.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element.classList.remove("shown"), 6000);
}

/** How many announcements are kept: one that is removed too soon might never be read. */
const MAX_ANNOUNCEMENTS = 12;

/**
 * Announce something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const live = byId("live");
  live.append(h("p", {}, text));
  while (live.children.length > MAX_ANNOUNCEMENTS) live.firstElementChild?.remove();
}

/** Whether animations may be shown. */
export function motionAllowed() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How to scroll: smoothly where animations may be shown. @returns {ScrollBehavior} */
export function scrollBehavior() {
  return motionAllowed() ? "smooth" : "auto";
}

/** Scroll as little as needed to bring an element into view. @param {Element} element */
export function scrollIntoView(element) {
  element.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
}
