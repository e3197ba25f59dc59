/** The state of a table: its game, and everything the server says about it. A reducer applies the events. */

import { cardsGainedBetween, deciderOf, gameState, isOurs } from "./game_state.js";
import { NO_SELECTION, readMoves } from "./moves.js";

/** @import { ChatLine, GameChanged, Hint, LogLine, Moved, MutedPerson, SeatUpdate, Snapshot, TableChanged, TableEvent, TableInfo, UndoWindow } from "../net/types.js" */
/** @import { GameState } from "./game_state.js" */

/**
 * A game at a table of the server.
 *
 * - `rules` and `seats` of the game are those of `table`; `withTable` keeps them equal.
 * - `expected_seq` is the number of the last event; a move is sent with it.
 * - `undoWindow` is set while a finished turn can still be undone. Until it closes, `views` show that turn.
 * - `deadline` is the time by the server's clock at which the player to move is out of time.
 * - `timeLeft` is what each player has left for the game, in milliseconds, if the game is limited.
 * - `clockOffset` is how many milliseconds the server's clock is ahead of ours.
 * - `revealed` is the seat whose player has said that they sit here, if several players share the screen.
 * - `hint` is the hint for this very choice, `hintPending` says that one was requested, and `hintShare` which share of
 *   the work on it is done.
 *
 * @typedef {GameState & {
 *   table: TableInfo, expected_seq: number, undoWindow: UndoWindow | null, deadline: number | null,
 *   timeLeft: Record<string, number>, clockOffset: number, chat: ChatLine[], muted: MutedPerson[],
 *   present: string[], revealed: string, hint: Hint | null, hintPending: boolean, hintShare: number,
 * }} TableState
 */

/**
 * Return the state that a snapshot of the server describes.
 * @param {Snapshot} data
 * @returns {TableState}
 */
export function fromSnapshot(data) {
  const { table, you, log, expected_seq, undo, deadline, chat, present } = data;
  const game = gameState({
    rules: table.rules,
    seats: table.seats,
    board: data.board ?? [],
    views: viewsInUndoWindow(data),
    legal: readMoves(data.legal, data.jumps),
    you,
    log,
    undo,
  });
  return {
    ...game,
    shownSeat: seatToShow(game),
    hint: null,
    table,
    expected_seq,
    undoWindow: data.undo_window ?? null,
    deadline,
    timeLeft: data.time_left ?? {},
    clockOffset: clockOffset(data),
    chat,
    muted: data.muted ?? [],
    present,
    revealed: "",
    hintPending: false,
    hintShare: 0,
  };
}

/**
 * Keep the turn in the views while its undo window is open.
 * @param {{ views: SeatUpdate[], undo_window?: UndoWindow | null }} data
 */
function viewsInUndoWindow({ views, undo_window }) {
  return undo_window
    ? views.map((view) => ({ ...view, turn: undo_window.seat, actions_left: 0, free_sail: false }))
    : views;
}

/**
 * Return how many milliseconds the server's clock is ahead of ours.
 * @param {{ now?: number }} data
 */
function clockOffset({ now }) {
  return now ? now - Date.now() : 0;
}

/**
 * Return the seat whose hand is shown: the seat that must choose, if it is ours.
 * @param {GameState} state
 */
function seatToShow(state) {
  const decider = deciderOf(state.views[0]);
  if (state.you.includes(decider)) return decider;
  return state.you.includes(state.shownSeat) ? state.shownSeat : (state.you[0] ?? "");
}

/**
 * Return the state with this information about the table.
 * @param {TableState} state
 * @param {TableInfo} table
 * @returns {TableState}
 */
function withTable(state, table) {
  return { ...state, table, rules: table.rules, seats: table.seats };
}

/**
 * Apply an event and return the new state.
 * @type {(state: TableState, ...event: TableEvent) => TableState}
 */
export const applyEvent = (state, ...event) => {
  const [kind, data] = event;
  switch (kind) {
    case "snapshot":
      return fromSnapshot(data);
    case "moved":
      return applyMove(state, data);
    case "undone":
      return applyGame({ ...state, log: state.log.slice(0, -1), newCards: [] }, data);
    case "turn-ended":
      return applyGame(state, data);
    case "started":
      return applyGame({ ...withTable(state, data.table), board: data.board, log: [] }, data);
    case "created":
    case "joined":
    case "contributed":
    case "left":
    case "removed":
    case "seat":
    case "closed":
    case "paused":
    case "unsealed":
    case "away":
      return applySeats({ ...withTable(state, data.table), you: data.you }, data);
    case "timed-out":
    case "resumed":
      return applySeats(withSubstitute(state, data.seat, kind === "timed-out"), data);
    case "time-refunded":
      return { ...state, deadline: data.deadline };
    case "said":
      return { ...state, chat: [...state.chat, data].slice(-100) };
    case "rematched":
      return withTable(state, { ...state.table, rematch: data.table });
    case "presence":
      // This event follows every reconnection, so it also corrects the clock if the user has set it in between.
      return { ...state, present: data.present, clockOffset: clockOffset(data) };
    case "muted":
    case "alive":
    case "bye":
      return state;
    default:
      return reportUnknown(state, kind);
  }
};

/**
 * Report an event that this client does not know. tsc refuses this call while a case is missing above.
 * @param {TableState} state
 * @param {never} kind
 */
function reportUnknown(state, kind) {
  console.error(`Unknown event: ${kind}`);
  return state;
}

/**
 * Replace the chat, after a person was muted or unmuted.
 * @param {TableState} state
 * @param {Pick<Snapshot, "chat" | "muted">} snapshot
 * @returns {TableState}
 */
export function withChat(state, { chat, muted }) {
  return { ...state, chat, muted };
}

/**
 * Apply a change of seats. If the choice is still ours, the selection stays.
 * @param {TableState} state
 * @param {TableChanged | GameChanged} data
 * @returns {TableState}
 */
function applySeats(state, data) {
  const { selection, busy, hint, hintPending, hintShare } = state;
  if (!data.views) return state;
  // In a running game, a change of seats comes with the whole position.
  const now = applyGame(state, /** @type {GameChanged} */ (data));
  return isOurs(now) ? { ...now, selection, busy, hint, hintPending, hintShare } : now;
}

/**
 * Say whether a bot plays for an absent player.
 * @param {TableState} state
 * @param {string} colour
 * @param {boolean} substitute
 */
function withSubstitute(state, colour, substitute) {
  const seats = state.table.seats.map((seat) => (seat.colour === colour ? { ...seat, substitute } : seat));
  return withTable(state, { ...state.table, seats });
}

/**
 * Apply the part of an event that describes the position.
 * @param {TableState} state
 * @param {GameChanged} data
 * @returns {TableState}
 */
function applyGame(state, data) {
  const next = {
    ...state,
    expected_seq: data.expected_seq,
    views: viewsInUndoWindow(data),
    legal: readMoves(data.legal, data.jumps),
    undo: data.undo,
    undoWindow: data.undo_window ?? null,
    deadline: data.deadline,
    timeLeft: data.time_left ?? {},
    selection: NO_SELECTION,
    busy: false,
    hint: null,
    hintPending: false,
    hintShare: 0,
  };
  const over = next.views[0]?.over;
  const status = over ? "finished" : next.table.status === "closed" ? "closed" : "running";
  return withTable({ ...next, shownSeat: seatToShow(next) }, { ...next.table, status });
}

/**
 * Apply a move and append it to the log.
 * @param {TableState} state
 * @param {Moved} data
 * @returns {TableState}
 */
function applyMove(state, data) {
  /** @type {LogLine} */
  const line = {
    seat: data.seat,
    move: data.move,
    jumped: data.jumped,
    drawn: data.drawn,
    found: data.found,
    cards: data.cards,
    by_server: data.by === "server",
  };
  // A bot may also finish the turn of a player who is back.
  const before = data.by === "player" ? withSubstitute(state, data.seat, false) : state;
  const next = applyGame({ ...before, log: [...state.log, line] }, data);
  if (next.shownSeat === data.seat) {
    const [then, now] = [state.views, data.views].map((views) => viewFrom(views, data.seat));
    return { ...next, newCards: cardsGainedBetween(then, now, data.seat) };
  }
  // Another hand may be shown now, if several players share the screen.
  return next.shownSeat === state.shownSeat ? next : { ...next, newCards: [] };
}

/** Return the view of a seat. @param {SeatUpdate[]} views @param {string} seat */
function viewFrom(views, seat) {
  return views.find((view) => view.viewer === seat);
}
