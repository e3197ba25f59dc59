/** The empty board as the server draws it: where its places are, and its names translated. */

import { t } from "../lib/i18n.js";
import { aboutPlace } from "../model/explain.js";

/** @import { Place } from "../model/board.js" */

/** Where the slim board fits better; on a low screen, as when all is enlarged, the wide one does. */
export const SLIM = matchMedia("(max-width: 560px), (max-width: 700px) and (orientation: portrait)");

/** Where a group has been moved to. @param {Element} element */
function at(element) {
  const numbers = (element.getAttribute("transform") ?? "").replace(/[^\d.\s-]/g, "").trim();
  const [x = 0, y = 0] = numbers.split(/\s+/).map(Number);
  return { x, y };
}

/**
 * The places of a board, read from its picture.
 * @param {SVGElement} ground
 */
export function places(ground) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  for (const space of ground.querySelectorAll(".space")) {
    found.set(space.getAttribute("data-place") ?? "", { ...at(space), room: 0, height: 0 });
  }
  for (const end of ground.querySelectorAll(".end")) {
    const stand = end.querySelector(".crowd");
    const middle = at(end);
    const inner = stand ? at(stand) : { x: 0, y: 0 };
    found.set(end.getAttribute("data-place") ?? "", {
      x: middle.x + inner.x,
      y: middle.y + inner.y,
      room: Number(stand?.getAttribute("data-room") ?? 100),
      height: Number(stand?.getAttribute("data-height") ?? 40),
    });
  }
  return found;
}

/**
 * Names on the board in the reader's language.
 * @param {SVGElement} ground
 * @param {string[]} board
 */
export function translate(ground, board) {
  /** @type {Record<string, string>} */
  const signs = {
    Jail: t("Jail"),
    Sloop: t("Sloop"),
    "Pirate cove": t("Pirate cove"),
    Cartagena: t("Cartagena"),
    Tortuga: t("Tortuga"),
  };
  for (const text of ground.querySelectorAll(".sign text")) {
    const words = signs[text.textContent ?? ""];
    const plank = text.parentElement?.querySelector("rect");
    if (!words || !plank) continue;
    text.textContent = words;
    const wide = words.length * 8.4 + 18;
    plank.setAttribute("x", String(-wide / 2));
    plank.setAttribute("width", String(wide));
  }
  const ends = new Set([...ground.querySelectorAll(".end")].map((end) => end.getAttribute("data-place") ?? ""));
  for (const title of ground.querySelectorAll("title")) title.remove();
  for (const place of ground.querySelectorAll("[data-place]")) {
    place.setAttribute("data-tip", aboutPlace(place.getAttribute("data-place") ?? "", board, ends));
  }
  ground.querySelector(".ship")?.setAttribute("data-tip", aboutPlace("sloop", board, ends));
}
