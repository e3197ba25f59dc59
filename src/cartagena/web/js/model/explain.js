/** What cards and places are, in a sentence: for tooltips. */

import { t } from "../lib/i18n.js";
import { isDark, symbolOf } from "./moves.js";
import { cardName, symbolName } from "./names.js";

/** @import { Rules } from "../net/types.js" */

/** @param {string} symbol */
function describeSpell(symbol) {
  /** @type {Record<string, string>} */
  const spells = {
    weapons: t("Spell: look at a hand and take a card from it."),
    rum: t("Spell: draw cards for everyone; you get two."),
    lantern: t("Spell: look at the next four cards and keep one."),
    parrot: t("Spell: two parrots count as any other card."),
    hook: t("Spell: play a second card to move two pirates together."),
    chest: t("Spell: open the chest under one of your pirates."),
  };
  return spells[symbol] ?? "";
}

/**
 * What a card does at this table.
 * @param {string} card
 * @param {Rules} rules
 */
export function describeCard(card, rules) {
  const sentences = [t("{card}: move a pirate to the next empty space with this symbol.", { card: cardName(card) })];
  if (isDark(card)) sentences.push(t("Dark card: everyone else discards down to seven."));
  if (rules.magic) sentences.push(describeSpell(symbolOf(card)));
  return sentences.join(" ");
}

/**
 * What a place of the way is.
 * @param {string} place
 * @param {string[]} board
 * @param {Set<string>} ends the places that are not spaces
 */
export function describePlace(place, board, ends) {
  const symbol = board[Number(place) - 1];
  if (symbol)
    return t("Space {number}: {symbol}. Holds up to three pirates.", {
      number: place,
      symbol: symbolName(symbol),
    });
  if (place === "jail") return t("The jail, where the pirates start.");
  if (place === "cove") return t("The pirate cove: pirates here are home.");
  if (ends.has("jail") && ends.has("cove"))
    return t("The sloop carries pirates to Tortuga, up to three of each colour.");
  return ends.has("jail")
    ? t("The sloop: pirates aboard are home.")
    : t("The half-flooded sloop, where the pirates start.");
}
