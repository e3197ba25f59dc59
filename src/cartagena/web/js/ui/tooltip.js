/**
 * Tooltips. An element with `data-tip` shows it when it is pointed at, focused or touched. Something that can be
 * pressed shows it after a long press, which does nothing else.
 */

import { el, raise } from "../lib/dom.js";

/** Delay in milliseconds until the tooltip appears. */
const DELAY_MS = 350;
/** Duration of a long press in milliseconds. */
const LONG_PRESS_MS = 500;
/** Distance from the element and from the edges of the window, in pixels. */
const GAP = 8;

/** Elements that can be pressed and must not be covered. */
const PRESSABLE = "button, a, input, select, .movable, .target";

/** Return the positions of a tooltip next to a box and inside the window, the best first. @param {DOMRect} box @param {number} width @param {number} height */
function spots(box, width, height) {
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ most) =>
    Math.max(GAP, Math.min(most - size - GAP, at));
  const middle = within(box.left + box.width / 2 - width / 2, width, innerWidth);
  const level = within(box.top + box.height / 2 - height / 2, height, innerHeight);
  const all = [
    { left: middle, top: box.top - height - GAP },
    { left: middle, top: box.bottom + GAP },
    { left: box.left - width - GAP, top: level },
    { left: box.right + GAP, top: level },
    { left: middle, top: box.top - 2 * height - GAP },
  ];
  const inside = all.filter(
    ({ left, top }) => left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight,
  );
  return inside.map((spot) => new DOMRect(spot.left, spot.top, width, height));
}

/** Return whether a tooltip at this position covers nothing that can be pressed. @param {Element} subject @param {DOMRect} spot */
function isFree(subject, spot) {
  for (const x of [spot.left, spot.left + spot.width / 2, spot.right])
    for (const y of [spot.top, spot.top + spot.height / 2, spot.bottom]) {
      const pressable = document.elementFromPoint(x, y)?.closest(PRESSABLE);
      if (pressable && pressable !== subject) return false;
    }
  return true;
}

/** Install the tooltips of the page. Call this once. */
export function installTooltips() {
  const tip = el("div", { id: "tip", role: "tooltip", hidden: true, popover: "manual" });
  document.body.append(tip);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The element whose tooltip is shown or about to be. @type {Element | null} */
  let subject = null;
  /** True if a finger rests on something that can be pressed. */
  let pressing = false;
  /** True if a long press has shown the tooltip. */
  let isLongPress = false;
  /** The last position of the pointer. @type {{ x: number, y: number } | null} */
  let pointer = null;

  function hide() {
    clearTimeout(timer);
    tip.hidden = true;
    subject = null;
  }

  /** @param {Element} element */
  function show(element) {
    const text = element.getAttribute("data-tip");
    if (!text || !element.isConnected) return hide();
    tip.textContent = text;
    tip.hidden = false;
    raise(tip);
    const { width, height } = tip.getBoundingClientRect();
    const spot = spots(element.getBoundingClientRect(), width, height).find((one) => isFree(element, one));
    if (!spot) return hide();
    tip.style.left = `${spot.left}px`;
    tip.style.top = `${spot.top}px`;
    isLongPress = pressing;
  }

  /** @param {EventTarget | null} target @param {number} delay */
  function consider(target, delay) {
    const element = target instanceof Element ? target.closest("[data-tip]") : null;
    if (element === subject) return;
    if (target instanceof Node && tip.contains(target)) return;
    hide();
    if (!element) return;
    subject = element;
    timer = setTimeout(() => show(element), delay);
  }

  // A page that changes under a resting pointer shows no tooltip. Only a moving pointer does.
  document.addEventListener("pointermove", (event) => {
    const rests = !pointer || (event.clientX === pointer.x && event.clientY === pointer.y);
    pointer = { x: event.clientX, y: event.clientY };
    if (event.pointerType !== "touch" && !rests) consider(event.target, DELAY_MS);
  });
  document.addEventListener("pointerdown", (event) => {
    isLongPress = false;
    pressing = false;
    hide();
    if (event.pointerType !== "touch") return;
    pressing = event.target instanceof Element && Boolean(event.target.closest("button, a, .movable, .target"));
    consider(event.target, pressing ? LONG_PRESS_MS : 0);
  });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, (event) => {
      if (!(event instanceof PointerEvent) || event.pointerType !== "touch") return;
      // A short press must not show a tooltip later.
      if (pressing && tip.hidden) hide();
      pressing = false;
    });
  // A long press only shows what something does, so the click after it does nothing.
  document.addEventListener(
    "click",
    (event) => {
      if (!isLongPress) return;
      isLongPress = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  document.addEventListener("contextmenu", (event) => isLongPress && event.preventDefault());
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) consider(event.target, 0);
  });
  // A tooltip that was opened by touch stays when another element loses the focus.
  document.addEventListener("focusout", ({ target }) => {
    if (target instanceof Node && subject?.contains(target)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  const onScroll = (/** @type {Event} */ event) => {
    if (subject && event.target instanceof Node && event.target.contains(subject)) hide();
  };
  addEventListener("resize", hide);
  document.addEventListener("scroll", onScroll, { passive: true, capture: true });
}
