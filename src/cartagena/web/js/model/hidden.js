/** Several players at one screen: nobody's cards are seen or used before their owner sits there. */

import { isSecret } from "./moves.js";
import { deciderOf, viewOf } from "./state.js";

/** @import { Move } from "../net/types.js" */
/** @import { State } from "./state.js" */

/** Whether people who must not know each other's cards look at this screen. @param {State} state */
function isShared(state) {
  return state.you.length > 1 && state.table.rules.hands === "hidden" && !viewOf(state)?.over;
}

/**
 * Whether the hand that would be seen is still covered.
 * @param {State} state
 * @param {string} revealed whose owner has said that they sit there
 */
export function isCovered(state, revealed) {
  return isShared(state) && revealed !== state.seen;
}

/**
 * Who is revealed after an event: whoever has chosen leaves the screen to the next.
 * @param {State | null} before
 * @param {State} now
 * @param {string} revealed
 */
export function stillRevealed(before, now, revealed) {
  const left = before && deciderOf(viewOf(before)) === revealed && deciderOf(viewOf(now)) !== revealed;
  return left ? "" : revealed;
}

/**
 * The table as all at this screen may see it: no hand, and nothing that could be done with one.
 * @param {State} state
 * @returns {State}
 */
export function covered(state) {
  return { ...state, legal: [], undo: false, hint: null, views: state.views.map((view) => ({ ...view, hands: {} })) };
}

/**
 * A move as all who read the log at this screen may know it.
 * @param {State} state
 * @param {Move} move
 * @returns {Move}
 */
export function openly(state, move) {
  const fromRow = state.table.rules.supply === "row" && move.kind !== "take";
  return isShared(state) && isSecret(move) && !fromRow ? { ...move, card: "?" } : move;
}
