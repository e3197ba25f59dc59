/** The card of a game to choose from, with its symbols. */

import { art, el, h } from "../../lib/dom.js";
import { symbolsOf } from "../../model/board.js";
import { presetSentence, presetTitle } from "../../model/catalogue.js";

/** @import { PresetInfo, Rules } from "../../net/types.js" */

/** The symbols on the cards of games. Others show the first symbols of their edition. @type {Record<string, string[]>} */
const SYMBOLS = {
  jamaica: ["skull", "dagger", "bottle"],
  tortuga: ["hat", "key", "pistol"],
  hispaniola: ["pistol", "skull", "key"],
  escape: ["lantern", "hook", "weapons"],
  island: ["parrot", "rum", "chest"],
  complete: ["lantern", "parrot", "rum"],
  morgan: ["weapons", "rum", "hook"],
  filibusters: ["weapons", "weapons", "weapons"],
  "black-magic": ["chest", "parrot", "lantern"],
  short: ["hook", "rum"],
  long: ["rum", "lantern", "chest", "hook"],
  everything: ["chest", "weapons", "parrot", "hook"],
};

/** Return the landscape behind the symbols. @param {Rules} rules */
function landscape(rules) {
  if (rules.tunnel && rules.jungle) return "both";
  return rules.jungle ? "jungle" : "tunnel";
}

/**
 * Return a radio button that looks like a card.
 * @param {PresetInfo} preset
 * @param {boolean} checked
 * @param {() => void} onChange
 */
export function gameCard({ name, rules }, checked, onChange) {
  const radio = el("input", { type: "radio", name: "preset", value: name, checked, onchange: onChange });
  const symbols = SYMBOLS[name] ?? symbolsOf(rules).slice(0, 3);
  const plates = symbols.map((symbol) => h("span", { class: "symbol" }, art(symbol)));
  const isDark = rules.filibusters && !rules.magic;
  return h(
    "label",
    { class: `game ${landscape(rules)}${isDark ? " dark-game" : ""}` },
    radio,
    h("span", { class: "game-symbols", "aria-hidden": "true" }, plates),
    h("b", {}, presetTitle(name)),
    h("span", {}, presetSentence(name)),
  );
}
