/** Marks on places: highlights of targets, badges with the moves that lead there, closed chests. */

import { svg } from "../lib/dom.js";
import { isDark, symbolOf } from "../model/moves.js";

/** @import { Place } from "../model/board.js" */

/** Return how far a badge is from the centre. @param {number} i @param {number} count */
function offsetX(i, count) {
  return (i - (Math.min(count, 4) - 1) / 2) * 27;
}

/**
 * Return a badge with the number of cards that a move gains.
 * @param {string} badge
 * @param {Place} target
 * @param {number} i
 * @param {number} count
 * @param {number} offsetY
 */
function gainBadge(badge, target, i, count, offsetY) {
  const element = svg("g", {
    class: "gain-badge",
    "data-badge": badge,
    transform: `translate(${target.x + offsetX(i, count)} ${target.y + offsetY})`,
  });
  const text = svg("text", { y: 6, "text-anchor": "middle" });
  text.textContent = badge;
  element.append(svg("circle", { r: 15 }), text);
  return element;
}

/**
 * Return a badge with the card that a move costs.
 * @param {string} card
 * @param {Place} target
 * @param {number} i
 * @param {number} count
 * @param {number} offsetY
 */
function cardBadge(card, target, i, count, offsetY) {
  const at = `translate(${target.x + offsetX(i, count)} ${target.y + offsetY})`;
  return svg(
    "g",
    { class: isDark(card) ? "card-badge dark-card" : "card-badge", "data-badge": card, transform: at },
    svg("rect", { x: -13, y: -17, width: 26, height: 34, rx: 4 }),
    svg("use", { href: `#ct-${symbolOf(card)}`, x: -10, y: -10, width: 20, height: 20 }),
  );
}

/**
 * Return the badges of all moves that lead to a place, in a row above it.
 * @param {string[]} badges
 * @param {Place} target
 */
export function targetBadges(badges, target) {
  const offsetY = target.room ? -78 : -64;
  return badges.slice(0, 4).map((badge, i) => {
    const draw = badge.startsWith("+") ? gainBadge : cardBadge;
    return draw(badge, target, i, badges.length, offsetY);
  });
}

/**
 * Return the highlight of a target: an outline that does not cover the symbol.
 * @param {Place} target
 */
export function targetGlow(target) {
  const [x, y, width, height] = target.room
    ? [target.x - target.room / 2 - 6, target.y - 76, target.room + 12, 92]
    : [target.x - 41, target.y - 54, 82, 108];
  const outline = (/** @type {string} */ name) => svg("rect", { class: name, x, y, width, height, rx: 15 });
  return svg("g", {}, outline("target-edge"), outline("target-glow"));
}

const STAR = "M0 -6L1.6 -1.8L6 -1.8L2.5 1L3.8 5.4L0 2.8L-3.8 5.4L-2.5 1L-6 -1.8L-1.6 -1.8Z";

/**
 * Return a closed chest on a space.
 * @param {string} space
 * @param {Place} place
 * @param {string} tip
 */
export function chestToken(space, place, tip) {
  const at = `translate(${place.x + 27} ${place.y - 39})`;
  return svg(
    "g",
    { class: "chest-token", "data-place": space, "data-tip": tip, transform: at },
    svg("circle", { r: 11.5, class: "rim" }),
    svg("circle", { r: 8.8, class: "face" }),
    svg("path", { d: STAR }),
  );
}
