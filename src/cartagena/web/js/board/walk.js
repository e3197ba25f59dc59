/** The animation of a walking pirate: from space to space, with a hop at each step. */

import { motionAllowed } from "../lib/dom.js";

/** @import { Place } from "../model/board.js" */

/** @typedef {{ x: number, y: number }} Point */

/** The offset of everything that is not aboard the ship. @type {Point} */
export const NO_OFFSET = { x: 0, y: 0 };
/** Shortest and longest duration of a walk, and the time for each space, in milliseconds. */
const MIN_WALK_MS = 420;
const MAX_WALK_MS = 1300;
const STEP_MS = 75;
/** Height of a hop. */
const HOP = 13;

/**
 * Return the CSS transform that puts a pirate at a spot. The ship's offset is subtracted, because the ship's own
 * transform adds it.
 * @param {Point} spot
 * @param {Point} offset
 * @param {number} scale
 */
export function transformAt(spot, offset, scale) {
  return `translate(${(spot.x - offset.x).toFixed(1)}px, ${(spot.y - offset.y).toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

/**
 * Animate a pirate's walk to where it has just been put, over the spaces in between.
 * @param {SVGElement} node
 * @param {{ from: string, to: string, start: Point, end: Point, offset: Point, scale: number }} walk
 * @param {string[]} order all places in the order of the way
 * @param {Map<string, Place>} places
 */
export function animateWalk(node, { from, to, start, end, offset, scale }, order, places) {
  const [a, b] = [order.indexOf(from), order.indexOf(to)];
  if (a < 0 || b < 0 || !motionAllowed()) return;
  const between = a < b ? order.slice(a + 1, b) : order.slice(b + 1, a).reverse();
  const stops = between.flatMap((name) => places.get(name) ?? []).map(({ x, foot }) => ({ x, y: foot }));
  const steps = [...stops, end];
  const path = steps.flatMap((next, i) => {
    const last = steps[i - 1] ?? start;
    const middle = { x: (last.x + next.x) / 2, y: (last.y + next.y) / 2 - HOP };
    return [transformAt(middle, offset, scale), transformAt(next, offset, scale)];
  });
  const duration = Math.min(MAX_WALK_MS, MIN_WALK_MS + STEP_MS * between.length);
  node.animate(
    { transform: [transformAt(start, offset, scale), ...path] },
    { duration, easing: "cubic-bezier(.3,.1,.4,1)" },
  );
}
