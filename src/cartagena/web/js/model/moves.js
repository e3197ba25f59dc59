/** Moves: read from their notation, told apart by kind, and found by what the player has selected. */

import { catalogue } from "./catalogue.js";

/** @import { Catalogue, MoveKind } from "../net/types.js" */
/** @import { GameState } from "./game_state.js" */

/** A move, read from its notation. @typedef {{ text: string, kind: string, card: string, colour: string, from: string, to: string }} Move */

/**
 * Read a move from its notation, by the forms of the catalogue; see docs/notation.md.
 * @param {string} text
 * @returns {Move}
 */
export function parseMove(text) {
  for (const [kind, pattern] of kindPatterns()) {
    const found = pattern.exec(text);
    if (!found) continue;
    const { card = "", colour = "", from = "", to = from } = found.groups ?? {};
    return { text, kind, card, colour, from, to };
  }
  return { text, kind: text, card: "", colour: "", from: "", to: "" };
}

/** The symbol of a card, dark or not. @param {string} card */
export function symbolOf(card) {
  return card.replace("*", "");
}

/** Whether a card is a dark one. @param {string} card */
export function isDark(card) {
  return card.endsWith("*");
}

/** Whether a move announces a spell. @param {Move} move */
export function isSpell(move) {
  return kindOf(move.kind)?.heading === "spell";
}

/** The cards that are played for a spell: two for the parrots. @param {Move} move */
export function cardsOfSpell(move) {
  return (move.text.split("!")[0] ?? "").split("+");
}

/**
 * Return the spells of the selected card, and of the chest under the selected pirate.
 * @param {Move[]} legal
 * @param {Selection} selection
 */
export function spellsOf(legal, { card, place }) {
  return legal.filter(
    (move) => isSpell(move) && (cardsOfSpell(move).includes(card) || (move.kind === "chest" && move.from === place)),
  );
}

/** Whether only the player who chooses may know the card. @param {Move} move */
export function isSecret(move) {
  return kindOf(move.kind)?.hides ?? false;
}

/** Whether a pirate moves ahead by a card. @param {Move} move */
export function isCardMove(move) {
  return kindOf(move.kind)?.runs ?? false;
}

/** Whether the move is a choice of one of several cards. @param {Move} move */
export function isChoice(move) {
  return kindOf(move.kind)?.heading === "choose" && !isCardMove(move);
}

/** At an end of the way there is room for everybody: a pirate that is moved there gains this. */
const GAIN_AT_END = 2;

/**
 * How many cards a retreat or Morgan gains.
 * @param {Move} move
 * @param {GameState} state
 */
export function cardsGained(move, state) {
  if (move.kind !== "retreat" && move.kind !== "morgan") return 0;
  if (!/^\d+$/.test(move.to)) return GAIN_AT_END;
  const pirates = Object.values(state.views[0]?.pirates ?? {});
  return pirates.reduce((sum, places) => sum + (places[move.to] ?? 0), 0);
}

/**
 * What the badge above a move's target says: the card that is played, or how many cards it gains.
 * @param {Move} move
 * @param {GameState} state
 */
export function badgeText(move, state) {
  return move.card || `+${cardsGained(move, state)}`;
}

/**
 * @typedef {{ card: string, place: string, colour: string, target: string }} Selection
 * What the player has selected so far: a card, a pirate (its place and colour), both or nothing; and
 * a target, where more than one pirate or card leads there.
 */

/** Nothing is selected. @type {Selection} */
export const NO_SELECTION = { card: "", place: "", colour: "", target: "" };

/**
 * Change a selection and return the new one. Every change clears the target, and a pirate that is no longer
 * selected takes its colour along.
 * @param {Selection} selection
 * @param {Partial<Selection>} change
 * @returns {Selection}
 */
export function select(selection, change) {
  const next = { ...selection, target: "", ...change };
  return next.place ? next : { ...next, colour: "" };
}

/**
 * Return the selection that highlights a move.
 * @param {Move} move
 * @param {string} seat whose move it is
 * @returns {Selection}
 */
export function selectionFor(move, seat) {
  if (isSpell(move) && move.kind !== "chest") return { ...NO_SELECTION, card: move.card };
  if (!move.from) return NO_SELECTION;
  const colour = move.kind === "morgan" ? move.colour : seat;
  return { ...NO_SELECTION, card: move.card, place: move.from, colour };
}

/**
 * Return the moves of pirates that agree with a selection.
 * @param {Move[]} legal
 * @param {Selection} selection
 * @param {string} mover the colour that must choose
 */
export function candidates(legal, { card, place, colour, target }, mover) {
  return legal.filter((move) => {
    if (!move.from || (move.kind === "chest" && !place && !card)) return false;
    if (card && move.card !== card) return false;
    if (place && move.from !== place) return false;
    if (target && move.to !== target) return false;
    const owner = move.kind === "morgan" ? move.colour : mover;
    return !colour || colour === owner;
  });
}

/**
 * The pirates that these moves move.
 * @param {Move[]} moves
 * @param {string} mover
 * @returns {Set<string>} of "colour place"
 */
export function movablePirates(moves, mover) {
  return new Set(moves.map((move) => `${move.kind === "morgan" ? move.colour : mover} ${move.from}`));
}

/**
 * Moves by their target.
 * @param {Move[]} moves
 * @returns {Map<string, Move[]>}
 */
export function movesByTarget(moves) {
  /** @type {Map<string, Move[]>} */
  const found = new Map();
  for (const move of moves) found.set(move.to, [...(found.get(move.to) ?? []), move]);
  return found;
}

/** What fits into each gap of a pattern. A card may be dark ("rum*") or hidden ("?"), a symbol neither. @type {Record<string, string>} */
const GAPS = {
  CARD: "(?<card>\\?|[a-z]+\\*?)",
  SYMBOL: "(?<card>[a-z]+)",
  COLOUR: "(?<colour>[a-z]+)",
  FROM: "(?<from>\\w+)",
  TO: "(?<to>\\w+)",
  SPACE: "(?<from>\\d+)",
};

/** The patterns of the kinds, and the catalogue that they were made of. @type {{ of: Catalogue | null, all: [string, RegExp][] }} */
let patterns = { of: null, all: [] };

/** The pattern of a kind as a regular expression with a group for each gap. @param {MoveKind} kind */
function patternOf({ pattern, symbol }) {
  const card = symbol ? `(?<card>${symbol}\\*?)` : GAPS.CARD;
  const second = symbol ? `${symbol}\\*?` : "[a-z]+\\*?";
  const filled = pattern
    .replace("+CARD", `\\+${second}`)
    .replace(/[A-Z]+/g, (gap) => (gap === "CARD" ? card : GAPS[gap]) ?? gap);
  return new RegExp(`^${filled}$`);
}

/** The patterns by kind; a pattern that begins with a word comes before one that begins with any card. */
export function kindPatterns() {
  const current = catalogue();
  if (patterns.of !== current) {
    const startsWithCard = (/** @type {MoveKind} */ { pattern, symbol }) => pattern.startsWith("CARD") && !symbol;
    const ordered = [
      ...current.kinds.filter((kind) => !startsWithCard(kind)),
      ...current.kinds.filter((kind) => startsWithCard(kind)),
    ];
    patterns = { of: current, all: ordered.map((kind) => [kind.name, patternOf(kind)]) };
  }
  return patterns.all;
}

/** What the catalogue says about a kind of move. @param {string} name */
export function kindOf(name) {
  return catalogue().kinds.find((kind) => kind.name === name);
}
