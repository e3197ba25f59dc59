/** Several players at one screen: a hand stays covered until its player says that they sit there. */

import { deciderOf, viewOf } from "./game_state.js";
import { isSecret } from "./moves.js";

/** @import { LogLine } from "../net/types.js" */
/** @import { Move } from "./moves.js" */
/** @import { GameState } from "./game_state.js" */
/** @import { TableState } from "./table_state.js" */

/** Return whether players who must not see each other's cards share this screen. @param {GameState} state */
function isShared(state) {
  return state.you.length > 1 && state.rules.hands === "hidden" && !viewOf(state)?.over;
}

/**
 * Return whether the hand that would be shown is still covered.
 * @param {TableState} state
 */
export function isCovered(state) {
  return isShared(state) && state.revealed !== state.shownSeat;
}

/**
 * Return the seat that stays revealed after an event. It is covered again once its player has nothing left to choose.
 * @param {TableState} before
 * @param {TableState} after
 */
export function stillRevealed(before, after) {
  const { revealed } = before;
  const hasChosen = deciderOf(viewOf(before)) === revealed && deciderOf(viewOf(after)) !== revealed;
  return hasChosen ? "" : revealed;
}

/**
 * Return the state with covered hands, if everybody at this screen would see them.
 * @param {TableState} state
 */
export function visibleState(state) {
  return isCovered(state) ? withHandsCovered(state) : state;
}

/**
 * Return the state without hands, and without the moves that need them.
 * @param {TableState} state
 * @returns {TableState}
 */
function withHandsCovered(state) {
  return { ...state, legal: [], undo: false, hint: null, views: state.views.map((view) => ({ ...view, hands: {} })) };
}

/**
 * Return a move with secret cards as "?", unless everybody at this screen may know them.
 * @param {GameState} state
 * @param {Move} move
 * @returns {Move}
 */
export function publicMove(state, move) {
  const fromRow = state.rules.supply === "row" && move.kind !== "take";
  return isShared(state) && isSecret(move) && !fromRow ? { ...move, card: "?" } : move;
}

/**
 * Return the cards that one of our seats drew, if everybody at this screen may know them.
 * @param {GameState} state
 * @param {LogLine} line
 */
export function drawnCards(state, line) {
  return isShared(state) && state.rules.supply !== "row" ? [] : (line.cards ?? []);
}
