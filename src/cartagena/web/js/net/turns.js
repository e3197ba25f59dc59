/** The tables where it is our turn: asked for now and then, and by every new screen. */

import { n } from "../lib/i18n.js";
import { notificationsOn, notifyTurn } from "../lib/notify.js";
import { isKnown, request } from "./http.js";

/** In milliseconds: how often we ask. */
const OFTEN = 20_000;

/** Their ids, those that wait longest first. @type {string[]} */
let tables = [];
/** @type {Set<(tables: string[]) => void>} */
const listeners = new Set();

/** Be told where it is our turn, now and whenever we have asked, until the returned function is called. @param {(tables: string[]) => void} listener */
export function onTurns(listener) {
  listeners.add(listener);
  listener(tables);
  return () => listeners.delete(listener);
}

/** Ask the server. Somebody without an identity has no table; a page that nobody sees asks only if it may notify. */
export async function askForTurns() {
  if (!isKnown() || (document.hidden && !notificationsOn())) return;
  const before = tables;
  try {
    ({ tables } = await request("GET", "/api/v1/turns"));
  } catch {
    return; // What we knew stays; the page itself tells when the connection is away.
  }
  for (const listener of listeners) listener(tables);
  // The table that is open here tells its turn itself.
  const isNew = (/** @type {string} */ id) => !before.includes(id) && location.pathname !== `/table/${id}`;
  if (!tables.some(isNew)) return;
  notifyTurn("/tables", n("Your turn at {count} table", "Your turn at {count} tables", tables.length));
}

/** Go on asking for as long as the page is there. */
export function keepAskingForTurns() {
  setInterval(askForTurns, OFTEN);
  document.addEventListener("visibilitychange", askForTurns);
}
