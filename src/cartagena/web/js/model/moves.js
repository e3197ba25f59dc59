/** Moves: parsing their notation, their kinds, and those that match the player's selection. */

import { catalogue } from "./catalogue.js";

/** @import { Catalogue, MoveKind } from "../net/types.js" */
/** @import { GameState } from "./game_state.js" */

/**
 * A move, read from its notation, and the spaces that it jumps over.
 * @typedef {{ text: string, kind: string, card: string, colour: string, from: string, to: string, jumped: string[] }} Move
 */

/**
 * Parse a move by the patterns of the catalogue. See docs/notation.md.
 * @param {string} text
 * @returns {Move}
 */
export function parseMove(text) {
  for (const [kind, pattern] of kindPatterns()) {
    const match = pattern.exec(text);
    if (!match) continue;
    const { card = "", colour = "", from = "", to = from } = match.groups ?? {};
    return { text, kind, card, colour, from, to, jumped: [] };
  }
  return { text, kind: text, card: "", colour: "", from: "", to: "", jumped: [] };
}

/**
 * Read legal moves, with the spaces that each jumps over.
 * @param {string[]} texts
 * @param {Record<string, string[]>} [jumps]
 */
export function readMoves(texts, jumps = {}) {
  return texts.map((text) => ({ ...parseMove(text), jumped: jumps[text] ?? [] }));
}

/** Return the symbol of a card, dark or not. @param {string} card */
export function symbolOf(card) {
  return card.replace("*", "");
}

/** Return whether a card is dark. @param {string} card */
export function isDark(card) {
  return card.endsWith("*");
}

/** Return whether a move is a spell. @param {Move} move */
export function isSpell(move) {
  return kindOf(move.kind)?.heading === "spell";
}

/** Return the cards that a spell costs: two for the parrots. @param {Move} move */
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

/** Return whether only the player who chooses may know the card. @param {Move} move */
export function isSecret(move) {
  return kindOf(move.kind)?.hides ?? false;
}

/** Return whether a card moves a pirate forward. @param {Move} move */
export function isCardMove(move) {
  return kindOf(move.kind)?.runs ?? false;
}

/** Return whether the move is a choice of one of several cards. @param {Move} move */
export function isChoice(move) {
  return kindOf(move.kind)?.heading === "choose" && !isCardMove(move);
}

/**
 * Return the number of cards that a retreat or Morgan gains.
 * @param {Move} move
 * @param {GameState} state
 */
export function cardsGained(move, state) {
  if (move.kind !== "retreat" && move.kind !== "morgan") return 0;
  if (!/^\d+$/.test(move.to)) return catalogue().morgan_end_cards;
  const pirates = Object.values(state.views[0]?.pirates ?? {});
  return pirates.reduce((sum, places) => sum + (places[move.to] ?? 0), 0);
}

/**
 * Return the text of the badge above a move's target: the card that is played, or the number of cards gained.
 * @param {Move} move
 * @param {GameState} state
 */
export function badgeText(move, state) {
  return move.card || `+${cardsGained(move, state)}`;
}

/**
 * @typedef {{ card: string, place: string, colour: string, target: string, spell: boolean }} Selection
 * What the player has selected so far: a card, a pirate (its place and colour), both or nothing. A target is selected
 * if more than one pirate or card leads there. `spell` says that the card shows the side with its spell.
 */

/** The empty selection. @type {Selection} */
export const NO_SELECTION = { card: "", place: "", colour: "", target: "", spell: false };

/**
 * Change a selection and return the new one. Every change clears the target and turns the card to its front, and
 * deselecting the pirate also clears its colour.
 * @param {Selection} selection
 * @param {Partial<Selection>} change
 * @returns {Selection}
 */
export function select(selection, change) {
  const next = { ...selection, target: "", spell: false, ...change };
  return next.place ? next : { ...next, colour: "" };
}

/**
 * Return the selection that highlights a move.
 * @param {Move} move
 * @param {string} seat whose move it is
 * @returns {Selection}
 */
export function selectionFor(move, seat) {
  if (isSpell(move) && move.kind !== "chest") return { ...NO_SELECTION, card: move.card, spell: true };
  if (!move.from) return NO_SELECTION;
  const colour = move.kind === "morgan" ? move.colour : seat;
  return { ...NO_SELECTION, card: move.card, place: move.from, colour };
}

/**
 * Return the moves of pirates that match a selection.
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
 * Return the pirates that these moves move.
 * @param {Move[]} moves
 * @param {string} mover
 * @returns {Set<string>} of "colour place"
 */
export function movablePirates(moves, mover) {
  return new Set(moves.map((move) => `${move.kind === "morgan" ? move.colour : mover} ${move.from}`));
}

/**
 * Group moves by target.
 * @param {Move[]} moves
 * @returns {Map<string, Move[]>}
 */
export function movesByTarget(moves) {
  /** @type {Map<string, Move[]>} */
  const groups = new Map();
  for (const move of moves) groups.set(move.to, [...(groups.get(move.to) ?? []), move]);
  return groups;
}

/** The pattern of each placeholder. A card may be dark ("rum*") or hidden ("?"), a symbol may not. @type {Record<string, string>} */
const GAPS = {
  CARD: "(?<card>\\?|[a-z]+\\*?)",
  SYMBOL: "(?<card>[a-z]+)",
  COLOUR: "(?<colour>[a-z]+)",
  FROM: "(?<from>\\w+)",
  TO: "(?<to>\\w+)",
  SPACE: "(?<from>\\d+)",
};

/** The patterns of all kinds, and the catalogue that they come from. @type {{ of: Catalogue | null, all: [string, RegExp][] }} */
let patterns = { of: null, all: [] };

/** Return the pattern of a kind, with a group for each placeholder. @param {MoveKind} kind */
function patternOf({ pattern, symbol }) {
  const card = symbol ? `(?<card>${symbol}\\*?)` : GAPS.CARD;
  const second = symbol ? `${symbol}\\*?` : "[a-z]+\\*?";
  const filled = pattern
    .replace("+CARD", `\\+${second}`)
    .replace(/[A-Z]+/g, (gap) => (gap === "CARD" ? card : GAPS[gap]) ?? gap);
  return new RegExp(`^${filled}$`);
}

/** Return the patterns by kind. One that begins with a word comes before one that begins with any card. */
function kindPatterns() {
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

/** Return the catalogue's entry for a kind of move. @param {string} name */
export function kindOf(name) {
  return catalogue().kinds.find((kind) => kind.name === name);
}
