/** Where a game turned, and what made it turn: luck or decisions. */

import { n } from "../lib/i18n.js";
import { parse } from "../model/moves.js";
import { told, who } from "../model/sentences.js";
import { brief } from "../table/hints.js";

/** @import { Analysis, AnalysedMove } from "../net/types.js" */
/** @import { State } from "../model/state.js" */

/**
 * A move that changed the chances of a colour.
 * @typedef {{ number: number, colour: string, change: number, words: string }} Turn
 */

const MOST = 5;
const WORTH_TELLING = 0.05;

/** A part of a win in points of a hundred, with its sign. @param {number} part */
export function points(part) {
  const form = new Intl.NumberFormat(document.documentElement.lang, {
    signDisplay: "exceptZero",
    maximumFractionDigits: 0,
  });
  return form.format(100 * part).replace("-", "−");
}

/** Whose chances a move changed most, and by how much. @param {AnalysedMove} move */
function most(move) {
  let best = { colour: "", change: 0 };
  for (const colour of Object.keys(move.play)) {
    const change = (move.play[colour] ?? 0) + (move.luck[colour] ?? 0);
    if (Math.abs(change) > Math.abs(best.change)) best = { colour, change };
  }
  return best;
}

/**
 * The moves that changed most, in their order.
 * @param {State} state
 * @param {Analysis} found
 * @returns {Turn[]}
 */
export function turns(state, found) {
  return found.moves
    .map((move) => ({ move, ...most(move) }))
    .filter(({ change }) => Math.abs(change) >= WORTH_TELLING)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, MOST)
    .sort((a, b) => a.move.number - b.move.number)
    .map(({ move, colour, change }) => ({
      number: move.number,
      colour,
      change,
      words: turned(state, move, colour, change),
    }));
}

/**
 * @param {State} state
 * @param {AnalysedMove} move
 * @param {string} colour
 * @param {number} change
 */
function turned(state, move, colour, change) {
  const byLuck = Math.abs(move.luck[colour] ?? 0) > Math.abs(move.play[colour] ?? 0);
  const filling = { who: who(state, colour), points: points(change) };
  const count = Math.abs(Math.round(100 * change));
  const why = byLuck
    ? n("{who}: {points} point, mostly by luck.", "{who}: {points} points, mostly by luck.", count, filling)
    : n(
        "{who}: {points} point, mostly by the decision.",
        "{who}: {points} points, mostly by the decision.",
        count,
        filling,
      );
  return `${told(state, { seat: move.seat, move: move.move })} ${why}`;
}

/**
 * The moves for which there was a clearly better one, the costliest first.
 * @param {State} state
 * @param {Analysis} found
 * @returns {Turn[]}
 */
export function misses(state, found) {
  return found.moves
    .filter((move) => move.better)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, MOST)
    .map((move) => {
      const filling = { move: brief(state, parse(move.better ?? "")), points: points(move.loss) };
      const better = n(
        "Better: {move} ({points} point).",
        "Better: {move} ({points} points).",
        Math.round(100 * move.loss),
        filling,
      );
      const words = `${told(state, { seat: move.seat, move: move.move })} ${better}`;
      return { number: move.number, colour: move.seat, change: -move.loss, words };
    });
}
