/** Making elements, without any markup in strings. */

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
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
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

/**
 * Say something to those who listen.
 * @param {string} words
 */
export function announce(words) {
  byId("live").textContent = words;
}

/**
 * Put a new picture of a part of the page in the place of the old; the focus stays where it was.
 * @param {HTMLElement} home
 * @param {...Node} children
 */
export function swap(home, ...children) {
  const held = document.activeElement;
  const inside = held instanceof HTMLElement && home.contains(held) ? held : null;
  const label = inside && labelOf(inside);
  home.replaceChildren(...children);
  if (!inside) return;
  const all = /** @type {HTMLElement[]} */ ([...home.querySelectorAll("button, a, [tabindex]")]);
  const same = all.find((one) => labelOf(one) === label) ?? all[0];
  same?.focus({ preventScroll: true });
}

/** @param {Element} element */
function labelOf(element) {
  return element.getAttribute("aria-label") ?? element.textContent;
}
