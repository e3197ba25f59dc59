/** What the coach of a first game says and points at. Pure functions of the state. */

import { t } from "../../lib/i18n.js";
import { placesInOrder } from "../../model/board.js";
import { deciderOf, goalOf, isOurs, viewOf } from "../../model/game_state.js";
import { cardsGained, isCardMove, parseMove } from "../../model/moves.js";
import { cardName, colourName, placeName } from "../../model/names.js";

/** @import { Move } from "../../model/moves.js" */
/** @import { GameState } from "../../model/game_state.js" */

/**
 * A step of the coach: its text, the card and the place of the pirate to press, a part of the page to look at, and
 * whether the reader must confirm it.
 * @typedef {{ name: string, text: string, card?: string, place?: string, part?: string, read?: boolean }} CoachStep
 */

/** Return over how many occupied spaces with its symbol a card took a pirate. @param {Move} move @param {GameState} state */
export function spacesJumped(move, { rules, board }) {
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
 * Return what to say now.
 * @param {GameState} state
 * @param {Set<string>} read the steps that the reader has read
 * @returns {CoachStep}
 */
export function coachStep(state, read) {
  const view = viewOf(state);
  const [seat = ""] = state.you;
  const decider = deciderOf(view);
  if (view?.over) return theEnd(state, seat);
  const own = state.log.filter((line) => line.seat === seat).map((line) => parseMove(line.move));
  if (!read.has("goal") && !own.length) return theGoal(state, seat);
  if (decider !== seat || !isOurs(state)) {
    const params = { colour: colourName(decider) };
    const text = t("Now it’s {colour}’s turn. Watch: you can jump over these pirates, too.", params);
    return { name: "watch", text };
  }
  return toDo(state, own, read);
}

/** @param {GameState} state @param {string} seat @returns {CoachStep} */
function theGoal(state, seat) {
  const others = Object.keys(viewOf(state)?.pirates ?? {}).filter((colour) => colour !== seat);
  const params = { own: colourName(seat), other: colourName(others[0] ?? "") };
  const text = t(
    "You’re {own}. Get your last three pirates to the sloop at the end of the path before {other} does, and you win!",
    params,
  );
  return { name: "goal", text, place: goalOf(state.rules), read: true };
}

/** @param {GameState} state @param {string} seat @returns {CoachStep} */
function theEnd(state, seat) {
  const winner = viewOf(state)?.winner ?? "";
  if (winner === seat) return { name: "won", text: t("All aboard, you’ve won! Now you’re ready for a full game.") };
  const params = { colour: colourName(winner) };
  return { name: "lost", text: t("{colour} was faster this time. But now you know how to play.", params) };
}

/**
 * Return what the player may try next: a card, a jump, going back, in this order.
 * @param {GameState} state
 * @param {Move[]} own the moves made so far
 * @param {Set<string>} read
 * @returns {CoachStep}
 */
function toDo(state, own, read) {
  const advances = state.legal.filter((move) => move.kind === "advance");
  const order = placesInOrder(state.rules);
  const length = (/** @type {Move} */ move) => order.indexOf(move.to) - order.indexOf(move.from);
  const [plain] = advances.toSorted((a, b) => length(a) - length(b));
  if (!own.some(isCardMove) && plain) return firstCard(state, plain);
  if (!read.has("actions")) {
    const text = t(
      "That was one of your three actions. The coins show how many are left, and “End turn” ends your turn early.",
    );
    return { name: "actions", text, part: ".actions-left", read: true };
  }
  const jump = best(advances, (move) => spacesJumped(move, state));
  if (!own.some((move) => spacesJumped(move, state)) && jump) {
    const params = { card: cardName(jump.card), from: placeName(jump.from) };
    const text = t(
      "You jump over occupied spaces, so every pirate on the way helps you. Press this card: {card}. Then press your pirate here: {from}, and see how far it goes.",
      params,
    );
    return { name: "jump", text, card: jump.card, place: jump.from };
  }
  const back = best(state.legal, (move) => (move.kind === "retreat" ? cardsGained(move, state) : 0));
  if (!own.some((move) => move.kind === "retreat") && back) {
    const params = { from: placeName(back.from), to: placeName(back.to) };
    const text = t(
      "You only get new cards by going back: one for each pirate already on the space you land on. Press your pirate here: {from}, then space {to} behind it.",
      params,
    );
    return { name: "back", text, place: back.from };
  }
  return {
    name: "free",
    text: t("That’s all! Bring your last pirates aboard. If you’re stuck, “Hint” shows a good move."),
  };
}

/** Explain the first card: card, pirate, space. @param {GameState} state @param {Move} plain @returns {CoachStep} */
function firstCard({ selection }, plain) {
  const params = { card: cardName(plain.card), from: placeName(plain.from) };
  if (!selection.card) {
    const text = t(
      "A card takes one pirate forward to the next empty space with its symbol. Press this card: {card}.",
      params,
    );
    return { name: "card", text, card: plain.card };
  }
  if (selection.place)
    return { name: "target", text: t("Now press the highlighted space: the next empty one with that symbol.") };
  const text = t("Now choose the pirate to move. Press the one here: {from}.", params);
  return { name: "pirate", text, place: plain.from };
}
