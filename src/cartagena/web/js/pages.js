/** Which screen an address means, and how to get to another one. */

/** @type {() => void} */
let arrive = () => {};

/** Called whenever the address has changed. @param {() => void} show */
export function onArrival(show) {
  arrive = show;
  addEventListener("popstate", () => arrive());
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
