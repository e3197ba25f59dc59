/** The state of a table in the client, and how events change it (a reducer). The screens draw only from it. */

import { NO_SELECTION, parseMove } from "./moves.js";

/** @import { UndoWindow, Hint, LogLine, Move, Pending, Snapshot, TableInfo, MutedPlayer, View, ChatMessage } from "../net/types.js" */
/** @import { Selection } from "./moves.js" */

/**
 * @typedef {{
 *   table: TableInfo, you: string[], expected_seq: number, board: string[], log: LogLine[],
 *   views: View[], legal: Move[], undo: boolean, undoWindow: UndoWindow | null, deadline: number | null,
 *   timeLeft: Record<string, number>, chat: ChatMessage[],
 *   muted: MutedPlayer[],
 *   present: string[], busy: boolean, chosen: Selection, shownSeat: string,
 *   hint: Hint | null, hintPending: boolean, clockOffset: number, fresh: string[],
 * }} State
 * `shownSeat` is the colour of the seat whose hand is shown, of all that share this screen;
 * `hint` is the hint for this very choice, `hintPending` whether it is being worked out;
 * `timeLeft` is what each player had left in milliseconds when they were last asked, if the game is limited;
 * `clockOffset` is how many milliseconds the server's clock, by which deadlines are, is ahead of ours;
 * `fresh` are the cards that came to our hand with our last move;
 * While `undoWindow` is open, `views` still show the turn of its seat.
 */

/**
 * The state that a snapshot of the server describes.
 * @param {Snapshot} data
 * @returns {State}
 */
export function fromSnapshot(data) {
  const state = {
    ...data,
    board: data.board ?? [],
    views: viewsInUndoWindow(data),
    undoWindow: data.undo_window ?? null,
    legal: data.legal.map(parseMove),
    busy: false,
    chosen: NO_SELECTION,
    shownSeat: "",
    muted: data.muted ?? [],
    timeLeft: data.time_left ?? {},
    hint: null,
    hintPending: false,
    clockOffset: clockOffset(data),
    fresh: [],
  };
  return { ...state, shownSeat: seatToShow(state) };
}

/**
 * Keep the turn in the views while its undo window is open.
 * @param {{ views: View[], undo_window?: UndoWindow | null }} data
 */
function viewsInUndoWindow({ views, undo_window }) {
  return undo_window
    ? views.map((view) => ({ ...view, turn: undo_window.seat, actions_left: 0, free_sail: false }))
    : views;
}

/**
 * How far the server's clock is ahead of ours; positions without a server have no clock.
 * @param {{ now?: number }} data
 */
function clockOffset({ now }) {
  return now ? now - Date.now() : 0;
}

/**
 * Whose hand to show: that of the seat that must choose, if it is one of ours.
 * @param {State} state
 */
function seatToShow(state) {
  const decider = deciderOf(state.views[0]);
  if (state.you.includes(decider)) return decider;
  return state.you.includes(state.shownSeat) ? state.shownSeat : (state.you[0] ?? "");
}

/**
 * The colour that must choose now; empty when the game is over.
 * @param {View | undefined} view
 */
export function deciderOf(view) {
  if (!view || view.over) return "";
  return view.pending?.seat ?? view.turn;
}

/**
 * What the player of the shown seat sees; for a spectator, what all see.
 * @param {State} state
 */
export function viewOf(state) {
  return state.views.find((view) => view.viewer === state.shownSeat) ?? state.views[0];
}

/**
 * Whether it is ours to choose.
 * @param {State} state
 */
export function isOurs(state) {
  return state.legal.length > 0;
}

/** The moves since the last one of ours; none for spectators. @param {State} state */
export function linesSinceOurs({ log, you }) {
  if (!you.length) return [];
  const ours = log.findLastIndex((line) => you.includes(line.seat));
  return log.slice(ours + 1);
}

/** The place where pirates are home. @param {TableInfo} table */
export function goalOf(table) {
  return table.rules.jungle ? "cove" : "sloop";
}

/** The place where pirates start. @param {TableInfo} table */
export function startOf(table) {
  return table.rules.tunnel ? "jail" : "sloop";
}

/**
 * The seat of a colour.
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
 * @param {any} data
 * @returns {State}
 */
export function applyEvent(state, kind, data) {
  switch (kind) {
    case "snapshot":
      return fromSnapshot(data);
    case "moved":
      return applyMove(state, data);
    case "undone":
      return applyGame({ ...state, log: state.log.slice(0, -1), fresh: [] }, data);
    case "turn-ended":
      return applyGame(state, data);
    case "started":
      return applyGame({ ...state, table: data.table, board: data.board, log: [] }, data);
    case "created":
    case "joined":
    case "contributed":
    case "left":
    case "removed":
    case "seat":
    case "closed":
    case "paused":
      return applySeats({ ...state, table: data.table, you: data.you }, data);
    case "timed-out":
    case "resumed":
      return applySeats({ ...state, table: withSubstitute(state.table, data.seat, kind === "timed-out") }, data);
    case "time-refunded":
      return { ...state, deadline: data.deadline };
    case "said":
      return { ...state, chat: [...state.chat, data].slice(-100) };
    case "chat":
      return { ...state, chat: data.chat, muted: data.muted };
    case "rematched":
      return { ...state, table: { ...state.table, rematch: data.table } };
    case "presence":
      // It comes after each reconnection, so a clock that was set meanwhile does no harm.
      return { ...state, present: data.present, clockOffset: clockOffset(data) };
    default:
      return state;
  }
}

/**
 * After a change of seats. In a running game the others keep what they have selected.
 * @param {State} state
 * @param {any} data
 * @returns {State}
 */
function applySeats(state, data) {
  const { chosen, busy, hint, hintPending } = state;
  if (!data.views) return state;
  const now = applyGame(state, data);
  return isOurs(now) ? { ...now, chosen, busy, hint, hintPending } : now;
}

/**
 * The table with or without a bot that stands in for a player.
 * @param {TableInfo} table
 * @param {string} colour
 * @param {boolean} substitute
 */
function withSubstitute(table, colour, substitute) {
  const seats = table.seats.map((seat) => (seat.colour === colour ? { ...seat, substitute } : seat));
  return { ...table, seats };
}

/**
 * The part of an event that says how the game stands now.
 * @param {State} state
 * @param {any} data
 * @returns {State}
 */
function applyGame(state, data) {
  const next = {
    ...state,
    expected_seq: data.expected_seq,
    views: viewsInUndoWindow(data),
    legal: data.legal.map(parseMove),
    undo: data.undo,
    undoWindow: data.undo_window ?? null,
    deadline: data.deadline,
    timeLeft: data.time_left ?? {},
    chosen: NO_SELECTION,
    busy: false,
    hint: null,
    hintPending: false,
  };
  const over = next.views[0]?.over;
  const status = over ? "finished" : next.table.status === "closed" ? "closed" : "running";
  return { ...next, table: { ...next.table, status }, shownSeat: seatToShow(next) };
}

/**
 * After a move: a line more in the log.
 * @param {State} state
 * @param {any} data
 * @returns {State}
 */
function applyMove(state, data) {
  /** @type {LogLine} */
  const line = {
    seat: data.seat,
    move: data.move,
    drawn: data.drawn,
    found: data.found,
    cards: data.cards,
    by_server: data.by === "server",
  };
  // A bot may also finish the turn of somebody who is back.
  const table = data.by === "player" ? withSubstitute(state.table, data.seat, false) : state.table;
  const next = applyGame({ ...state, table, log: [...state.log, line] }, data);
  // Another hand may be shown now, where several players share the screen.
  const kept = next.shownSeat === state.shownSeat ? state.fresh : [];
  const fresh = next.shownSeat === data.seat ? newCards(state.views, data.views, data.seat) : kept;
  return { ...next, fresh };
}

/**
 * The cards that came to one of our hands.
 * @param {View[]} before
 * @param {View[]} after
 * @param {string} seat
 */
function newCards(before, after, seat) {
  const [then, now] = [handOf(before, seat), handOf(after, seat)];
  return Object.entries(now).flatMap(([card, count]) => Array(Math.max(0, count - (then[card] ?? 0))).fill(card));
}

/** @param {View[]} views @param {string} seat @returns {Record<string, number>} */
function handOf(views, seat) {
  return views.find((view) => view.viewer === seat)?.hands[seat] ?? {};
}
