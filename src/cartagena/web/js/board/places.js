/** Reads the drawing of a board that the server makes: where its places are; and translates its signs. */

import { t } from "../lib/i18n.js";
import { describePlace } from "../model/explain.js";

/** @import { Place } from "../model/board.js" */

/** The windows in which the slim board fits better than the wide one. */
export const SLIM = matchMedia("(max-width: 560px), (max-width: 700px) and (orientation: portrait)");

/** How far a group is translated. @param {Element} element */
function translation(element) {
  const numbers = (element.getAttribute("transform") ?? "").replace(/[^\d.\s-]/g, "").trim();
  const [x = 0, y = 0] = numbers.split(/\s+/).map(Number);
  return { x, y };
}

/**
 * The places of a board, read from its drawing.
 * @param {SVGElement} ground
 */
export function readPlaces(ground) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  for (const space of ground.querySelectorAll(".space")) {
    found.set(space.getAttribute("data-place") ?? "", { ...translation(space), room: 0, height: 0 });
  }
  for (const end of ground.querySelectorAll(".end")) {
    const crowd = end.querySelector(".crowd");
    const middle = translation(end);
    const inner = crowd ? translation(crowd) : { x: 0, y: 0 };
    found.set(end.getAttribute("data-place") ?? "", {
      x: middle.x + inner.x,
      y: middle.y + inner.y,
      room: Number(crowd?.getAttribute("data-room") ?? 100),
      height: Number(crowd?.getAttribute("data-height") ?? 40),
    });
  }
  return found;
}

/**
 * Translate the signs of a board, and describe its places in tooltips.
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
  for (const text of ground.querySelectorAll(".sign text")) {
    const label = signs[text.textContent ?? ""];
    const plank = text.parentElement?.querySelector("rect");
    if (!label || !plank) continue;
    text.textContent = label;
    const width = label.length * 8.4 + 18;
    plank.setAttribute("x", String(-width / 2));
    plank.setAttribute("width", String(width));
  }
  const ends = new Set([...ground.querySelectorAll(".end")].map((end) => end.getAttribute("data-place") ?? ""));
  for (const title of ground.querySelectorAll("title")) title.remove();
  for (const place of ground.querySelectorAll("[data-place]")) {
    place.setAttribute("data-tip", describePlace(place.getAttribute("data-place") ?? "", board, ends));
  }
  ground.querySelector(".ship")?.setAttribute("data-tip", describePlace("sloop", board, ends));
}
