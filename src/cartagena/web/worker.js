/** The service worker, which keeps the client for offline use: everything under Learn, and games on this device. */

const CACHE = "cartagena-{version}";
/** The files to cache: the page, its files, the catalogue and the boards of Learn. The server or `make site` fills in the list. */
const FILES = [
  /*{files}*/
];
/** The page, which shows any screen. */
const PAGE = FILES[0];
const CATALOGUE = "/api/v1/catalogue";
/** The path of the folder with the page. */
const ROOT = new URL(self.registration.scope).pathname;

self.addEventListener("install", (event) => {
  // A static host may let browsers keep an old page, whose files are not in this version's cache.
  const requests = FILES.map((file) => (file === PAGE ? new Request(file, { cache: "reload" }) : file));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const removeOld = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(removeOld());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`${ROOT}static/`)) {
    event.respondWith(fromCache(event.request));
  } else if (url.pathname === CATALOGUE) {
    event.respondWith(fromServer(event.request, CATALOGUE));
  } else if (event.request.mode === "navigate") {
    event.respondWith(fromServer(event.request, PAGE));
  }
});

/** A message from the server, although no page may be open: a notification, or that one is no longer needed. */
self.addEventListener("push", (event) => {
  const message = event.data?.json() ?? {};
  event.waitUntil(message.clear ? closeNotifications(message.clear) : notify(message));
});

/** The browser has replaced its subscription, so the server needs the new one. */
self.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const options = event.oldSubscription?.options;
    const subscription = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
    if (!subscription) return;
    const { endpoint, keys } = subscription.toJSON();
    const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
    await fetch("/api/v1/me/push", { method: "POST", headers: { "content-type": "application/json" }, body });
  };
  event.waitUntil(renew());
});

/** Show a notification, unless the reader already looks at that table. */
async function notify({ title, body, path, tag, lang }) {
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === path)) return;
  const icon = "/static/{version}/icons/icon-192.png";
  await self.registration.showNotification(title, { body, tag, lang, icon, dir: "auto", data: path });
}

async function closeNotifications(tag) {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

/** A press on a notification opens the page that showed it, or a new one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  const goThere = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const open = pages.find((page) => page.url.split("?")[0] === address);
    return open ? open.focus() : self.clients.openWindow(address);
  };
  event.waitUntil(goThere());
});

/** Respond from the cache, whose files never change. Only nets are added later. */
async function fromCache(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known || !request.url.includes("/nets/")) return known ?? fetch(request);
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** Respond from the server or, offline, with this file from the cache. */
async function fromServer(request, fallback) {
  return fetch(request).catch(async () => (await caches.match(fallback)) ?? Response.error());
}
