/** How to get to another screen without loading the page anew, and where the focus is then. */

/** @type {() => void} */
let show = () => {};

/** Called whenever the address has changed. @param {() => void} shown */
export function onArrival(shown) {
  show = shown;
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || link.pathname.startsWith("/api")) return;
    event.preventDefault();
    // Past the header is still the same screen: nothing on it may begin anew.
    if (link.hash === "#main") document.getElementById("main")?.focus();
    else go(link.pathname + link.hash);
  });
}

/** Go to another screen. @param {string} path */
export function go(path) {
  history.pushState({}, "", path);
  scrollTo(0, 0);
  arrive();
}

/** Whoever goes by keys or ears goes on from the new screen: what was pressed is gone. */
function arrive() {
  show();
  const main = document.getElementById("main");
  if (!main) return;
  main.focus({ preventScroll: true });
  coming.observe(main, { childList: true, subtree: true });
  settle();
}

const coming = new MutationObserver(settle);

/**
 * The heading of the new screen takes the focus once it is there, so that it is read out; but not
 * from anything that the reader went to meanwhile. A game begins with the board, not with its name.
 */
function settle() {
  const main = document.getElementById("main");
  const heading = [...document.querySelectorAll("main h1")].find((one) => one.checkVisibility());
  const playing = main?.querySelector(".table:not([hidden])");
  const waits = document.activeElement === main && !playing;
  if (waits && !heading) return;
  coming.disconnect();
  if (!waits || !(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
