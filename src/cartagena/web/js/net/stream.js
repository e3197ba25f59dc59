/** The event stream of a table (server-sent events). It is opened again whenever the connection is lost. */

import { TABLE_EVENTS } from "./event_names.js";
import { connection } from "./http.js";

/** @import { TableEvent } from "./types.js" */

/** Silence in milliseconds after which a stream is dead. The server sends "alive" every 15 seconds. */
const DEAD_AFTER_MS = 40_000;
/** First and longest wait before the stream is opened again, in milliseconds. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;

/**
 * Listen to a table. After a lost connection, the missed events come first.
 * @param {string} id
 * @param {(...event: TableEvent) => void} onEvent
 * @param {(connected: boolean) => void} onConnection
 * @returns {{ stop: () => void, reconnect: () => void }} `reconnect` fetches what was missed
 */
export function openStream(id, onEvent, onConnection) {
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
