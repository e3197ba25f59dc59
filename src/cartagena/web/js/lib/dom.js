/** Element factories, toasts, screen-reader announcements, and whether animations are allowed. */

import { addressOf } from "./address.js";
import { create, presentChildren } from "./patch.js";

/** @import { Child, VNode } from "./patch.js" */

/**
 * @template {string} T
 * @param {T} tag
 * @param {boolean} svg
 * @param {Record<string, unknown>} properties
 * @param {(Child | Child[])[]} children
 * @returns {VNode<T>}
 */
function describe(tag, svg, { key = "", ...props }, children) {
  if (tag === "a" && typeof props.href === "string" && /^\/(?!api\/)/.test(props.href))
    props.href = addressOf(props.href);
  return { tag, svg, key: /** @type {string | number} */ (key), props, children: presentChildren(children) };
}

/**
 * Describe an HTML element, for `patch` or as a part of another one. See lib/patch.js for `key` and the properties.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 */
export function h(tag, properties = {}, ...children) {
  return describe(tag, false, properties, children);
}

/**
 * Describe an SVG element.
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 */
export function s(tag, properties = {}, ...children) {
  return describe(tag, true, properties, children);
}

/**
 * Create an HTML element, to be kept and changed by hand.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, properties = {}, ...children) {
  return /** @type {HTMLElementTagNameMap[T]} */ (create(h(tag, properties, ...children)));
}

/**
 * Create an SVG element.
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, properties = {}, ...children) {
  return /** @type {SVGElement} */ (create(s(tag, properties, ...children)));
}

/**
 * Describe a drawing of art.svg as a separate picture.
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

/** Describe the lettering of the title. It is decoration, so readable text belongs next to it. */
export function titleArt() {
  const box = document.getElementById("ct-title")?.getAttribute("viewBox") ?? undefined;
  return art("title", box, "title-art");
}

/** Describe a pirate of a colour. @param {string} colour @param {string} [kind] */
export function pirateArt(colour, kind = "") {
  return art(`pirate-${colour}`, "0 0 24 36", `pirate-art ${kind}`);
}

/**
 * Return the element with this id, which must exist.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

/** Set the title of the page to what it shows, followed by the name of the game. @param {string} [text] */
export function setTitle(text = "") {
  document.title = text ? `${text} – Cartagena` : "Cartagena";
}

/** Show an element above an open dialog, if the browser has popovers. Safari has them from version 17 on. @param {HTMLElement} element */
export function raise(element) {
  if (!("showPopover" in element)) return;
  // A popover that is opened again appears above what was opened since.
  if (element.matches(":popover-open")) element.hidePopover();
  element.showPopover();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/**
 * Show a message for a few seconds. Screen readers read it at once.
 * @param {string} text
 */
export function toast(text) {
  const element = byId("toast");
  element.textContent = text;
  raise(element);
  element.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element.classList.remove("shown"), 6000);
}

/** Number of announcements that stay on the page. An announcement that is removed too soon may never be read. */
const MAX_ANNOUNCEMENTS = 12;

/**
 * Announce something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const live = byId("live");
  live.append(el("p", {}, text));
  while (live.children.length > MAX_ANNOUNCEMENTS) live.firstElementChild?.remove();
}

/** Return whether animations are allowed. */
export function motionAllowed() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Return how to scroll: smoothly if animations are allowed. @returns {ScrollBehavior} */
export function scrollBehavior() {
  return motionAllowed() ? "smooth" : "auto";
}

/** Scroll as little as needed to bring an element into view. @param {Element} element */
export function scrollIntoView(element) {
  element.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
}
