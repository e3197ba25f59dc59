/** Portraits of the rivals, and the setting for their remarks. */

import { h } from "../lib/dom.js";
import { rivalOf } from "../model/catalogue.js";

/** @import { SeatInfo } from "../net/types.js" */
/** How a rival feels. @typedef {"" | "glad" | "sour"} Mood */

/** The key of the setting in the local storage. */
const SILENT = "silent-rivals";

/** Return whether rivals comment on great moves. */
export const rivalsSpeak = () => localStorage.getItem(SILENT) !== "yes";

/** Let rivals speak or be silent. @param {boolean} speak */
export function letRivalsSpeak(speak) {
  localStorage.setItem(SILENT, speak ? "no" : "yes");
}

/**
 * Return the portrait of a level, or null if it has none. The name is always next to it, so it has no text of its own.
 * @param {string} level
 * @param {{ mood?: Mood, mirrored?: boolean, kind?: string }} [options]
 */
export function portrait(level, { mood = "", mirrored = false, kind = "" } = {}) {
  if (!rivalOf(level)) return null;
  const file = mood ? `${level}-${mood}` : level;
  const src = new URL(`../../rivals/${file}.svg`, import.meta.url).href;
  const name = `portrait ${mirrored ? "mirrored" : ""} ${kind}`;
  return h("img", { key: "portrait", class: name, src, alt: "", width: 160, height: 160, draggable: "false" });
}

/** Return the portrait of a bot at a seat. One who is not the rival of the level looks the other way. @param {SeatInfo | undefined} seat @param {Mood} [mood] */
export function seatPortrait(seat, mood = "") {
  if (seat?.kind !== "bot") return null;
  return portrait(seat.level, { mood, mirrored: seat.name !== rivalOf(seat.level)?.person });
}
