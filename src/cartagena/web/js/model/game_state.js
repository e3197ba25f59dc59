/** A game as the board, the hand and the sentences need it. It is plain data and knows no server. */

import { NO_SELECTION } from "./moves.js";

/** @import { LogLine, Rules, SeatInfo, SeatUpdate } from "../net/types.js" */
/** @import { Move, Selection } from "./moves.js" */

/**
 * A game on a board: that of a table, a lesson, a replay or an analysis board.
 *
 * - `seats` says who plays each colour. It is empty where nobody has a name, as in a lesson.
 * - `you` are the colours played at this screen, and `shownSeat` the one whose hand is shown.
 * - `views` has a view for each of our seats, or one that everybody may see.
 * - `legal` are the legal moves if the choice is ours, and empty otherwise.
 * - `hint` is a move to point out on the board.
 * - `newCards` are the cards that our last move brought to the hand.
 * - `undo` says whether the last move can be undone.
 * - `busy` says that a move is on its way, so that no other can be made.
 *
 * @typedef {{
 *   rules: Rules, board: string[], seats: SeatInfo[], you: string[], shownSeat: string,
 *   views: SeatUpdate[], legal: Move[], log: LogLine[], selection: Selection,
 *   hint: { seat: string, move: string } | null, newCards: string[], undo: boolean, busy: boolean,
 * }} GameState
 */

/**
 * Return the state of a game; fields that are left out are empty.
 * @param {Pick<GameState, "rules" | "board" | "views"> & Partial<GameState>} fields
 * @returns {GameState}
 */
export function gameState(fields) {
  return {
    seats: [],
    you: [],
    shownSeat: "",
    legal: [],
    log: [],
    selection: NO_SELECTION,
    hint: null,
    newCards: [],
    undo: false,
    busy: false,
    ...fields,
  };
}

/** A board with rules, seen from a seat. @typedef {{ seat: string, rules: Rules, board: string[] }} Position */

/**
 * Return a position as the state of a game that the player of its seat sees.
 * @param {Position} position
 * @param {SeatUpdate} view
 * @param {Partial<GameState>} [fields]
 */
export function positionState({ seat, rules, board }, view, fields = {}) {
  return gameState({ rules, board, views: [view], you: [seat], shownSeat: seat, ...fields });
}

/**
 * Return the colour that must choose now, or "" when the game is over.
 * @param {SeatUpdate | undefined} view
 */
export function deciderOf(view) {
  if (!view || view.over) return "";
  return view.pending?.seat ?? view.turn;
}

/**
 * Return what the player of the shown seat sees. Spectators get the view that everybody may see.
 * @param {Pick<GameState, "views" | "shownSeat">} state
 */
export function viewOf(state) {
  return state.views.find((view) => view.viewer === state.shownSeat) ?? state.views[0];
}

/** Return whether the choice is ours. @param {GameState} state */
export function isOurs(state) {
  return state.legal.length > 0;
}

/** Return the moves since our last one; none for spectators. @param {GameState} state */
export function linesSinceOurs({ log, you }) {
  if (!you.length) return [];
  const ours = log.findLastIndex((line) => you.includes(line.seat));
  return log.slice(ours + 1);
}

/** Return the number of players in the game. @param {GameState} state */
export function playerCount(state) {
  return Object.keys(viewOf(state)?.pirates ?? {}).length;
}

/** Return the place where pirates are home. @param {Rules} rules */
export function goalOf(rules) {
  return rules.jungle ? "cove" : "sloop";
}

/** Return the place where pirates start. @param {Rules} rules */
export function startOf(rules) {
  return rules.tunnel ? "jail" : "sloop";
}

/** Return the seat of a colour, if its player is known. @param {GameState} state @param {string} colour */
export function seatOf(state, colour) {
  return state.seats.find((seat) => seat.colour === colour);
}

/**
 * Return the cards that came to a hand between two views of it.
 * @param {SeatUpdate | undefined} before
 * @param {SeatUpdate | undefined} after
 * @param {string} seat
 */
export function cardsGainedBetween(before, after, seat) {
  const [then, now] = [before?.hands[seat] ?? {}, after?.hands[seat] ?? {}];
  return Object.entries(now).flatMap(([card, count]) => Array(Math.max(0, count - (then[card] ?? 0))).fill(card));
}
