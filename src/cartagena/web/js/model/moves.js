/** Moves as the notation writes them, taken apart and looked through. */

/** @import { Move, View } from "../net/types.js" */

const CHOICES = ["take", "keep", "give", "put", "discard"];

/**
 * A move taken apart; see docs/notation.md.
 * @param {string} text
 * @returns {Move}
 */
export function parse(text) {
  const move = { text, kind: text, card: "", colour: "", from: "", to: "" };
  const words = text.split(" ");
  const [first = "", second = "", third = ""] = words;
  const path = () => {
    const [from = "", to = ""] = (words.at(-1) ?? "").split("-");
    return { from, to };
  };
  if (words.length === 1 && !first.endsWith("!")) return move;
  if (first === "back") return { ...move, kind: "retreat", ...path() };
  if (first === "morgan") return { ...move, kind: "morgan", colour: second, ...path() };
  if (first === "with" || first === "as") return { ...move, kind: first, card: second, ...path() };
  if (CHOICES.includes(first)) return { ...move, kind: first, card: second, colour: third };
  if (!first.endsWith("!")) return { ...move, kind: "advance", card: first, ...path() };
  const card = first.slice(0, -1).split("+")[0] ?? "";
  const spell = symbolOf(card);
  if (first.includes("+")) return { ...move, kind: "parrots", card };
  if (spell === "chest") return { ...move, kind: "chest", card, from: second, to: second };
  return { ...move, kind: spell, card, colour: second };
}

/** @param {string} card */
export function symbolOf(card) {
  return card.replace("*", "");
}

/** @param {string} card */
export function isDark(card) {
  return card.endsWith("*");
}

const SPELLS = ["weapons", "rum", "lantern", "parrots", "hook", "chest"];

/** @param {Move} move */
export function isSpell(move) {
  return SPELLS.includes(move.kind);
}

/** Whether only the one who chooses may know the card. @param {Move} move */
export function isSecret(move) {
  return isChoice(move) && move.kind !== "discard";
}

/** Whether a pirate runs by a card. @param {Move} move */
export function isRun(move) {
  return move.kind === "advance" || move.kind === "with" || move.kind === "as";
}

/** Whether the move is a choice of one of several cards. @param {Move} move */
export function isChoice(move) {
  return CHOICES.includes(move.kind);
}

/**
 * How many cards a retreat or Morgan gains.
 * @param {Move} move
 * @param {View} view
 * @param {string} goal
 */
export function gain(move, view, goal) {
  if (move.kind !== "retreat" && move.kind !== "morgan") return 0;
  if (move.to === goal || !/^\d+$/.test(move.to)) return 2;
  return Object.values(view.pirates).reduce((sum, crew) => sum + (crew[move.to] ?? 0), 0);
}

/**
 * @typedef {{ card: string, place: string, colour: string }} Selection
 * What is chosen so far: a card, a pirate (its place and colour), both or nothing.
 */

/** @type {Selection} */
export const NOTHING = { card: "", place: "", colour: "" };

/**
 * The moves of pirates that agree with what is chosen.
 * @param {Move[]} legal
 * @param {Selection} chosen
 * @param {string} mover the colour that chooses
 */
export function candidates(legal, chosen, mover) {
  return legal.filter((move) => {
    if (!move.from || (move.kind === "chest" && !chosen.place && !chosen.card)) return false;
    if (chosen.card && move.card !== chosen.card) return false;
    if (chosen.place && move.from !== chosen.place) return false;
    const owner = move.kind === "morgan" ? move.colour : mover;
    return !chosen.colour || chosen.colour === owner;
  });
}

/**
 * Who can move: places by colour.
 * @param {Move[]} moves
 * @param {string} mover
 * @returns {Set<string>} of "colour place"
 */
export function movable(moves, mover) {
  return new Set(moves.map((move) => `${move.kind === "morgan" ? move.colour : mover} ${move.from}`));
}

/**
 * The moves by where they lead.
 * @param {Move[]} moves
 * @returns {Map<string, Move[]>}
 */
export function byTarget(moves) {
  /** @type {Map<string, Move[]>} */
  const found = new Map();
  for (const move of moves) found.set(move.to, [...(found.get(move.to) ?? []), move]);
  return found;
}
