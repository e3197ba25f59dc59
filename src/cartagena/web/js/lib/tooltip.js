/** Says what a thing is when it is pointed at, focused or, by touch, pressed. */

import { h } from "./dom.js";

const PATIENCE = 350;
const GAP = 8;

/** Begin to listen; once for the page. */
export function giveTips() {
  const tip = h("div", { id: "tip", role: "tooltip", hidden: true });
  document.body.append(tip);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** @type {Element | null} */
  let about = null;

  function hide() {
    clearTimeout(waiting);
    tip.hidden = true;
    about = null;
  }

  /** @param {Element} thing */
  function show(thing) {
    const words = thing.getAttribute("data-tip");
    if (!words || !thing.isConnected) return hide();
    tip.textContent = words;
    tip.hidden = false;
    const box = thing.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const left = box.left + box.width / 2 - own.width / 2;
    const above = box.top - own.height - GAP;
    tip.style.left = `${Math.max(GAP, Math.min(innerWidth - own.width - GAP, left))}px`;
    tip.style.top = `${above > GAP ? above : Math.min(box.bottom + GAP, innerHeight - own.height - GAP)}px`;
  }

  /** @param {EventTarget | null} target @param {number} patience */
  function consider(target, patience) {
    const thing = target instanceof Element ? target.closest("[data-tip]") : null;
    if (thing === about) return;
    if (target instanceof Node && tip.contains(target)) return;
    hide();
    if (!thing) return;
    about = thing;
    waiting = setTimeout(() => show(thing), patience);
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") consider(event.target, PATIENCE);
  });
  document.addEventListener("pointerdown", (event) => {
    // By touch a press is all there is; what can be pressed for another reason says it by itself.
    const deed = event.target instanceof Element && event.target.closest("button, a, .free, .target");
    if (event.pointerType === "touch" && !deed) consider(event.target, 0);
    else hide();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible")) consider(event.target, 0);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  const scrolled = (/** @type {Event} */ event) => {
    if (about && event.target instanceof Node && event.target.contains(about)) hide();
  };
  document.addEventListener("scroll", scrolled, { passive: true, capture: true });
}
