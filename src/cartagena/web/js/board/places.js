/** Reads the places from the server's drawing of a board, and translates its signs. */

import { t } from "../lib/i18n.js";
import { describePlace } from "../model/explain.js";

/** @import { Place } from "../model/board.js" */

/** Windows in which a slim or a tall board fits better than the wide one. */
const SLIM = matchMedia("(max-width: 560px), (max-width: 700px) and (orientation: portrait)");
const TALL = matchMedia("(max-width: 1000px) and (orientation: portrait)");

/** Return the shape of board that fits the window: "slim", "tall" or "wide". */
export function boardShape() {
  return SLIM.matches ? "slim" : TALL.matches ? "tall" : "wide";
}

/** Call a listener when another shape fits, until the returned function is called. @param {() => void} listener */
export function onShapeChange(listener) {
  for (const one of [SLIM, TALL]) one.addEventListener("change", listener);
  return () => {
    for (const one of [SLIM, TALL]) one.removeEventListener("change", listener);
  };
}

/** Return the translation of a group. @param {Element} element */
function translation(element) {
  const numbers = (element.getAttribute("transform") ?? "").replace(/[^\d.\s-]/g, "").trim();
  const [x = 0, y = 0] = numbers.split(/\s+/).map(Number);
  return { x, y };
}

/**
 * Read the places of a board from its drawing.
 * @param {SVGElement} ground
 */
export function readPlaces(ground) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const space of ground.querySelectorAll(".space")) {
    places.set(space.getAttribute("data-place") ?? "", { ...translation(space), room: 0, height: 0 });
  }
  for (const end of ground.querySelectorAll(".end")) {
    const crowd = end.querySelector(".crowd");
    const middle = translation(end);
    const inner = crowd ? translation(crowd) : { x: 0, y: 0 };
    places.set(end.getAttribute("data-place") ?? "", {
      x: middle.x + inner.x,
      y: middle.y + inner.y,
      room: Number(crowd?.getAttribute("data-room") ?? 100),
      height: Number(crowd?.getAttribute("data-height") ?? 40),
    });
  }
  return places;
}

/** Write on a sign and fit its plank to the text. @param {Element} sign @param {string} label */
export function labelSign(sign, label) {
  const text = sign.querySelector("text");
  const plank = sign.querySelector("rect");
  if (!text || !plank || text.textContent === label) return;
  text.textContent = label;
  const width = label.length * 8.4 + 18;
  plank.setAttribute("x", String(-width / 2));
  plank.setAttribute("width", String(width));
}

/**
 * Translate the signs of a board, and add tooltips to the ends of the path.
 * @param {SVGElement} ground
 * @param {string[]} board
 */
export function translateBoard(ground, board) {
  /** @type {Record<string, string>} */
  const signs = {
    Jail: t("Jail"),
    Sloop: t("Sloop"),
    "Pirate cove": t("Pirate cove"),
    Cartagena: t("Cartagena"),
    Tortuga: t("Tortuga"),
  };
  for (const sign of ground.querySelectorAll(".sign")) {
    const label = signs[sign.querySelector("text")?.textContent ?? ""];
    if (label) labelSign(sign, label);
  }
  const ends = new Set([...ground.querySelectorAll(".end")].map((end) => end.getAttribute("data-place") ?? ""));
  for (const title of ground.querySelectorAll("title")) title.remove();
  for (const place of ground.querySelectorAll(".end")) {
    place.setAttribute("data-tip", describePlace(place.getAttribute("data-place") ?? "", board, ends));
  }
  ground.querySelector(".ship")?.setAttribute("data-tip", describePlace("sloop", board, ends));
}
