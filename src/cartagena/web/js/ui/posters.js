/** Games as posters: a drawing of the path, and the facts that help to choose. */

import { art, el, h, s } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { presetSentence, presetTitle } from "../model/catalogue.js";

/** @import { PresetInfo, Rules } from "../net/types.js" */

/** The symbols on the posters, by game. */
const SYMBOLS = /** @type {Record<string, string[]>} */ ({
  jamaica: ["skull"],
  tortuga: ["hat"],
  hispaniola: ["pistol"],
  escape: ["lantern"],
  island: ["parrot"],
  complete: ["hook"],
  morgan: ["rum", "rum"],
  filibusters: ["weapons"],
  "black-magic": ["parrot", "chest"],
  short: ["hook"],
  long: ["rum"],
  everything: ["chest", "weapons", "parrot"],
});

/** Number of spaces in a row of the drawing. */
const ROW = 9;

/** How hard a game is to learn, from 1 to 3: the way over the sea and every variant add to it. @param {Rules} rules */
export function difficulty(rules) {
  const morgan = [rules.tunnel_cards, rules.jungle_cards].some((gains) => gains === "morgan" || gains === "both");
  const extras = Number(Boolean(rules.tunnel && rules.jungle)) + Number(rules.filibusters) + Number(morgan);
  return Math.min(3, 1 + extras + 2 * Number(rules.magic));
}

/** Return the path of a game as a row of flagstones that turns at its ends. @param {Rules} rules */
function path(rules) {
  const spaces = 6 * (rules.tunnel + rules.jungle);
  const rows = Math.ceil(spaces / ROW);
  return Array.from({ length: spaces }, (_, i) => {
    const row = Math.floor(i / ROW);
    const column = row % 2 ? ROW - 1 - (i % ROW) : i % ROW;
    const kind = i < 6 * rules.tunnel ? "stone" : "sand";
    const [x, y] = [14 + column * 13.5, 62 - (rows - 1) * 6.5 + row * 13];
    return s("rect", { class: kind, x, y, width: 11, height: 10, rx: 2 });
  });
}

/** Return the drawing of a game. @param {string} name @param {Rules} rules */
function drawing(name, rules) {
  const ground = rules.tunnel && rules.jungle ? "both" : rules.jungle ? "jungle" : "tunnel";
  const dark = rules.filibusters || rules.magic;
  return h(
    "span",
    { class: `poster-art ${ground}${dark ? " dark-game" : ""}`, "aria-hidden": "true" },
    s("svg", { viewBox: "0 0 148 100", class: "poster-path" }, ...path(rules)),
    h(
      "span",
      { class: "poster-symbols" },
      (SYMBOLS[name] ?? []).map((symbol) => art(symbol)),
    ),
  );
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
    drawing(name, rules),
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
