/** Curves over a whole game: every player's chance of winning, or progress. */

import { isolate } from "../../lib/i18n.js";
import { placesInOrder } from "../../model/board.js";

/** @import { AnalysisDocument, OpenPosition, Rules } from "../../net/types.js" */

/**
 * For each colour, its values at the start and after every move: the mean and both ends of the interval.
 * @typedef {Record<string, [number, number, number][]>} Curves
 */

/** Return the chance of winning of every colour. @param {AnalysisDocument} analysis @returns {Curves} */
export function chanceCurves(analysis) {
  const all = [analysis.start, ...analysis.moves.map((move) => move.chances)];
  return curves(Object.keys(analysis.start), all.length, (colour, move) => {
    const [mean = 0, low = mean, high = mean] = all[move]?.[colour] ?? [];
    return [mean, low, high];
  });
}

/**
 * Return the progress of every crew: 0 in jail, 1 when all pirates are home.
 * @param {Rules} rules
 * @param {Pick<OpenPosition, "pirates">[]} positions
 * @returns {Curves}
 */
export function progressCurves(rules, positions) {
  const order = placesInOrder(rules);
  const length = order.length - 1;
  return curves(Object.keys(positions[0]?.pirates ?? {}), positions.length, (colour, move) => {
    const crew = Object.entries(positions[move]?.pirates[colour] ?? {});
    const pirates = crew.reduce((sum, [, count]) => sum + count, 0);
    const steps = crew.reduce((sum, [place, count]) => sum + count * order.indexOf(place), 0);
    const part = pirates ? steps / (pirates * length) : 0;
    return [part, part, part];
  });
}

/**
 * @param {string[]} colours
 * @param {number} length
 * @param {(colour: string, move: number) => [number, number, number]} value
 * @returns {Curves}
 */
function curves(colours, length, value) {
  return Object.fromEntries(
    colours.map((colour) => [colour, Array.from({ length }, (_, move) => value(colour, move))]),
  );
}

/** Format a chance as a percentage. @param {number} part */
export function percent(part) {
  return new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(part);
}

/** Format a chance with its 95 % interval, like 62% ± 3. @param {number[]} chance */
export function chanceText([mean = 0, low = mean, high = mean]) {
  return isolate(`${percent(mean)} ± ${Math.round(50 * (high - low))}`);
}
