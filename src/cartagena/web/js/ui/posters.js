/** Games as posters: a drawing of the path, and the facts that help to choose. */

import { art, byId, el, h } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { loadStyles } from "../lib/styles.js";
import { presetSentence, presetTitle } from "../model/catalogue.js";

/** @import { PresetInfo, Rules } from "../net/types.js" */

/** The request for the drawings, once they are needed. @type {Promise<void> | undefined} */
let drawings;

/** Load the drawings of all posters and their styles. Without the drawings, posters are plain. */
export async function loadPosters() {
  drawings ??= fetchDrawings().catch(() => {
    drawings = undefined;
  });
  await Promise.all([loadStyles("posters"), drawings]);
}

async function fetchDrawings() {
  const response = await fetch(new URL("../../posters.svg", import.meta.url));
  if (!response.ok) throw new Error(`${response.status} for the posters`);
  const parsed = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  byId("art").append(document.importNode(parsed, true));
}

/** How hard a game is to learn, from 1 to 3: the way over the sea and every variant add to it. @param {Rules} rules */
export function difficulty(rules) {
  const morgan = [rules.tunnel_cards, rules.jungle_cards].some((gains) => gains === "morgan" || gains === "both");
  const extras = Number(Boolean(rules.tunnel && rules.jungle)) + Number(rules.filibusters) + Number(morgan);
  return Math.min(3, 1 + extras + 2 * Number(rules.magic));
}

/** Return the drawing of a game. @param {string} name */
export function posterArt(name) {
  return h("span", { class: "poster-art", "aria-hidden": "true" }, art(`poster-${name}`, "0 0 240 120", "poster"));
}

/**
 * Return a radio button that looks like a poster.
 * @param {PresetInfo} preset
 * @param {boolean} checked
 * @param {() => void} onChange
 */
export function poster({ name, rules, minutes }, checked, onChange) {
  const radio = el("input", { type: "radio", name: "preset", value: name, checked, onchange: onChange });
  const level = difficulty(rules);
  const words = [t("easy"), t("some practice"), t("for experts")][level - 1] ?? "";
  return h(
    "label",
    { class: "game" },
    radio,
    posterArt(name),
    h("b", {}, presetTitle(name)),
    h(
      "span",
      { class: "poster-facts" },
      h("span", {}, n("{count} minute", "{count} minutes", minutes)),
      h("span", {}, t("2–5 players")),
      h("span", { class: `difficulty level-${level}` }, words),
    ),
    h("span", {}, presetSentence(name)),
  );
}
