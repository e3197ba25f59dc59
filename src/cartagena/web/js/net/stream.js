/** The stream of a table: server-sent events, opened again whenever the line is lost. */

import { line } from "./api.js";

const EVENTS = [
  ..."snapshot created joined contributed left seat started moved undone".split(" "),
  ..."lapsed returned said muted rematched presence".split(" "),
];
/** In milliseconds: a stream that is silent for longer is dead, for the server says every 15 s that it is alive. */
const SILENCE = 40_000;

/**
 * Listen to a table; what was missed while the line was down comes first.
 * @param {string} id
 * @param {(kind: string, data: any) => void} heard
 * @param {(up: boolean) => void} connected
 * @returns {{ stop: () => void, again: () => void }} `again` looks whether anything was missed
 */
export function listen(id, heard, connected) {
  /** @type {EventSource | null} */
  let source = null;
  let last = -1;
  let wait = 500;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let ended = false;
  let heardAt = Date.now();

  const open = () => {
    clearTimeout(timer);
    if (ended) return;
    heardAt = Date.now();
    source?.close();
    const after = last >= 0 ? `?after=${last}` : "";
    const opened = new EventSource(`/api/tables/${id}/stream${after}`);
    source = opened;
    const hears = () => {
      heardAt = Date.now();
      connected(true);
    };
    opened.onopen = () => {
      wait = 500;
      hears();
    };
    opened.onerror = () => {
      // The browser would try again by itself, but not after every kind of failure.
      opened.close();
      if (source !== opened || ended) return;
      connected(false);
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.6, 8000);
    };
    opened.addEventListener("alive", hears);
    for (const kind of EVENTS) {
      opened.addEventListener(kind, (event) => {
        hears();
        if (event.lastEventId) last = Number(event.lastEventId);
        heard(kind, JSON.parse(event.data));
      });
    }
  };
  // A machine that slept, or a line that was cut without a word, leaves a stream that looks open.
  const check = () => {
    const quiet = Date.now() - heardAt;
    if (quiet > SILENCE || (source?.readyState === EventSource.CLOSED && quiet > wait)) open();
  };
  const watch = setInterval(check, 5000);
  const trouble = () => connected(false);
  line.addEventListener("trouble", trouble);
  addEventListener("offline", trouble);
  addEventListener("online", open);
  document.addEventListener("visibilitychange", check);
  open();
  const stop = () => {
    ended = true;
    clearTimeout(timer);
    clearInterval(watch);
    line.removeEventListener("trouble", trouble);
    removeEventListener("offline", trouble);
    removeEventListener("online", open);
    document.removeEventListener("visibilitychange", check);
    source?.close();
  };
  return { stop, again: open };
}
