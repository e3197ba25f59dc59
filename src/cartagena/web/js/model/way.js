/** The way of a pirate along the path, and the line that is drawn for it. The server says which spaces it jumps over. */

/** @import { Place } from "./board.js" */

/** @typedef {{ x: number, y: number }} Point */

/**
 * The places of a way in order, including both ends, and the spaces jumped over.
 * @typedef {{ places: string[], jumped: string[] }} Way
 */

/** Points per step from place to place, and the minimum and maximum height of a hop. */
const SAMPLES = 8;
const LOW_HOP = 20;
const HIGH_HOP = 44;
const HEIGHT_PER_STEP = 6;

/** The distance by which a line swings out where the path turns to the next row, to avoid the symbols there. */
const SWING = 30;

/** Distance between two footprints, and of a footprint from the middle of the way. */
const STRIDE = 25;
const STANCE = 6;

/**
 * Return the way of a move, or null if no pirate changes its place.
 * @param {{ from: string, to: string }} move
 * @param {string[]} jumped
 * @param {string[]} order all places in the order of the path
 * @returns {Way | null}
 */
export function wayOf({ from, to }, jumped, order) {
  const [first, last] = [order.indexOf(from), order.indexOf(to)];
  if (first < 0 || last < 0 || first === last) return null;
  if (first < last) return { places: order.slice(first, last + 1), jumped };
  return { places: order.slice(last, first + 1).reverse(), jumped: [] };
}

/** Return the point of a way at a place: at the feet of the pirates there. @param {Place | undefined} place */
function footOf(place) {
  return { x: place?.x ?? 0, y: (place?.foot ?? 0) - 6 };
}

/**
 * Return a point between two neighbours of a way. Where the path turns to the next row it swings out, away from both rows.
 * @param {Point[]} spots the places of the way
 * @param {number} i of the first neighbour
 * @param {number} t from 0 to 1
 * @returns {Point}
 */
function pointAt(spots, i, t) {
  const a = spots[i] ?? { x: 0, y: 0 };
  const b = spots[i + 1] ?? a;
  const row = spots[i - 1] ?? spots[i + 2];
  const turns = row && Math.abs(b.y - a.y) > Math.abs(b.x - a.x);
  const side = turns ? Math.sign((a.x + b.x) / 2 - row.x) : 0;
  return { x: a.x + (b.x - a.x) * t + side * SWING * Math.sin(Math.PI * t), y: a.y + (b.y - a.y) * t };
}

/**
 * Return the points of a line that hops from each space jumped over to the next.
 * @param {Way} way
 * @param {Map<string, Place>} places
 * @returns {Point[]}
 */
export function hopPoints({ places: names, jumped }, places) {
  const spots = names.map((name) => footOf(places.get(name)));
  const stops = [0, ...jumped.map((name) => names.indexOf(name)), names.length - 1];
  const points = spots.slice(0, 1);
  stops.slice(1).forEach((last, i) => {
    const first = stops[i] ?? 0;
    const steps = last - first;
    const height = Math.min(HIGH_HOP, LOW_HOP + HEIGHT_PER_STEP * steps);
    for (let step = 0; step < steps; step++) {
      for (let n = 1; n <= SAMPLES; n++) {
        const t = n / SAMPLES;
        const lift = height * Math.sin((Math.PI * (step + t)) / steps);
        const { x, y } = pointAt(spots, first + step, t);
        points.push({ x, y: y - lift });
      }
    }
  });
  return points;
}

/** Return the line through points as an SVG path. @param {Point[]} points */
export function linePath(points) {
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

/**
 * Return footprints along a way as an SVG path, left and right in turn.
 * @param {Way} way
 * @param {Map<string, Place>} places
 */
export function footprintPath({ places: names }, places) {
  const spots = names.map((name) => footOf(places.get(name)));
  let path = "";
  let rest = STRIDE;
  let side = 1;
  spots.slice(1).forEach((b, i) => {
    const a = spots[i] ?? b;
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    for (; rest < length; rest += STRIDE) {
      const x = a.x + ux * rest - uy * STANCE * side;
      const y = a.y + uy * rest + ux * STANCE * side;
      const turn = (Math.atan2(uy, ux) * 180) / Math.PI;
      const [dx, dy] = [ux * 5, uy * 5];
      const ends = [`${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}`, `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`];
      path += `M${ends[0]}A6 3.4 ${turn.toFixed(0)} 1 1 ${ends[1]}A6 3.4 ${turn.toFixed(0)} 1 1 ${ends[0]}`;
      side = -side;
    }
    rest -= length;
  });
  return path;
}
