/** Several players at one screen: nobody's cards are shown or used before their owner has said that they sit there. */

import { deciderOf, viewOf } from "./game_state.js";
import { isSecret } from "./moves.js";

/** @import { LogLine } from "../net/types.js" */
/** @import { Move } from "./moves.js" */
/** @import { GameState } from "./game_state.js" */

/** Whether players who must not see each other's cards share this screen. @param {GameState} state */
function isShared(state) {
  return state.you.length > 1 && state.rules.hands === "hidden" && !viewOf(state)?.over;
}

/**
 * Whether the hand that would be shown is still covered.
 * @param {GameState} state
 * @param {string} revealed the colour whose player has said that they sit there
 */
export function isCovered(state, revealed) {
  return isShared(state) && revealed !== state.shownSeat;
}

/**
 * Whose hand is revealed after an event: when a player need not choose any more, the hand is covered again.
 * @param {GameState | null} before
 * @param {GameState} now
 * @param {string} revealed
 */
export function stillRevealed(before, now, revealed) {
  const left = before && deciderOf(viewOf(before)) === revealed && deciderOf(viewOf(now)) !== revealed;
  return left ? "" : revealed;
}

/**
 * Return the state that everybody at this screen may see: without hands, and without what could be done with them.
 * @template {GameState} T
 * @param {T} state
 * @returns {T}
 */
export function withHandsCovered(state) {
  return { ...state, legal: [], undo: false, hint: null, views: state.views.map((view) => ({ ...view, hands: {} })) };
}

/**
 * A move as all at this screen may know it: secret cards become "?".
 * @param {GameState} state
 * @param {Move} move
 * @returns {Move}
 */
export function publicMove(state, move) {
  const fromRow = state.rules.supply === "row" && move.kind !== "take";
  return isShared(state) && isSecret(move) && !fromRow ? { ...move, card: "?" } : move;
}

/**
 * The cards drawn by one of our seats, as far as all at this screen may know them.
 * @param {GameState} state
 * @param {LogLine} line
 */
export function drawnCards(state, line) {
  return isShared(state) && state.rules.supply !== "row" ? [] : (line.cards ?? []);
}
