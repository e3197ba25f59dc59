/** The link to the tables of this device: a worker that answers requests as the server does. It starts when first needed. */

import { t } from "../lib/i18n.js";
import { openStore } from "../local/store.js";
import { Problem } from "./failures.js";

/** @import { TableEvent, TableInfo } from "./types.js" */

/** The id of the player at all tables of this device. */
export const LOCAL_PLAYER = "you";
/** The requests that need no worker, so that a page without games does not load the engine. @type {Record<string, () => Promise<unknown>>} */
const ANSWERS = {
  "GET /api/v1/me": async () => ({ id: LOCAL_PLAYER, name: playerName() }),
  "POST /api/v1/me": async () => ({ id: LOCAL_PLAYER, name: playerName() }),
  "POST /api/v1/identity": async () => ({ id: LOCAL_PLAYER, name: playerName() }),
  "GET /api/v1/turns": async () => ({ tables: [] }),
  "GET /api/v1/lobby": async () => ({ waiting: [], running: [] }),
  "GET /api/v1/me/recovery": async () => ({ created_at: null }),
  "GET /api/v1/catalogue": async () => (await fetch(new URL("../../catalogue.json", import.meta.url))).json(),
};

/** Return the name of the player, or a default. */
const playerName = () => localStorage.getItem("name") || t("Pirate");

/** List the tables of this device, the newest first. @returns {Promise<TableInfo[]>} */
export async function storedTables() {
  const tables = (await (await openStore()).all()).map((one) => /** @type {TableInfo} */ (one.info));
  return tables.filter(({ status }) => status !== "closed").sort((a, b) => b.created_at - a.created_at);
}

/** Return what is stored of a table, in JSON. @param {string} id */
export async function storedTable(id) {
  return JSON.stringify(await (await openStore()).read(id));
}

/** @type {Worker | null} */
let worker = null;
let count = 0;
/**
 * A request that takes a while. `onProgress` gets the share of the work that is done, and `signal` stops it.
 * @typedef {{ onProgress?: (share: number) => void, signal?: AbortSignal }} Progress
 */
/** The requests that wait for a response, by number. @type {Map<number, { resolve: (body: string) => void, reject: (error: unknown) => void, onProgress?: ((share: number) => void) | undefined }>} */
const waiting = new Map();
/** The listeners of streams. @type {Map<number, (event: string, data: string) => void>} */
const streams = new Map();

/** Return the worker, started now if it is not running. */
function running() {
  if (worker) return worker;
  worker = new Worker(new URL("../local/worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.kind === "event") return streams.get(data.stream)?.(data.event, data.data);
    if (data.kind === "failed") return console.error(data.error);
    const { resolve, reject, onProgress } = waiting.get(data.number) ?? {};
    if (data.kind === "progress") return onProgress?.(data.share);
    waiting.delete(data.number);
    if (data.problem) reject?.(new Problem(data.problem.status, data.problem));
    else resolve?.(data.body);
  };
  worker.onerror = () => {
    // The worker cannot start if its code fails to load. The next request tries again.
    for (const { reject } of waiting.values()) reject(new TypeError("the worker of local tables did not start"));
    waiting.clear();
    worker = null;
  };
  return worker;
}

/** Send a request to the tables of this device. @param {string} method @param {string} path @param {unknown} [body] @param {Progress} [progress] @returns {Promise<string>} */
export async function sendToWorker(method, path, body, { onProgress, signal } = {}) {
  const answer = ANSWERS[`${method} ${path}`];
  if (answer) return JSON.stringify(await answer());
  const number = ++count;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject, onProgress });
    running().postMessage({ kind: "request", number, method, path, body, name: playerName() });
    signal?.addEventListener("abort", () => running().postMessage({ kind: "stop", number }));
  });
}

/**
 * Listen to a table of this device.
 * @param {string} id
 * @param {(...event: TableEvent) => void} onEvent
 * @param {(connected: boolean) => void} onConnection
 * @returns {{ stop: () => void, reconnect: () => void }}
 */
export function openWorkerStream(id, onEvent, onConnection) {
  let stream = 0;
  const stop = () => {
    streams.delete(stream);
    running().postMessage({ kind: "close", stream });
  };
  const open = () => {
    stream = ++count;
    streams.set(stream, (event, data) => {
      onConnection(event !== "");
      if (event) onEvent(.../** @type {TableEvent} */ ([event, JSON.parse(data)]));
    });
    running().postMessage({ kind: "open", stream, id });
  };
  open();
  return {
    stop,
    reconnect: () => {
      stop();
      open();
    },
  };
}
