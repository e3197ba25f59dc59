/** Reads the places from the template of a board, and translates its signs. */

import { t } from "../lib/i18n.js";
import { describePlace } from "../model/explain.js";

/** @import { Place } from "../model/board.js" */

/** Return the translation of a group. @param {Element} element */
function translation(element) {
  const numbers = (element.getAttribute("transform") ?? "").replace(/[^\d.\s-]/g, "").trim();
  const [x = 0, y = 0] = numbers.split(/\s+/).map(Number);
  return { x, y };
}

/** Return the numbers of an attribute. @param {Element | null} element @param {string} name */
function numbers(element, name) {
  return (element?.getAttribute(name) ?? "").split(" ").map(Number);
}

/** Height of a pirate on a space. Three stand side by side below the symbol. */
const PIRATE = 50;

/**
 * Read the places of a board from its template.
 * @param {SVGElement} ground
 */
export function readPlaces(ground) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  const [width = 0, height = 0] = numbers(ground, "data-stone");
  for (const space of ground.querySelectorAll(".space")) {
    const { x, y } = translation(space);
    const foot = y + height / 2 - 2;
    places.set(space.getAttribute("data-place") ?? "", { x, y, width, height, foot, crowdWidth: 0, pirate: PIRATE });
  }
  for (const end of ground.querySelectorAll(".end")) {
    const crowd = end.querySelector(".crowd");
    const { x, y } = translation(end);
    const inner = crowd ? translation(crowd) : { x: 0, y: 0 };
    const [boxWidth = 0, boxHeight = 0] = numbers(end, "data-box");
    places.set(end.getAttribute("data-place") ?? "", {
      x: x + inner.x,
      y,
      width: boxWidth,
      height: boxHeight,
      foot: y + inner.y,
      crowdWidth: numbers(crowd, "data-crowd")[0] ?? 0,
      pirate: numbers(crowd, "data-height")[0] ?? 0,
    });
  }
  return places;
}

/** Write on a sign and fit its plank to the text. @param {Element} sign @param {string} label */
export function labelSign(sign, label) {
  const text = sign.querySelector("text");
  if (!text || text.textContent === label) return;
  text.textContent = label;
  const half = (label.length * 10 + 20) / 2;
  /** @type {Record<string, Record<string, string>>} */
  const sizes = {
    rect: { x: String(-half), width: String(2 * half) },
    path: { d: `M${-half + 5} -11H${half - 5}` },
  };
  for (const [name, attributes] of Object.entries(sizes)) {
    // A copy takes the place of each part, because Chromium may not repaint a part whose size changes.
    const part = sign.querySelector(name);
    const copy = /** @type {Element} */ (part?.cloneNode());
    for (const [attribute, value] of Object.entries(attributes)) copy?.setAttribute(attribute, value);
    part?.replaceWith(copy);
  }
}

/**
 * Translate the signs of a board, and add tooltips to the ends of the path.
 * @param {SVGElement} ground
 * @param {SVGElement | null} ship
 * @param {string[]} board
 */
export function translateBoard(ground, ship, board) {
  /** @type {Record<string, string>} */
  const signs = {
    Jail: t("Jail"),
    Sloop: t("Sloop"),
    "Pirate cove": t("Pirate cove"),
    Cartagena: t("Cartagena"),
    Tortuga: t("Tortuga"),
  };
  for (const sign of [...ground.querySelectorAll(".sign"), ...(ship?.querySelectorAll(".sign") ?? [])]) {
    const label = signs[sign.querySelector("text")?.textContent ?? ""];
    if (label) labelSign(sign, label);
  }
  const names = [...ground.querySelectorAll(".end")].map((end) => end.getAttribute("data-place") ?? "");
  const ends = new Set(["sloop", ...names]);
  for (const part of [ground, ship]) for (const title of part?.querySelectorAll("title") ?? []) title.remove();
  for (const place of ground.querySelectorAll(".end")) {
    place.setAttribute("data-tip", describePlace(place.getAttribute("data-place") ?? "", board, ends));
  }
  ship?.setAttribute("data-tip", describePlace("sloop", board, ends));
}
