/** The link to the tables of the server: requests over HTTP, and an event stream (server-sent events) for each table. */

import { TABLE_EVENTS } from "./event_names.js";
import { connection, Problem } from "./failures.js";

/** @import { TableEvent } from "./types.js" */

/**
 * Send a request to the server and return the body of the response. Throws a Problem if the server refuses.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<string>}
 */
export async function sendToServer(method, path, body) {
  /** @type {RequestInit} */
  const init = { method, headers: {} };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const response = await fetch(path, init);
  if (response.ok) return response.text();
  throw new Problem(response.status, await response.json().catch(() => ({})));
}

/** Silence in milliseconds after which a stream is dead. The server sends "alive" every 15 seconds. */
const DEAD_AFTER_MS = 40_000;
/** First and longest wait before the stream is opened again, in milliseconds. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;

/**
 * Listen to a table of the server. After a lost connection, missed events come first.
 * @param {string} id
 * @param {(...event: TableEvent) => void} onEvent
 * @param {(connected: boolean) => void} onConnection
 * @returns {{ stop: () => void, reconnect: () => void }} `reconnect` fetches what was missed
 */
export function openServerStream(id, onEvent, onConnection) {
  /** @type {EventSource | null} */
  let source = null;
  let lastId = -1;
  let wait = FIRST_WAIT_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let stopped = false;
  let lastHeard = Date.now();

  const open = () => {
    clearTimeout(timer);
    if (stopped) return;
    lastHeard = Date.now();
    source?.close();
    const after = lastId >= 0 ? `?after=${lastId}` : "";
    const opened = new EventSource(`/api/v1/tables/${id}/stream${after}`);
    source = opened;
    const alive = () => {
      lastHeard = Date.now();
      onConnection(true);
    };
    opened.onopen = () => {
      wait = FIRST_WAIT_MS;
      alive();
    };
    opened.onerror = () => {
      // The browser reconnects by itself, but not after every kind of failure.
      opened.close();
      if (source !== opened || stopped) return;
      onConnection(false);
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.6, MAX_WAIT_MS);
    };
    for (const kind of TABLE_EVENTS) {
      opened.addEventListener(kind, (event) => {
        alive();
        if (event.lastEventId) lastId = Number(event.lastEventId);
        if (kind !== "alive" && kind !== "bye") onEvent(kind, JSON.parse(event.data));
      });
    }
  };
  // After sleep, or if the connection was cut silently, the browser may consider a dead stream open.
  const check = () => {
    const quiet = Date.now() - lastHeard;
    if (quiet > DEAD_AFTER_MS || (source?.readyState === EventSource.CLOSED && quiet > wait)) open();
  };
  const watch = setInterval(check, 5000);
  const failed = () => onConnection(false);
  connection.addEventListener("failed", failed);
  addEventListener("offline", failed);
  addEventListener("online", open);
  document.addEventListener("visibilitychange", check);
  open();
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(watch);
    connection.removeEventListener("failed", failed);
    removeEventListener("offline", failed);
    removeEventListener("online", open);
    document.removeEventListener("visibilitychange", check);
    source?.close();
  };
  return { stop, reconnect: open };
}
