/** Navigation between screens without reloading the page, and where the focus goes. */

/** @type {() => void} */
let show = () => {};

/** Show the screen of the address whenever it has changed. @param {() => void} callback */
export function onNavigation(callback) {
  show = callback;
  addEventListener("popstate", showScreen);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || link.pathname.startsWith("/api")) return;
    event.preventDefault();
    // The skip link stays on the same screen, which must not start again.
    if (link.hash === "#main") document.getElementById("main")?.focus();
    else navigate(link.pathname + link.search + link.hash);
  });
}

/** Go to another screen. @param {string} path */
export function navigate(path) {
  history.pushState({}, "", path);
  scrollTo(0, 0);
  showScreen();
}

/** Keyboard and screen reader go on from the new screen: the link that was pressed is gone. */
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
 * The heading of the new screen takes the focus once it is there, so that it is read out; unless the
 * reader has moved the focus meanwhile, or the screen is a running game.
 */
function focusHeading() {
  const main = document.getElementById("main");
  const heading = [...document.querySelectorAll("main h1")].find((one) => one.checkVisibility());
  const playing = main?.querySelector(".table:not([hidden])");
  const focusWaits = document.activeElement === main && !playing;
  if (focusWaits && !heading) return;
  observer.disconnect();
  if (!focusWaits || !(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
