/** Keeps the client for times without a line: the page, its files and the lessons; never a game. */

const CACHE = "cartagena-{version}";
/** The page, the files and the boards of the lessons; the server writes the list. */
const FILES = [
  /*{files}*/
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname.startsWith("/static/") || address.pathname === "/board.svg") {
    event.respondWith(kept(event.request));
  } else if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match("/learn")) ?? Response.error()));
  }
});

/** Nothing is added later: the list is whole, and every table has a board of its own. */
async function kept(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}
