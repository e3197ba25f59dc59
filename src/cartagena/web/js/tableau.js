/** A position to look at and to try things on, with no server behind it: for lessons and puzzles. */

import { boardAddress } from "./board.js";
import { SLIM } from "./stage.js";
import { begin } from "./state.js";

/** @import { Picture } from "./render.js" */
/** @import { State } from "./state.js" */
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
    id: "", name: "", status: "running", decider: "", rules: shown.rules, owner: "", public: false, spectators: false, seconds: 0,
    standin: "", created_at: 0, commitment: "", rematch: "", rematch_of: "",
    seats: Object.keys(view.pirates).map((colour) => ({ colour, kind: "player", name: "", level: "", identity: "", standin: false, contributed: false })),
  };
  return begin({
    seq: 0, table, you: [shown.seat], answers: 0, board: shown.board, log, views: [view], legal, undo: false,
    deadline: null, chat: [], present: [],
  });
}

/** What was last asked of each picture. @type {WeakMap<Picture, { address: string, ready: Promise<void> }>} */
const asked = new WeakMap();

/**
 * Show a position as soon as its board is there, unless another was asked for meanwhile: boards
 * may come in another order.
 * @param {Picture} picture
 * @param {State} state
 */
export async function stand(picture, state) {
  const { table, board } = state;
  const address = boardAddress(table.rules, board, SLIM.matches);
  const before = asked.get(picture);
  const ready = before?.address === address ? before.ready : picture.load(table, board, SLIM.matches);
  const mine = { address, ready };
  asked.set(picture, mine);
  await ready;
  if (asked.get(picture) === mine) picture.show(state);
}
