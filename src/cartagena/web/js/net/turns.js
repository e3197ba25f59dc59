/** The tables where it is our turn: asked for now and then while the page is seen, and by every new screen. */

import { isKnown, request } from "./api.js";

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

/** Ask the server. Somebody without an identity has no table. */
export async function askForTurns() {
  if (!isKnown() || document.hidden) return;
  try {
    ({ tables } = await request("GET", "/api/v1/turns"));
  } catch {
    return; // What we knew stays; the page itself tells when the connection is away.
  }
  for (const listener of listeners) listener(tables);
}

/** Go on asking for as long as the page is there. */
export function keepAskingForTurns() {
  setInterval(askForTurns, OFTEN);
  document.addEventListener("visibilitychange", askForTurns);
}
