/** Marks on places: highlights of targets, badges with the moves that lead there, closed chests. */

import { svg } from "../lib/dom.js";
import { slotSize } from "../model/board.js";
import { isDark, symbolOf } from "../model/moves.js";

/** @import { Place } from "../model/board.js" */

/** Distance of a badge from the edge of its place. */
const BADGE_INSET = 20;

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
 * Return the badges of all moves that lead to a place, in a row at its edge.
 * @param {string[]} badges
 * @param {Place} target
 */
export function targetBadges(badges, target) {
  return badges.slice(0, 4).map((badge, i) => {
    const gains = badge.startsWith("+");
    const draw = gains ? gainBadge : cardBadge;
    // Where an advance ends, the space is empty. Where a retreat ends, pirates stand at the lower edge.
    const offsetY = (target.height / 2 - BADGE_INSET) * (gains || target.crowdWidth ? -1 : 1);
    return draw(badge, target, i, badges.length, offsetY);
  });
}

/**
 * Return the highlight of a target: an outline that does not cover the symbol.
 * @param {Place} target
 */
export function targetGlow(target) {
  const width = target.width + (target.crowdWidth ? -4 : 8);
  const height = target.height + (target.crowdWidth ? -4 : 10);
  const [x, y] = [target.x - width / 2, target.y - height / 2];
  const outline = (/** @type {string} */ name) => svg("rect", { class: name, x, y, width, height, rx: 15 });
  return svg("g", { class: target.crowdWidth ? "wide-glow" : "" }, outline("target-edge"), outline("target-glow"));
}

const STAR = "M0 -6L1.6 -1.8L6 -1.8L2.5 1L3.8 5.4L0 2.8L-3.8 5.4L-2.5 1L-6 -1.8L-1.6 -1.8Z";

/**
 * Return a closed chest on a space.
 * @param {string} space
 * @param {Place} place
 * @param {string} tip
 */
export function chestToken(space, place, tip) {
  const at = `translate(${place.x + place.width / 2 - 13} ${place.y - place.height / 2 + 14})`;
  return svg(
    "g",
    { class: "chest-token", "data-place": space, "data-tip": tip, transform: at },
    svg("circle", { r: 11.5, class: "rim" }),
    svg("circle", { r: 8.8, class: "face" }),
    svg("path", { d: STAR }),
  );
}

/**
 * Return the number of a colour's pirates at an end, below their feet.
 * @param {{ place: string, colour: string, count: number, x: number, y: number, width: number }} plaque
 */
function countPlaque({ place, colour, count, x, y, width }) {
  const text = svg("text", { y: 21.5, "text-anchor": "middle" });
  text.textContent = String(count);
  return svg(
    "g",
    { class: `plaque ${colour}`, "data-place": place, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    svg("rect", { x: -width / 2, y: 3, width, height: 23, rx: 6 }),
    text,
  );
}

/**
 * Return the numbers of pirates at a place, one for each colour there, if a crowd can stand there.
 * @param {string} name
 * @param {Place} place
 * @param {Record<string, Record<string, number>>} pirates
 * @param {string[]} players
 */
export function countPlaques(name, place, pirates, players) {
  if (!place.crowdWidth) return [];
  const { step } = slotSize(players.length, place);
  const width = Math.min(step - 3, 34);
  return players.flatMap((colour, i) => {
    const count = pirates[colour]?.[name] ?? 0;
    const x = place.x + step * (i - (players.length - 1) / 2);
    return count ? [countPlaque({ place: name, colour, count, x, y: place.foot, width })] : [];
  });
}
