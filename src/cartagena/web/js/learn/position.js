/** A position to look at and to try things on, with no server behind it: for lessons and puzzles. */

import { SLIM } from "../board/places.js";
import { begin } from "../model/state.js";

/** @import { Picture } from "../board/picture.js" */
/** @import { State } from "../model/state.js" */
/** @import { Line, Rules, TableInfo, View } from "../net/types.js" */

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
    id: "",
    name: "",
    status: "running",
    decider: "",
    rules: shown.rules,
    owner: "",
    public: false,
    spectators: false,
    seconds: 0,
    standin: "",
    created_at: 0,
    commitment: "",
    rematch: "",
    rematch_of: "",
    seats: Object.keys(view.pirates).map((colour) => ({
      colour,
      kind: "player",
      name: "",
      level: "",
      identity: "",
      standin: false,
      contributed: false,
    })),
  };
  return begin({
    seq: 0,
    table,
    you: [shown.seat],
    answers: 0,
    board: shown.board,
    log,
    views: [view],
    legal,
    undo: false,
    deadline: null,
    chat: [],
    present: [],
  });
}

/** What each picture shall show. @type {WeakMap<Picture, State>} */
const wanted = new WeakMap();

/**
 * Show a position as soon as its board is there, unless another was asked for meanwhile: boards
 * may come in another order.
 * @param {Picture} picture
 * @param {State} state
 */
export async function stand(picture, state) {
  wanted.set(picture, state);
  await picture.load(state.table, state.board, SLIM.matches);
  if (wanted.get(picture) === state) picture.show(state);
}
