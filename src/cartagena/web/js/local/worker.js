/** The worker of local tables. It answers requests and sends the events of tables, as the server does. */

import { Analyses, examine } from "./analyses.js";
import { toJson } from "./json.js";
import * as program from "./program.js";
import { answer } from "./routes.js";
import { Scheduler } from "./scheduler.js";
import { openStore } from "./store.js";
import { Tables } from "./tables.js";
import { prepare, useSpeeds } from "./thinking.js";

/** The most workers that an analysis uses. */
const MAX_HELPERS = 4;

/** @param {string} name of a file next to the page's own @returns {Promise<ArrayBuffer>} */
async function fetchFile(name) {
  const response = await fetch(new URL(`../../${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} for ${name}`);
  return response.arrayBuffer();
}

/** @param {unknown} error */
const text = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** @param {any} job @param {(index: number, findings: string) => void} found @param {(error: unknown) => void} failed */
function startHelper(job, found, failed) {
  const helper = new Worker(import.meta.url, { type: "module" });
  helper.onmessage = ({ data }) => (data.error ? failed(new Error(data.error)) : found(data.index, data.findings));
  helper.onerror = (event) => failed(event.error ?? new Error(event.message));
  helper.postMessage({ kind: "examine", job });
  return () => helper.terminate();
}

/** The services for requests, created with the first one. */
async function makeServices() {
  const [store] = await Promise.all([openStore(), fetchFile("engine.wasm").then(prepare)]);
  const tables = new Tables(store);
  useSpeeds((await store.setting("speeds")) ?? {}, (speeds) => void store.set("speeds", speeds).catch(() => {}));
  const scheduler = new Scheduler(tables, fetchFile, (error) => postMessage({ kind: "failed", error: text(error) }));
  const cores = navigator.hardwareConcurrency || 2;
  const analyses = new Analyses(store, fetchFile, startHelper, Math.max(1, Math.min(MAX_HELPERS, cores)));
  return { store, tables, scheduler, analyses, fetchFile, who: new program.Identity("you", "") };
}
/** @type {ReturnType<typeof makeServices> | null} */
let services = null;

/** Return the services. If creating them fails, because the engine is not cached, the next request tries again. */
function ready() {
  services ??= makeServices();
  services.catch(() => {
    services = null;
  });
  return services;
}

/** The functions that stop each stream. @type {Map<number, () => void>} */
const streams = new Map();

/** Send a stream the table, then each event. @param {number} stream @param {string} id */
async function follow(stream, id) {
  const { tables, scheduler, who } = await ready();
  const send = (/** @type {string} */ event, /** @type {string} */ data) =>
    postMessage({ kind: "event", stream, event, data });
  const table = await tables.get(id);
  if (!table) return postMessage({ kind: "event", stream, event: "", data: "" });
  send("snapshot", toJson(program.snapshot(table, who.id, [who.id], Date.now())));
  streams.set(
    stream,
    tables.listen(id, (now, entry) => {
      const data = new program.EventView(now, entry).for_identity(who.id);
      if (data !== null) send(entry.event.constructor.$tag, toJson(data));
      scheduler.schedule(now);
    }),
  );
  scheduler.schedule(table);
}

/** @type {Record<string, (data: any) => Promise<unknown> | unknown>} */
const MESSAGES = {
  request: async ({ number, method, path, body, name }) => {
    try {
      const all = await ready();
      if (name) all.who.name = name;
      postMessage({ kind: "response", number, body: await answer(all, method, path, body) });
    } catch (problem) {
      postMessage({
        kind: "response",
        number,
        problem: problem instanceof Error ? { status: 500, detail: text(problem) } : problem,
      });
    }
  },
  open: ({ stream, id }) =>
    follow(stream, id).catch((error) => {
      // The page then asks for the table, and gets the reason.
      postMessage({ kind: "event", stream, event: "", data: "" });
      if (!(error instanceof program.Refusal)) postMessage({ kind: "failed", error: text(error) });
    }),
  close: ({ stream }) => {
    streams.get(stream)?.();
    streams.delete(stream);
  },
  examine: async ({ job }) => {
    try {
      await prepare(await fetchFile("engine.wasm"));
      await examine(job, fetchFile, (index, findings) => postMessage({ index, findings }));
    } catch (error) {
      postMessage({ error: text(error) });
    }
  },
};

addEventListener("message", ({ data }) => MESSAGES[data.kind]?.(data));
