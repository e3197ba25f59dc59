/** Analyses of finished games, in workers of their own: each examines some of the moves. */

import { readFindings, writeFindings } from "./findings.js";
import { fromPlain, toJson } from "./json.js";
import * as program from "./program.js";
import { needNet } from "./thinking.js";

/** @import { FetchFile } from "./thinking.js" */
/** The state of an analysis, as the server sends it. @typedef {{ status: "none" | "running" | "done" | "failed", done: number, total: number, result: any }} State */
/**
 * Starts a worker that examines moves of a record and reports its findings in JSON. Returns a function that stops it.
 * @typedef {(job: { record: string, first: number, step: number }, found: (index: number, findings: string) => void, failed: (error: unknown) => void) => () => void} StartHelper
 */

/** @type {State} */
const NONE = { status: "none", done: 0, total: 0, result: null };

/** The analyses of this page. */
export class Analyses {
  /** @param {FetchFile} fetchFile @param {StartHelper} startHelper @param {number} helpers */
  constructor(fetchFile, startHelper, helpers) {
    this.fetchFile = fetchFile;
    this.startHelper = startHelper;
    this.helpers = helpers;
    /** @type {Map<string, State>} */
    this.states = new Map();
  }

  /** @param {string} id */
  stateOf(id) {
    return this.states.get(id) ?? NONE;
  }

  /** Start the analysis of a game, unless it is running or done. @param {string} id @param {string} record @param {any} game */
  start(id, record, game) {
    const current = this.stateOf(id);
    if (current.status === "running" || current.status === "done") return current;
    /** @type {State} */
    const state = { status: "running", done: 0, total: game.moves_made, result: null };
    this.states.set(id, state);
    this.run(state, record, game).catch((error) => {
      state.status = "failed";
      console.error(error);
    });
    return state;
  }

  /** @param {State} state @param {string} record @param {any} game */
  async run(state, record, game) {
    const findings = await new Promise((resolve, reject) => {
      /** @type {string[]} */
      const all = Array(state.total);
      const helpers = Math.max(1, Math.min(this.helpers, state.total));
      const stops = Array.from({ length: helpers }, (_, first) =>
        this.startHelper(
          { record, first, step: helpers },
          (index, text) => {
            all[index] = text;
            state.done++;
            if (state.done === state.total) {
              for (const stop of stops) stop();
              resolve(all);
            }
          },
          reject,
        ),
      );
    });
    await needNet(game, this.fetchFile);
    const examination = new program.Examination(fromPlain(parseRecord(record)));
    const analysis = examination.analysis(findings.map(readFindings));
    const moments = program.decisive_moments(analysis).map((/** @type {any} */ one) => one.document());
    state.result = JSON.parse(toJson(program.report_document(analysis)));
    state.result.moments = JSON.parse(toJson(moments));
    state.status = "done";
  }
}

/** Read a record whose seed may have more digits than a JavaScript number. @param {string} text */
export function parseRecord(text) {
  const record = JSON.parse(text);
  const seed = /"seed":(\d+)/.exec(text)?.[1];
  if (seed !== undefined && !Number.isSafeInteger(record.seed)) record.seed = BigInt(seed);
  return record;
}

/** Examine every `step`-th move of a game. @param {{ record: string, first: number, step: number }} job @param {FetchFile} fetchFile @param {(index: number, findings: string) => void} found */
export async function examine({ record, first, step }, fetchFile, found) {
  const document = fromPlain(parseRecord(record));
  await needNet(
    { rules: program.Rules.from_document(document.get("rules")), players: document.get("players") },
    fetchFile,
  );
  const examination = new program.Examination(document);
  for (let index = first; index < examination.decisions.length; index += step) {
    found(index, writeFindings(examination.examine(index)));
  }
}
