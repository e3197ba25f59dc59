/** The tables where it is our turn, polled by the page and fetched by every new screen. */

import { currentScreen } from "../lib/address.js";
import { n } from "../lib/i18n.js";
import { notificationsOn, notifyTurn } from "../lib/notify.js";
import { isKnown } from "./http.js";
import { request } from "./table_link.js";

/** Poll interval in milliseconds. */
const POLL_MS = 20_000;

/** Their ids, longest wait first. @type {string[]} */
let tables = [];
/** @type {Set<(tables: string[]) => void>} */
const listeners = new Set();

/**
 * Call a listener with the tables, now and after every poll. Returns a function that stops this.
 * @param {(tables: string[]) => void} listener
 */
export function onTurns(listener) {
  listeners.add(listener);
  listener(tables);
  return () => listeners.delete(listener);
}

/** Fetch the tables and notify us of new turns. Skipped without an identity, or if the page is hidden and may not notify. */
export async function fetchTurns() {
  if (!isKnown() || (document.hidden && !notificationsOn())) return;
  const before = tables;
  try {
    ({ tables } = await request("GET", "/api/v1/turns"));
  } catch {
    return; // The tables stay as they were. The page itself says when the connection is lost.
  }
  for (const listener of listeners) listener(tables);
  // The table on this page announces its own turns.
  const isNew = (/** @type {string} */ id) => !before.includes(id) && currentScreen().pathname !== `/table/${id}`;
  if (!tables.some(isNew)) return;
  notifyTurn("/tables", n("Your turn at {count} table", "Your turn at {count} tables", tables.length));
}

/** Poll for as long as the page is open. */
export function pollTurns() {
  setInterval(fetchTurns, POLL_MS);
  document.addEventListener("visibilitychange", fetchTurns);
}
