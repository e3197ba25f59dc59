/** Several players at one screen: nobody's cards are shown or used before their owner has said that they sit there. */

import { isSecret } from "./moves.js";
import { deciderOf, viewOf } from "./state.js";

/** @import { LogLine, Move } from "../net/types.js" */
/** @import { State } from "./state.js" */

/** Whether players who must not see each other's cards share this screen. @param {State} state */
function isShared(state) {
  return state.you.length > 1 && state.table.rules.hands === "hidden" && !viewOf(state)?.over;
}

/**
 * Whether the hand that would be shown is still covered.
 * @param {State} state
 * @param {string} revealed the colour whose player has said that they sit there
 */
export function isCovered(state, revealed) {
  return isShared(state) && revealed !== state.shownSeat;
}

/**
 * Whose hand is revealed after an event: when a player need not choose any more, the hand is covered again.
 * @param {State | null} before
 * @param {State} now
 * @param {string} revealed
 */
export function stillRevealed(before, now, revealed) {
  const left = before && deciderOf(viewOf(before)) === revealed && deciderOf(viewOf(now)) !== revealed;
  return left ? "" : revealed;
}

/**
 * The state as all at this screen may see it: without hands, and without what could be done with them.
 * @param {State} state
 * @returns {State}
 */
export function withHandsCovered(state) {
  return { ...state, legal: [], undo: false, hint: null, views: state.views.map((view) => ({ ...view, hands: {} })) };
}

/**
 * A move as all at this screen may know it: secret cards become "?".
 * @param {State} state
 * @param {Move} move
 * @returns {Move}
 */
export function publicMove(state, move) {
  const fromRow = state.table.rules.supply === "row" && move.kind !== "take";
  return isShared(state) && isSecret(move) && !fromRow ? { ...move, card: "?" } : move;
}

/**
 * The cards drawn by one of our seats, as far as all at this screen may know them.
 * @param {State} state
 * @param {LogLine} line
 */
export function drawnCards(state, line) {
  return isShared(state) && state.table.rules.supply !== "row" ? [] : (line.cards ?? []);
}
