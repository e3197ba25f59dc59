/** The marks over a place where a move may lead: the card it takes, or the cards it gains. */

import { s } from "../lib/dom.js";
import { isDark, symbolOf } from "../model/moves.js";

/** @import { Move } from "../net/types.js" */
/** @import { Place } from "../model/board.js" */

/** @param {Move} move @param {number} cards */
export function badge(move, cards) {
  return move.card || `+${cards}`;
}

/** @param {number} i @param {number} count */
function across(i, count) {
  return (i - (Math.min(count, 4) - 1) / 2) * 27;
}

/**
 * @param {string} face
 * @param {Place} target
 * @param {number} i
 * @param {number} count
 * @param {number} up
 */
function coin(face, target, i, count, up) {
  const made = s("g", {
    class: "coin",
    "data-face": face,
    transform: `translate(${target.x + across(i, count)} ${target.y + up})`,
  });
  const text = s("text", { y: 6, "text-anchor": "middle" });
  text.textContent = face;
  made.append(s("circle", { r: 15 }), text);
  return made;
}

/**
 * @param {string} card
 * @param {Place} target
 * @param {number} i
 * @param {number} count
 * @param {number} up
 */
function mini(card, target, i, count, up) {
  const at = `translate(${target.x + across(i, count)} ${target.y + up})`;
  return s(
    "g",
    { class: isDark(card) ? "mini dark-card" : "mini", "data-face": card, transform: at },
    s("rect", { x: -13, y: -17, width: 26, height: 34, rx: 4 }),
    s("use", { href: `#ct-${symbolOf(card)}`, x: -10, y: -10, width: 20, height: 20 }),
  );
}

/**
 * The faces of all that leads to a place, side by side above it.
 * @param {string[]} faces
 * @param {Place} target
 */
export function faced(faces, target) {
  const up = target.room ? -70 : -50;
  return faces.slice(0, 4).map((face, i) => {
    const draw = face.startsWith("+") ? coin : mini;
    return draw(face, target, i, faces.length, up);
  });
}

/**
 * The light on a place.
 * @param {Place} target
 */
export function glow(target) {
  const [x, y, width, height] = target.room
    ? [target.x - target.room / 2 - 6, target.y - 76, target.room + 12, 92]
    : [target.x - 41, target.y - 54, 82, 108];
  return s("rect", { class: "glow", x, y, width, height, rx: 15 });
}

const STAR = "M0 -6L1.6 -1.8L6 -1.8L2.5 1L3.8 5.4L0 2.8L-3.8 5.4L-2.5 1L-6 -1.8L-1.6 -1.8Z";

/**
 * A closed chest on a space.
 * @param {string} space
 * @param {Place} place
 * @param {string} words
 */
export function token(space, place, words) {
  const at = `translate(${place.x + 27} ${place.y - 39})`;
  return s(
    "g",
    { class: "token", "data-place": space, "data-tip": words, transform: at },
    s("circle", { r: 11.5, class: "rim" }),
    s("circle", { r: 8.8, class: "face" }),
    s("path", { d: STAR }),
  );
}
