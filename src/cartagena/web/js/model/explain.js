/** Explains cards, spells, sailing and places briefly, for tooltips and the prompt. */

import { n, t } from "../lib/i18n.js";
import { viewOf } from "./game_state.js";
import { isDark, symbolOf } from "./moves.js";
import { cardName, symbolName } from "./names.js";

/** @import { Rules } from "../net/types.js" */
/** @import { GameState } from "./game_state.js" */

/**
 * Explain what the spell of a card does and costs.
 * @param {string} card
 * @param {number} players at the table
 */
export function describeSpell(card, players) {
  return [spellAndCost(symbolOf(card), players), isDark(card) ? darkSentence() : ""].filter(Boolean).join(" ");
}

/** Explain the effect of dark cards. */
function darkSentence() {
  return t("Dark card: everyone else discards down to seven.");
}

/** @param {string} symbol @param {number} players */
function spellAndCost(symbol, players) {
  const cost = t("Costs this card and an action.");
  switch (symbol) {
    case "weapons":
      return `${t("Spell: look at another player’s hand and take a card. That player draws a new one.")} ${cost}`;
    case "rum":
      return `${rumSentence(players + 1)} ${cost}`;
    case "lantern":
      return `${t("Spell: draw four cards, keep one, and put the others back in any order.")} ${cost}`;
    case "parrot":
      return t("Spell: two parrots move a pirate like any other symbol. Costs both parrots and an action.");
    case "hook":
      return t(
        "Spell: a second card moves two of your pirates from the same place together. Costs both cards and an action.",
      );
    default:
      return `${t("Spell: open the chest under your pirate. It holds one to three cards, nothing, or a snake.")} ${cost}`;
  }
}

/** @param {number} drawn */
function rumSentence(drawn) {
  return n(
    "Spell: draw {count} card, keep two, and each opponent gets one.",
    "Spell: draw {count} cards, keep two, and each opponent gets one.",
    drawn,
  );
}

/**
 * Explain where sailing leads and what it costs now.
 * @param {GameState} state
 */
export function describeSail(state) {
  const view = viewOf(state);
  const cost = view?.free_sail ? t("It costs nothing now.") : t("It costs an action.");
  const aboard = Object.values(view?.pirates ?? {}).reduce((sum, places) => sum + (places.sloop ?? 0), 0);
  return `${sailSentence(view?.sloop_at ?? "", aboard)} ${cost}`;
}

/** @param {string} shore where the sloop lies @param {number} aboard */
function sailSentence(shore, aboard) {
  if (shore !== "tortuga")
    return n(
      "Sail: the sloop takes {count} pirate to Tortuga.",
      "Sail: the sloop takes {count} pirates to Tortuga.",
      aboard,
    );
  return aboard
    ? n(
        "Sail: the sloop returns to Cartagena with {count} pirate aboard.",
        "Sail: the sloop returns to Cartagena with {count} pirates aboard.",
        aboard,
      )
    : t("Sail: the empty sloop returns to Cartagena.");
}

/** Explain why the player whose hand is shown is the captain. @param {GameState} state */
export function describeCaptain(state) {
  const aboard = viewOf(state)?.pirates[state.shownSeat]?.sloop ?? 0;
  return n(
    "You have {count} pirate aboard and nobody has more, so you’re the captain.",
    "You have {count} pirates aboard and nobody has more, so you’re the captain.",
    aboard,
  );
}

/**
 * Explain what a card does under these rules.
 * @param {string} card
 * @param {Rules} rules
 * @param {number} players at the table
 */
export function describeCard(card, rules, players) {
  const sentences = [t("{card}: move a pirate to the next empty space with this symbol.", { card: cardName(card) })];
  if (isDark(card)) sentences.push(darkSentence());
  if (rules.magic) sentences.push(spellAndCost(symbolOf(card), players));
  return sentences.join(" ");
}

/**
 * Explain what a place of the path is.
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
