/** Marks what to press next, for the tutorial and the coach of a first game. */

import { isChoice, isSpell, symbolOf } from "../model/moves.js";

/** @import { Move, Selection } from "../model/moves.js" */

/**
 * Return the selectors of the cards, pirates and buttons to press next for a move.
 * @param {Move} move
 * @param {Selection} selection
 * @param {string} seat whose move it is
 */
export function whereToPress(move, { card, place }, seat) {
  const panel = move.kind === "as" ? ".choice" : ".hand";
  if (move.kind === "sail") return [".action.sail"];
  if (isChoice(move)) return [`.choice .card-button[data-card="${move.card}"]`];
  if (isSpell(move)) {
    const first = symbolOf(move.text.split(/[!+]/)[0] ?? "");
    const isOpen = card === first || place === move.from;
    return [isOpen && card ? `.spell[data-move="${move.text}"]` : `.hand .card-button[data-card="${first}"]`];
  }
  // Of ordinary moves, another card or pirate than that of the move counts as none.
  const isOrdinary = move.kind === "advance" || move.kind === "retreat";
  if (move.card && (isOrdinary ? card !== move.card : !card))
    return [`${panel} .card-button[data-card="${move.card}"]`];
  if (isOrdinary ? place === move.from : place) return [`.target[data-target="${move.to}"]`];
  return [`.pirate[data-colour="${move.colour || seat}"][data-place="${move.from}"]`];
}

/**
 * Mark what these selectors match, and nothing else. Returns the elements that were not marked before.
 * @param {Element} root
 * @param {string[]} selectors
 * @returns {Element[]}
 */
export function markOnly(root, selectors) {
  const matches = new Set(selectors.length ? root.querySelectorAll(selectors.join(",")) : []);
  for (const element of root.querySelectorAll(".marked")) if (!matches.has(element)) element.classList.remove("marked");
  const newMarks = [...matches].filter((element) => !element.classList.contains("marked"));
  for (const element of newMarks) element.classList.add("marked");
  return newMarks;
}
