/** How pirates walk: along the way, from space to space, with a hop at each step. */

import { mayMove } from "../table/cards.js";

/** @import { Rules } from "../net/types.js" */
/** @import { Place } from "../model/board.js" */

/** @typedef {{ x: number, y: number }} Point */

/** Not carried by the ship at all. @type {Point} */
export const ASHORE = { x: 0, y: 0 };
/** The feet of whoever stands on a space, below its middle. */
const FEET = 44;
/** In milliseconds: what a walk takes at least and at most, and what each space adds. */
const SHORTEST = 420;
const LONGEST = 1300;
const STEP = 75;
/** How high a step is. */
const HOP = 13;

/**
 * All places in the order in which they are passed.
 * @param {Rules} rules
 */
export function wayOf(rules) {
  const spaces = (/** @type {number} */ tiles, /** @type {number} */ before) =>
    Array.from({ length: 6 * tiles }, (_, i) => String(6 * before + i + 1));
  return [
    ...(rules.tunnel ? ["jail", ...spaces(rules.tunnel, 0)] : []),
    "sloop",
    ...(rules.jungle ? [...spaces(rules.jungle, rules.tunnel), "cove"] : []),
  ];
}

/**
 * Where a figure is put that is also carried so far by the ship.
 * @param {Point} spot
 * @param {Point} shift
 * @param {number} scale
 */
export function put(spot, shift, scale) {
  return `translate(${(spot.x - shift.x).toFixed(1)}px, ${(spot.y - shift.y).toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

/**
 * Let a figure walk to where it has just been put; between places that are far apart it goes by
 * the spaces between them.
 * @param {SVGElement} node
 * @param {{ from: string, to: string, start: Point, end: Point, shift: Point, scale: number }} walk
 * @param {string[]} way
 * @param {Map<string, Place>} places
 */
export function walk(node, { from, to, start, end, shift, scale }, way, places) {
  const [a, b] = [way.indexOf(from), way.indexOf(to)];
  if (a < 0 || b < 0 || !mayMove()) return;
  const between = a < b ? way.slice(a + 1, b) : way.slice(b + 1, a).reverse();
  const stops = between.flatMap((name) => places.get(name) ?? []).map(({ x, y }) => ({ x, y: y + FEET }));
  const steps = [...stops, end];
  const path = steps.flatMap((next, i) => {
    const last = steps[i - 1] ?? start;
    const middle = { x: (last.x + next.x) / 2, y: (last.y + next.y) / 2 - HOP };
    return [put(middle, shift, scale), put(next, shift, scale)];
  });
  const duration = Math.min(LONGEST, SHORTEST + STEP * between.length);
  node.animate({ transform: [put(start, shift, scale), ...path] }, { duration, easing: "cubic-bezier(.3,.1,.4,1)" });
}
