/** The turning points of a game, by luck or by decisions, and the moves that could have been better. */

import { n } from "../lib/i18n.js";
import { parseMove } from "../model/moves.js";
import { logSentence, moveInBrief, seatName } from "../model/sentences.js";

/** @import { Analysis, AnalysedMove } from "../net/types.js" */
/** @import { State } from "../model/state.js" */

/**
 * A move that changed the chances of a colour.
 * @typedef {{ number: number, colour: string, change: number, sentence: string }} Moment
 */

const MOST_MOMENTS = 5;
const SMALLEST_CHANGE = 0.05;

/** A change of the chance of winning in points of a hundred, with its sign. @param {number} drawIfChanged */
export function formatPoints(drawIfChanged) {
  const form = new Intl.NumberFormat(document.documentElement.lang, {
    signDisplay: "exceptZero",
    maximumFractionDigits: 0,
  });
  return form.format(100 * drawIfChanged).replace("-", "−");
}

/** Whose chances a move changed most, and by how much. @param {AnalysedMove} move */
function biggestChange(move) {
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
 * @param {Analysis} analysis
 * @returns {Moment[]}
 */
export function turningPoints(state, analysis) {
  return analysis.moves
    .map((move) => ({ move, ...biggestChange(move) }))
    .filter(({ change }) => Math.abs(change) >= SMALLEST_CHANGE)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, MOST_MOMENTS)
    .sort((a, b) => a.move.number - b.move.number)
    .map(({ move, colour, change }) => ({
      number: move.number,
      colour,
      change,
      sentence: momentSentence(state, move, colour, change),
    }));
}

/**
 * @param {State} state
 * @param {AnalysedMove} move
 * @param {string} colour
 * @param {number} change
 */
function momentSentence(state, move, colour, change) {
  const byLuck = Math.abs(move.luck[colour] ?? 0) > Math.abs(move.play[colour] ?? 0);
  const params = { who: seatName(state, colour), points: formatPoints(change) };
  const count = Math.abs(Math.round(100 * change));
  const why = byLuck
    ? n("{who}: {points} point, mostly luck.", "{who}: {points} points, mostly luck.", count, params)
    : n("{who}: {points} point, mostly the decision.", "{who}: {points} points, mostly the decision.", count, params);
  return `${logSentence(state, { seat: move.seat, move: move.move })} ${why}`;
}

/**
 * The moves for which there was a clearly better one, the costliest first.
 * @param {State} state
 * @param {Analysis} analysis
 * @returns {Moment[]}
 */
export function missedMoves(state, analysis) {
  return analysis.moves
    .filter((move) => move.better)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, MOST_MOMENTS)
    .map((move) => {
      const sentence = `${logSentence(state, { seat: move.seat, move: move.move })} ${betterSentence(state, move)}`;
      return { number: move.number, colour: move.seat, change: -move.loss, sentence };
    });
}

/** What would have been better than a move, and by how much. @param {State} state @param {AnalysedMove} move */
export function betterSentence(state, move) {
  const params = { move: moveInBrief(state, parseMove(move.better ?? "")), points: formatPoints(move.loss) };
  return n(
    "Better: {move} ({points} point).",
    "Better: {move} ({points} points).",
    Math.round(100 * move.loss),
    params,
  );
}
