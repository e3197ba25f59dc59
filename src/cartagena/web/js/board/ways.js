/** Draws ways on the board: chalk along the path with a bounce on each space jumped over, or footprints back. */

import { svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { footprintPath, hopPoints, linePath, wayOf } from "../model/way.js";

/** @import { Place } from "../model/board.js" */
/** @import { Way } from "../model/way.js" */

/**
 * The geometry that a way is drawn on.
 * @typedef {{ order: string[], places: Map<string, Place>, width: number }} Ground
 */

/** Width of a character on a ribbon, and of its ends, and its height. */
const LETTER = 12.4;
const RIBBON_ENDS = 22;
const RIBBON_HEIGHT = 30;

/** Width and distance of the backs of cards above a space. */
const BACK = 27;

/** Return whether a way leads back. @param {Way} way @param {string[]} order */
function leadsBack({ places }, order) {
  return order.indexOf(places[0] ?? "") > order.indexOf(places.at(-1) ?? "");
}

/**
 * Return the line of a move, or null if no pirate moves. `name` is its class: "path-ahead", "last-move", "earlier-move" or
 * "hint-move".
 * @param {{ from: string, to: string, jumped: string[], colour?: string }} move
 * @param {string} name
 * @param {Ground} ground
 * @param {number} [opacity]
 */
export function drawWay(move, name, ground, opacity) {
  const way = wayOf(move, move.jumped, ground.order);
  if (!way || !ground.places.has(move.from) || !ground.places.has(move.to)) return null;
  const back = leadsBack(way, ground.order);
  const d = back ? footprintPath(way, ground.places) : linePath(hopPoints(way, ground.places));
  const line = (/** @type {string} */ kind) => svg("path", { class: kind, d });
  const marks = way.jumped.flatMap((space) => {
    const place = ground.places.get(space);
    return place ? [jumpTick(place)] : [];
  });
  return svg(
    "g",
    { class: `way ${name}-way ${back ? "feet" : "chalk"} ${move.colour ?? ""}`.trim(), opacity },
    line("casing"),
    line(name),
    ...marks,
  );
}

/** Return the mark of a space that is jumped over. @param {Place} place */
function jumpTick({ x, y, width, height }) {
  return svg(
    "g",
    { class: "jump-tick", transform: `translate(${x + width / 2 - 12} ${y - height / 2 + 42})` },
    svg("circle", { r: 11 }),
    svg("path", { d: "M-5 0.5L-1.4 4.4L5.4 -4" }),
  );
}

/**
 * Return the ribbon above the end of a way: its length, and the number of spaces jumped over.
 * @param {{ from: string, to: string, jumped: string[] }} move
 * @param {Ground} ground
 */
export function wayRibbon(move, { order, places, width }) {
  const target = places.get(move.to);
  const steps = order.indexOf(move.to) - order.indexOf(move.from);
  if (!target || steps <= 0) return null;
  const words = move.jumped.length ? t("+{steps}, over {jumped}", { steps, jumped: move.jumped.length }) : `+${steps}`;
  const half = (words.length * LETTER + RIBBON_ENDS) / 2;
  const x = Math.max(half + 2, Math.min(width - half - 2, target.x));
  const y = Math.max(RIBBON_HEIGHT / 2 + 2, target.y - target.height / 2 - 4);
  const text = svg("text", { y: 7.5, "text-anchor": "middle" });
  text.textContent = words;
  const [top, bottom] = [-RIBBON_HEIGHT / 2, RIBBON_HEIGHT / 2];
  const d = `M${-half} ${top}H${half}L${half - 7} 0L${half} ${bottom}H${-half}L${-half + 7} 0Z`;
  return svg("g", { class: "ribbon", transform: `translate(${x} ${y})` }, svg("path", { d }), text);
}

/**
 * Return the backs of the cards that a retreat to a place draws.
 * @param {Place} target
 * @param {number} count
 */
export function gainedBacks(target, count) {
  const y = Math.max(2, target.y - target.height / 2 - 14);
  const backs = Array.from({ length: Math.min(count, 3) }, (_, i) => {
    const turn = (i - (Math.min(count, 3) - 1) / 2) * 13;
    const at = `translate(${target.x + turn * 1.5} ${y}) rotate(${turn} 0 36)`;
    return svg("use", { href: "#ct-back", x: -BACK / 2, y: 0, width: BACK, height: (BACK * 4) / 3, transform: at });
  });
  return svg("g", { class: "gained-backs" }, ...backs);
}

/** Return the lantern that marks the end of a hint. @param {Place} target */
export function hintLantern({ x, y, width, height }) {
  const at = `translate(${x - width / 2 + 14} ${y + height / 2 - 20})`;
  return svg(
    "g",
    { class: "hint-lantern", transform: at },
    svg("circle", { r: 21 }),
    svg("use", { href: "#ct-lantern", x: -15, y: -15, width: 30, height: 30 }),
  );
}
