/** Analyses of finished games, by several helpers: each examines some of the moves. */

import { readFindings } from "./findings.js";
import { fromPlain, toJson } from "./json.js";
import * as program from "./program.js";
import { needNet } from "./thinking.js";

/** @import { Helpers } from "./helpers.js" */
/** @import { Store } from "./store.js" */
/** @import { FetchFile } from "./thinking.js" */
/** The state of an analysis, as the server sends it. @typedef {{ status: "none" | "running" | "done" | "failed", done: number, total: number, analysis: any }} State */

/** @type {State} */
const NONE = { status: "none", done: 0, total: 0, analysis: null };

/** The analyses of this device: those of its own tables, and of finished games of the server. */
export class Analyses {
  /** @param {Store} store @param {FetchFile} fetchFile @param {Helpers} helpers */
  constructor(store, fetchFile, helpers) {
    this.store = store;
    this.fetchFile = fetchFile;
    this.helpers = helpers;
    /** @type {Map<string, State>} */
    this.states = new Map();
    /** The functions that stop each running analysis. @type {Map<string, () => void>} */
    this.stops = new Map();
  }

  /** Return the progress of an analysis. Results are stored. @param {string} id @returns {Promise<State>} */
  async stateOf(id) {
    const state = this.states.get(id) ?? (await this.store.setting(`analysis ${id}`)) ?? NONE;
    if (state !== NONE) this.states.set(id, state);
    return state;
  }

  /** Stop an analysis. @param {string} id @returns {State} */
  stop(id) {
    this.states.delete(id);
    this.stops.get(id)?.();
    this.stops.delete(id);
    return NONE;
  }

  /** Start the analysis of a game, unless it is running or done. @param {string} id @param {string} record @param {any} game */
  async start(id, record, game) {
    const current = await this.stateOf(id);
    if (current.status === "running" || current.status === "done") return current;
    /** @type {State} */
    const state = { status: "running", done: 0, total: game.moves_made, analysis: null };
    this.states.set(id, state);
    this.run(id, state, record, game).catch((error) => {
      const isStopped = this.states.get(id) !== state;
      if (isStopped) return;
      state.status = "failed";
      console.error(error);
    });
    return state;
  }

  /** @param {string} id @param {State} state @param {string} record @param {any} game */
  async run(id, state, record, game) {
    /** @type {string[]} */
    const findings = Array(state.total);
    const step = Math.max(1, Math.min(this.helpers.most, state.total));
    const jobs = Array.from({ length: step }, (_, first) =>
      this.helpers.run({ name: "examine", record, first, step }, ({ index, findings: text }) => {
        findings[index] = text;
        state.done++;
      }),
    );
    const stop = () => {
      for (const job of jobs) job.stop();
    };
    this.stops.set(id, stop);
    try {
      await Promise.all(jobs.map(({ result }) => result));
    } catch (error) {
      stop();
      throw error;
    }
    this.stops.delete(id);
    await needNet(game, this.fetchFile);
    const examination = new program.Examination(fromPlain(parseRecord(record)));
    const whole = examination.analysis(findings.map(readFindings));
    const moments = program.decisive_moments(whole).map((/** @type {any} */ one) => one.document());
    state.analysis = JSON.parse(toJson(program.report_document(whole)));
    state.analysis.moments = JSON.parse(toJson(moments));
    state.status = "done";
    await this.store.set(`analysis ${id}`, state).catch(() => {});
  }
}

/** Read a record whose seed may have more digits than a JavaScript number. @param {string} text */
export function parseRecord(text) {
  const record = JSON.parse(text);
  const seed = /"seed":(\d+)/.exec(text)?.[1];
  if (seed !== undefined && !Number.isSafeInteger(record.seed)) record.seed = BigInt(seed);
  return record;
}
