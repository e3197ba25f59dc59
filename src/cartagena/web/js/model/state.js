/** The one state of a table, and how events change it. Everything shown follows from it. */

import { NOTHING, parse } from "./moves.js";

/** @import { Hint, Line, Move, Pending, Snapshot, TableInfo, Unheard, View, Word } from "../net/types.js" */
/** @import { Selection } from "./moves.js" */

/**
 * @typedef {{
 *   table: TableInfo, you: string[], answers: number, board: string[], log: Line[],
 *   views: View[], legal: Move[], undo: boolean, deadline: number | null, chat: Word[],
 *   muted: Unheard[],
 *   present: string[], busy: boolean, chosen: Selection, seen: string,
 *   hint: Hint | null, asking: boolean, ahead: number,
 * }} State
 * `seen` is the colour of the seat whose hand is shown, of all that share this screen;
 * `hint` is the advice for this very choice, `asking` whether it is being worked out;
 * `ahead` is how many milliseconds the server's clock, by which deadlines are, is ahead of ours.
 */

/**
 * @param {Snapshot} told
 * @returns {State}
 */
export function begin(told) {
  const state = {
    ...told,
    board: told.board ?? [],
    legal: told.legal.map(parse),
    busy: false,
    chosen: NOTHING,
    seen: "",
    muted: told.muted ?? [],
    hint: null,
    asking: false,
    ahead: ahead(told),
  };
  return { ...state, seen: shown(state) };
}

/**
 * How far the server's clock is ahead of ours; positions without a server have no clock.
 * @param {{ now?: number }} told
 */
function ahead({ now }) {
  return now ? now - Date.now() : 0;
}

/**
 * Whose hand to show: that of the seat that must choose, if it is one of ours.
 * @param {State} state
 */
function shown(state) {
  const decider = deciderOf(state.views[0]);
  if (state.you.includes(decider)) return decider;
  return state.you.includes(state.seen) ? state.seen : (state.you[0] ?? "");
}

/**
 * Who must choose now.
 * @param {View | undefined} view
 */
export function deciderOf(view) {
  if (!view || view.over) return "";
  return view.pending?.seat ?? view.turn;
}

/**
 * What the shown seat sees; for a spectator, what all see.
 * @param {State} state
 */
export function viewOf(state) {
  return state.views.find((view) => view.viewer === state.seen) ?? state.views[0];
}

/**
 * Whether it is ours to choose.
 * @param {State} state
 */
export function isOurs(state) {
  return state.legal.length > 0;
}

/** @param {TableInfo} table */
export function goalOf(table) {
  return table.rules.jungle ? "cove" : "sloop";
}

/** @param {TableInfo} table */
export function startOf(table) {
  return table.rules.tunnel ? "jail" : "sloop";
}

/**
 * How a seat is called.
 * @param {State} state
 * @param {string} colour
 */
export function seatOf(state, colour) {
  return state.table.seats.find((seat) => seat.colour === colour);
}

/**
 * The state after an event.
 * @param {State} state
 * @param {string} kind
 * @param {any} told
 * @returns {State}
 */
export function after(state, kind, told) {
  switch (kind) {
    case "snapshot":
      return begin(told);
    case "moved":
      return moved(state, told);
    case "undone":
      return game({ ...state, log: state.log.slice(0, -1) }, told);
    case "started":
      return game({ ...state, table: told.table, board: told.board, log: [] }, told);
    case "created":
    case "joined":
    case "contributed":
    case "left":
    case "seat":
      return left({ ...state, table: told.table, you: told.you }, told);
    case "lapsed":
    case "returned":
      return {
        ...state,
        deadline: told.deadline,
        table: standing(state.table, told.seat, kind === "lapsed"),
      };
    case "said":
      return { ...state, chat: [...state.chat, told].slice(-100) };
    case "heard":
      return { ...state, chat: told.chat, muted: told.muted };
    case "rematched":
      return { ...state, table: { ...state.table, rematch: told.table } };
    case "presence":
      // It comes after each return to the table, so a clock that was set meanwhile does no harm.
      return { ...state, present: told.present, ahead: ahead(told) };
    default:
      return state;
  }
}

/**
 * Where somebody has left a game, it stands differently for them, and a bot has all the time.
 * What the others were about to do, they still are.
 * @param {State} state
 * @param {any} told
 * @returns {State}
 */
function left(state, told) {
  const { chosen, busy, hint, asking } = state;
  if (!told.views) return state;
  const now = game(state, told);
  return isOurs(now) ? { ...now, chosen, busy, hint, asking } : now;
}

/**
 * @param {TableInfo} table
 * @param {string} colour
 * @param {boolean} standin
 */
function standing(table, colour, standin) {
  const seats = table.seats.map((seat) => (seat.colour === colour ? { ...seat, standin } : seat));
  return { ...table, seats };
}

/**
 * @param {State} state
 * @param {any} told
 * @returns {State}
 */
function game(state, told) {
  const next = {
    ...state,
    answers: told.answers,
    views: told.views,
    legal: told.legal.map(parse),
    undo: told.undo,
    deadline: told.deadline,
    chosen: NOTHING,
    busy: false,
    hint: null,
    asking: false,
  };
  const over = next.views[0]?.over;
  const status = over ? "finished" : "running";
  return { ...next, table: { ...next.table, status }, seen: shown(next) };
}

/**
 * @param {State} state
 * @param {any} told
 * @returns {State}
 */
function moved(state, told) {
  /** @type {Line} */
  const line = { seat: told.seat, move: told.move, drawn: told.drawn, found: told.found };
  const table = standing(state.table, told.seat, told.by === "standin");
  return game({ ...state, table, log: [...state.log, line] }, told);
}
