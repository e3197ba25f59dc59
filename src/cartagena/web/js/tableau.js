/** A position to look at and to try things on, with no server behind it: for lessons and puzzles. */

import { begin } from "./state.js";

/** @import { Line, Rules, TableInfo, View } from "./types.js" */

/** @typedef {{ seat: string, rules: Rules, board: string[] }} Tableau */

/**
 * The position as a state that board and controls can show.
 * @param {Tableau} shown
 * @param {View} view
 * @param {string[]} [legal]
 * @param {Line[]} [log]
 */
export function tableau(shown, view, legal = [], log = []) {
  /** @type {TableInfo} */
  const table = {
    id: "", name: "", status: "running", rules: shown.rules, owner: "", public: false, spectators: false, seconds: 0,
    standin: "", created_at: 0, commitment: "", rematch: "", rematch_of: "",
    seats: Object.keys(view.pirates).map((colour) => ({ colour, kind: "player", name: "", level: "", identity: "", standin: false, contributed: false })),
  };
  return begin({
    seq: 0, table, you: [shown.seat], answers: 0, board: shown.board, log, views: [view], legal, undo: false,
    deadline: null, chat: [], present: [],
  });
}
