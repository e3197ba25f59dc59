/** Navigation between screens without reloading the page. It also moves the focus to the new screen. */

import { addressOf, screenOf } from "./address.js";

/** @type {() => void} */
let show = () => {};

/** Call this function whenever the address changes. @param {() => void} callback */
export function onNavigation(callback) {
  show = callback;
  addEventListener("popstate", showScreen);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The skip link stays on the same screen, which must not start again.
    const isSkip = link.getAttribute("href") === "#main";
    const path = isSkip ? null : screenOf(link);
    if (isSkip || path !== null) event.preventDefault();
    if (isSkip) document.getElementById("main")?.focus();
    else if (path !== null) navigate(path);
  });
}

/** Go to another screen. @param {string} path */
export function navigate(path) {
  history.pushState({}, "", addressOf(path));
  scrollTo(0, 0);
  showScreen();
}

/** Show the screen and move the focus to it, because the pressed link is gone. */
function showScreen() {
  show();
  const main = document.getElementById("main");
  if (!main) return;
  main.focus({ preventScroll: true });
  observer.observe(main, { childList: true, subtree: true });
  focusHeading();
}

const observer = new MutationObserver(focusHeading);

/**
 * Focus the heading of the new screen once it exists, so that screen readers read it. Do nothing if the reader has
 * moved the focus in the meantime, or if the screen is a running game.
 */
function focusHeading() {
  const main = document.getElementById("main");
  const heading = [...document.querySelectorAll("main h1")].find((one) => one.getClientRects().length > 0);
  const playing = main?.querySelector(".table:not([hidden])");
  const focusWaits = document.activeElement === main && !playing;
  if (focusWaits && !heading) return;
  observer.disconnect();
  if (!focusWaits || !(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
