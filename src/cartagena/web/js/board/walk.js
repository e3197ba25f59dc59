/** The animation of a moving pirate: it crouches, hops along the path, and lands. */

import { motionAllowed } from "../lib/dom.js";
import { paced } from "../lib/pace.js";
import { hopPoints } from "../model/way.js";

/** @import { Place } from "../model/board.js" */
/** @import { Point, Way } from "../model/way.js" */

/** The offset of everything that is not aboard the ship. @type {Point} */
export const NO_OFFSET = { x: 0, y: 0 };

/** Duration of the crouch before the first hop, and of the rest after the last one, in milliseconds. */
const GATHER_MS = 90;
const REST_MS = 130;
/** Shortest and longest duration of a hop, its time for each space, and the longest duration of all hops together. */
const MIN_HOP_MS = 180;
const MAX_HOP_MS = 320;
const SPACE_MS = 30;
const MAX_WAY_MS = 1500;

/** Duration of the fade that stands for a way without motion, in milliseconds. */
const FADE_MS = 250;

/** Duration of a jump for joy, in milliseconds. */
export const JOY_MS = 240;

/** Number of jumps for joy. */
export const JOYS = 3;

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

/** Return the times at which the hops of a way end, in milliseconds after the start. @param {Way} way */
export function hopTimes({ places, jumped }) {
  const stops = [0, ...jumped.map((name) => places.indexOf(name)), places.length - 1];
  const lengths = stops.slice(1).map((stop, i) => stop - (stops[i] ?? 0));
  const hops = lengths.map((steps) => Math.min(MAX_HOP_MS, MIN_HOP_MS + SPACE_MS * (steps - 1)));
  const all = hops.reduce((sum, one) => sum + one, 0);
  const speed = Math.min(1, MAX_WAY_MS / all);
  let time = GATHER_MS;
  return hops.map((one) => {
    time += one * speed;
    return time;
  });
}

/**
 * Animate a pirate's way to its new place. Returns the duration in milliseconds, 0 without motion.
 * @param {{ node: SVGElement, figure: Element }} pirate
 * @param {Way} way
 * @param {{ start: Point, end: Point, offset: Point, scale: number }} walk
 * @param {Map<string, Place>} places
 * @param {(hop: number) => void} onLand is called at the end of each hop, counted from 0
 */
export function animateWalk({ node, figure }, way, { start, end, offset, scale }, places, onLand) {
  if (!motionAllowed()) {
    // A cross-fade: it disappears in one place and appears in the other.
    node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS, easing: "ease-in" });
    return 0;
  }
  const times = hopTimes(way).map(paced);
  const gather = paced(GATHER_MS);
  const duration = (times.at(-1) ?? 0) + paced(REST_MS);
  const points = hopPoints(way, places);
  const stops = [0, ...way.jumped.map((name) => way.places.indexOf(name)), way.places.length - 1];
  const samples = (points.length - 1) / (way.places.length - 1);
  const at = (/** @type {Point} */ point) => transformAt(point, offset, scale);
  /** @type {Keyframe[]} */
  const path = [
    { transform: at(start), offset: 0 },
    { transform: at(start), offset: gather / duration },
  ];
  times.forEach((time, hop) => {
    const [first, last] = [(stops[hop] ?? 0) * samples, (stops[hop + 1] ?? 0) * samples];
    const before = times[hop - 1] ?? gather;
    for (let i = first + 1; i <= last; i++) {
      const point = i === points.length - 1 ? end : (points[i] ?? end);
      const t = (i - first) / (last - first);
      path.push({ transform: at(point), offset: (before + (time - before) * t) / duration });
    }
    setTimeout(onLand, time, hop);
  });
  path.push({ transform: at(end), offset: 1 });
  node.animate(path, { duration });
  figure.animate(squash(times, gather, duration), { duration });
  return duration;
}

/**
 * Let a figure jump for joy.
 * @param {Element} figure
 * @param {number} delay in milliseconds
 */
export function jumpForJoy(figure, delay) {
  figure.animate(
    [
      { transform: "scale(1.12, 0.82)" },
      { transform: "translateY(-13px) scale(0.95, 1.08)", easing: "ease-in" },
      { transform: "scale(1.12, 0.84)" },
    ],
    { duration: paced(JOY_MS), delay: paced(delay), iterations: JOYS, easing: "ease-out" },
  );
}

/**
 * Return the keyframes of a figure that crouches, stretches in the air and is squashed as it lands.
 * @param {number[]} times
 * @param {number} gather
 * @param {number} duration
 * @returns {Keyframe[]}
 */
function squash(times, gather, duration) {
  const frames = [
    { transform: "scale(1, 1)", offset: 0 },
    { transform: "scale(1.1, 0.8)", offset: (gather * 0.8) / duration },
  ];
  times.forEach((time, hop) => {
    const before = times[hop - 1] ?? gather;
    frames.push({ transform: "scale(0.95, 1.08)", offset: (before + (time - before) * 0.3) / duration });
    frames.push({ transform: "scale(0.97, 1.05)", offset: (before + (time - before) * 0.8) / duration });
    frames.push({ transform: "scale(1.14, 0.78)", offset: (time + 8) / duration });
  });
  return [...frames, { transform: "scale(1, 1)", offset: 1 }];
}
