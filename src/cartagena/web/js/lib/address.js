/**
 * The addresses of screens. On a server, the path of a screen is the path of its address. A static host has only one
 * page, so there the path follows the `#` of that page: `…/#/learn#puzzles`.
 */

/** Return whether this page has no server: it is a folder on a static host. */
export const isServerless = () => globalThis.document?.documentElement?.dataset?.server === "none";

/** Return the path of the folder with the page: on a server `/`. */
export const rootPath = () => (isServerless() ? new URL("./", location.href).pathname : "/");

/** Return the address of a screen, for links on this page. @param {string} path such as `/learn#puzzles` */
export const addressOf = (path) => (isServerless() ? `#${path}` : path);

/** Return the whole address of a screen, for other people and programs. @param {string} path */
export const wholeAddressOf = (path) => new URL(addressOf(path), isServerless() ? location.href : location.origin).href;

/** Return the address of the documentation, if this page has it. */
export const docsAddress = () => document.documentElement.dataset.docs ?? null;

/** Return path, search and hash of the current screen. @returns {URL} */
export function currentScreen() {
  if (!isServerless()) return new URL(location.href);
  return new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", location.origin);
}

/** Return the path of the screen that a link of this page leads to, or null if it leads elsewhere. @param {HTMLAnchorElement} link */
export function screenOf(link) {
  if (link.origin !== location.origin || link.hasAttribute("download")) return null;
  if (!isServerless()) return link.pathname.startsWith("/api") ? null : link.pathname + link.search + link.hash;
  return link.pathname === location.pathname && link.hash.startsWith("#/") ? link.hash.slice(1) : null;
}
