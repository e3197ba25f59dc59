/** Motion on the page, for readers who have not asked their system for less of it. */

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
