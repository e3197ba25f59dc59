/** The worker of local tables. It answers requests and sends the events of tables, as the server does. */

import { Analyses } from "./analyses.js";
import { BotMoves } from "./bot_moves.js";
import { Helpers } from "./helpers.js";
import { JOBS } from "./jobs.js";
import { toJson } from "./json.js";
import * as program from "./program.js";
import { answer, problemOf } from "./routes.js";
import { Scheduler } from "./scheduler.js";
import { openStore } from "./store.js";
import { Tables } from "./tables.js";
import { prepare } from "./thinking.js";

/** The most workers that think at the same time. */
const MAX_HELPERS = 4;

/** @param {string} name of a file next to the page's own @returns {Promise<ArrayBuffer>} */
async function fetchFile(name) {
  const response = await fetch(new URL(`../../${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} for ${name}`);
  return response.arrayBuffer();
}

/** @param {unknown} error */
const text = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Start a worker that does jobs for this one. */
const openHelper = () => new Worker(import.meta.url, { type: "module" });

/** The services for requests, created with the first one. */
async function makeServices() {
  const [store] = await Promise.all([openStore(), fetchFile("engine.wasm").then(prepare)]);
  const cores = navigator.hardwareConcurrency || 2;
  const helpers = new Helpers(openHelper, Math.max(1, Math.min(MAX_HELPERS, cores)));
  const tables = new Tables(store);
  const speeds = (await store.setting("speeds")) ?? {};
  // One core is left to the page.
  const bots = new BotMoves(helpers, Math.min(MAX_HELPERS, cores - 1), fetchFile, speeds, (measured) => {
    store.set("speeds", measured).catch(() => {});
  });
  const scheduler = new Scheduler(tables, bots, (error) => postMessage({ kind: "failed", error: text(error) }));
  const analyses = new Analyses(store, fetchFile, helpers);
  return { store, tables, scheduler, analyses, helpers, fetchFile, who: new program.Identity("you", "") };
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

/** The functions that stop the work on a request, by its number. @type {Map<number, () => void>} */
const stops = new Map();

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
    const report = (/** @type {number} */ share) => postMessage({ kind: "progress", number, share });
    const onStop = (/** @type {() => void} */ stop) => stops.set(number, stop);
    try {
      const all = await ready();
      if (name) all.who.name = name;
      postMessage({ kind: "response", number, body: await answer({ ...all, report, onStop }, method, path, body) });
    } catch (problem) {
      postMessage({
        kind: "response",
        number,
        problem: problem instanceof Error ? { status: 500, detail: text(problem) } : problem,
      });
    } finally {
      stops.delete(number);
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
  stop: ({ number }) => stops.get(number)?.(),
  work: async ({ job }) => {
    try {
      await prepare(await fetchFile("engine.wasm"));
      const result = await JOBS[job.name]?.(job, fetchFile, (report) => postMessage({ report }));
      postMessage({ result });
    } catch (error) {
      postMessage({ problem: problemOf(error) });
    }
  },
};

addEventListener("message", ({ data }) => MESSAGES[data.kind]?.(data));
