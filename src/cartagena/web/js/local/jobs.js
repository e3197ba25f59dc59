/** What helpers do: examine moves for an analysis, find a hint, rate moves on an analysis board, search for a bot. */

import { parseRecord } from "./analyses.js";
import { writeFindings } from "./findings.js";
import { fromPlain, toJson } from "./json.js";
import * as program from "./program.js";
import { searchTree } from "./team.js";
import { explore, findHint, needNet } from "./thinking.js";

/** @import { FetchFile } from "./thinking.js" */
/** @typedef {(job: any, fetchFile: FetchFile, report: (report: any) => void) => Promise<unknown>} Job */

/** The share of a first hint's time that loading its net takes, roughly. */
const LOADED = 0.3;

/**
 * A game from which a hint or an analysis board starts: the view of the seat that must choose, or a record and the
 * number of moves made.
 * @typedef {{ view: object } | { record: string, moves: number }} Start
 */

/** Return the game of a start. Cards that the view does not show may be anywhere. @param {any} start */
function gameOf(start) {
  if (start.view) return program.Game.from_position(program.possible_position(fromPlain(start.view)));
  return program.game_after(fromPlain(parseRecord(start.record)), start.moves);
}

/** The jobs by name. @type {Record<string, Job>} */
export const JOBS = {
  /** Examine every `step`-th move of a game and report the findings about each. */
  examine: async ({ record, first, step }, fetchFile, report) => {
    const document = fromPlain(parseRecord(record));
    await needNet(
      { rules: program.Rules.from_document(document.get("rules")), players: document.get("players") },
      fetchFile,
    );
    const examination = new program.Examination(document);
    for (let index = first; index < examination.decisions.length; index += step) {
      report({ index, findings: writeFindings(examination.examine(index)) });
    }
  },

  /** Find a hint, and report the share of the work that is done. */
  hint: async ({ table, seq, start }, fetchFile, report) => {
    const game = gameOf(start);
    report(0);
    await needNet(game, fetchFile);
    report(LOADED);
    return toJson(findHint(table, seq, game, (share) => report(LOADED + (1 - LOADED) * share)));
  },

  /** Play moves on an analysis board and rate the next ones. */
  explore: async ({ table, request, start }, fetchFile) => {
    const game = gameOf(start);
    await needNet(game, fetchFile);
    return toJson(explore(table, request, game));
  },

  /** Search one of the trees of a bot's search. */
  search: searchTree,
};
