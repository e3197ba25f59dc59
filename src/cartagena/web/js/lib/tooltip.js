/** Tooltips: an element with `data-tip` says what it is when pointed at, focused or, by touch, pressed. */

import { h } from "./dom.js";

/** In milliseconds: how long the pointer rests before the tooltip comes. */
const DELAY = 350;
/** In pixels: the distance from the element and from the edges of the window. */
const GAP = 8;

/** Begin to listen; once for the page. */
export function installTooltips() {
  const tip = h("div", { id: "tip", role: "tooltip", hidden: true });
  document.body.append(tip);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The element that the tooltip is about. @type {Element | null} */
  let subject = null;

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
    const box = element.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const left = box.left + box.width / 2 - own.width / 2;
    const above = box.top - own.height - GAP;
    tip.style.left = `${Math.max(GAP, Math.min(innerWidth - own.width - GAP, left))}px`;
    tip.style.top = `${above > GAP ? above : Math.min(box.bottom + GAP, innerHeight - own.height - GAP)}px`;
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

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") consider(event.target, DELAY);
  });
  document.addEventListener("pointerdown", (event) => {
    // By touch there is only the press; an element that does something when pressed shows no tooltip.
    const active = event.target instanceof Element && event.target.closest("button, a, .movable, .target");
    if (event.pointerType === "touch" && !active) consider(event.target, 0);
    else hide();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) consider(event.target, 0);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  const onScroll = (/** @type {Event} */ event) => {
    if (subject && event.target instanceof Node && event.target.contains(subject)) hide();
  };
  addEventListener("resize", hide);
  document.addEventListener("scroll", onScroll, { passive: true, capture: true });
}
