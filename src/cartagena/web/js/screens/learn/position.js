/** Positions without a server: for the tutorial, the puzzles and the rules. */

import { boardShape } from "../../board/places.js";
import { fromSnapshot } from "../../model/state.js";

/** @import { Picture } from "../../board/picture.js" */
/** @import { State } from "../../model/state.js" */
/** @import { LogLine, Rules, TableInfo, View } from "../../net/types.js" */

/** A board with rules, seen from a seat. @typedef {{ seat: string, rules: Rules, board: string[] }} Position */

/**
 * A position as a state that board and controls can draw.
 * @param {Position} position
 * @param {View} view
 * @param {string[]} [legal]
 * @param {LogLine[]} [log]
 */
export function positionState(position, view, legal = [], log = []) {
  /** @type {TableInfo} */
  const table = {
    id: "",
    name: "",
    status: "running",
    decider: "",
    paused: false,
    pause_wanted: [],
    rules: position.rules,
    owner: "",
    public: false,
    spectators: false,
    seconds: 0,
    budget: 0,
    increment: 0,
    substitute: "",
    created_at: 0,
    bot_speed: "normal",
    commitment: "",
    rematch: "",
    rematch_of: "",
    seats: Object.keys(view.pirates).map((colour) => ({
      colour,
      kind: "player",
      name: "",
      level: "",
      identity: "",
      substitute: false,
      contributed: false,
    })),
  };
  return fromSnapshot({
    seq: 0,
    table,
    you: [position.seat],
    expected_seq: 0,
    board: position.board,
    log,
    views: [view],
    legal,
    undo: false,
    deadline: null,
    chat: [],
    present: [],
  });
}

/** The state that each board is to show. @type {WeakMap<Picture, State>} */
const wanted = new WeakMap();

/**
 * Show a position as soon as its board is loaded, unless another was requested meanwhile: boards
 * may arrive in another order.
 * @param {Picture} picture
 * @param {State} state
 */
export async function showPosition(picture, state) {
  wanted.set(picture, state);
  await picture.load(state.table, state.board, boardShape());
  if (wanted.get(picture) === state) picture.show(state);
}
