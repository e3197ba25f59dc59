/** The words of the coach in a first game, and what it points at. Pure functions of the state. */

import { n, t } from "../../lib/i18n.js";
import { placesInOrder } from "../../model/board.js";
import { deciderOf, isOurs, viewOf } from "../../model/game_state.js";
import { cardsGained, isCardMove, parseMove } from "../../model/moves.js";
import { colourName } from "../../model/names.js";

/** @import { Move } from "../../model/moves.js" */
/** @import { GameState } from "../../model/game_state.js" */

/** A step of the coach: its text, and the move to point out, if any. @typedef {{ name: string, text: string, move?: Move }} CoachStep */

/** Number of the player's moves after which the coach is silent. */
const LAST_TIP = 3;

/** Return the number of occupied spaces that a card took a pirate over. @param {Move} move @param {GameState} state */
function spacesJumped(move, { rules, board }) {
  if (move.kind !== "advance") return 0;
  const order = placesInOrder(rules);
  const between = order.slice(order.indexOf(move.from) + 1, order.indexOf(move.to));
  return between.filter((place) => board[Number(place) - 1] === move.card).length;
}

/** Return the move with the highest value, or undefined if no value is positive. @param {Move[]} moves @param {(move: Move) => number} worth */
function best(moves, worth) {
  const top = Math.max(0, ...moves.map(worth));
  return top > 0 ? moves.find((move) => worth(move) === top) : undefined;
}

/**
 * Return the current step: first a jump, then a retreat, then nothing until the end.
 * @param {GameState} state
 * @returns {CoachStep}
 */
export function coachStep(state) {
  const view = viewOf(state);
  const [seat = ""] = state.you;
  if (view?.over) return theEnd(view.winner ?? "", seat);
  const own = state.log.filter((line) => line.seat === seat).map((line) => parseMove(line.move));
  if (!isOurs(state)) {
    if (own.length > LAST_TIP) return { name: "silent", text: "" };
    return { name: "watch", text: t("{colour}’s turn: watch!", { colour: colourName(deciderOf(view)) }) };
  }
  const jump = best(
    state.legal.filter((move) => move.kind === "advance"),
    (move) => 1 + spacesJumped(move, state),
  );
  if (!own.some(isCardMove) && jump) return jumpStep(state, jump);
  const back = best(state.legal, (move) => (move.kind === "retreat" ? cardsGained(move, state) : 0));
  if (!own.some((move) => move.kind === "retreat") && back) return backStep(state, back);
  if (own.length > LAST_TIP) return { name: "silent", text: "" };
  return { name: "free", text: t("Now bring everyone home!") };
}

/** @param {string} winner @param {string} seat @returns {CoachStep} */
function theEnd(winner, seat) {
  if (winner === seat) return { name: "won", text: t("All aboard! You made it.") };
  return { name: "lost", text: t("{colour} was faster. Try a real one!", { colour: colourName(winner) }) };
}

/** @param {GameState} state @param {Move} move @returns {CoachStep} */
function jumpStep({ selection }, move) {
  if (selection.card !== move.card) return { name: "card", text: t("Choose this card."), move };
  if (selection.place !== move.from) return { name: "pirate", text: t("Now this pirate."), move };
  return { name: "jump", text: t("Jump over everyone!"), move };
}

/** @param {GameState} state @param {Move} move @returns {CoachStep} */
function backStep(state, move) {
  if (state.selection.place !== move.from) return { name: "back", text: t("Go back for cards."), move };
  const count = cardsGained(move, state);
  return { name: "gain", text: n("One pirate, one card.", "{count} pirates, {count} cards.", count), move };
}
