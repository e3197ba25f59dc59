/** What things are called: cards, places, colours, games, in the words of the rulebooks. */

import { n, t } from "../lib/i18n.js";
import { isDark, symbolOf } from "./moves.js";

/** @import { Rules, Seat } from "../net/types.js" */

/** @param {string} symbol */
export function symbolName(symbol) {
  /** @type {Record<string, string>} */
  const names = {
    bottle: t("bottle"),
    pistol: t("pistol"),
    hat: t("hat"),
    skull: t("skull"),
    dagger: t("dagger"),
    key: t("key"),
    weapons: t("weapons"),
    rum: t("rum"),
    lantern: t("lantern"),
    parrot: t("parrot"),
    hook: t("hook"),
    chest: t("chest"),
  };
  return names[symbol] ?? symbol;
}

/** @param {string} card */
export function cardName(card) {
  if (card === "?") return t("a hidden card");
  const name = symbolName(symbolOf(card));
  return isDark(card) ? t("dark {card}", { card: name }) : name;
}

/** @param {string} place */
export function placeName(place) {
  /** @type {Record<string, string>} */
  const names = { jail: t("jail"), sloop: t("sloop"), cove: t("cove") };
  return names[place] ?? place;
}

/** @param {string} colour */
export function colourName(colour) {
  /** @type {Record<string, string>} */
  const names = {
    blue: t("Blue"),
    red: t("Red"),
    green: t("Green"),
    yellow: t("Yellow"),
    purple: t("Purple"),
  };
  return names[colour] ?? colour;
}

/** @param {string} level */
export function levelName(level) {
  /** @type {Record<string, string>} */
  const names = {
    drunk: t("Drunk"),
    deckhand: t("Deckhand"),
    bosun: t("Bosun"),
    captain: t("Captain"),
  };
  return names[level] ?? level;
}

/** @param {Seat | undefined} seat */
export function personName(seat) {
  if (!seat) return "";
  if (seat.kind === "bot") return levelName(seat.level);
  return seat.name;
}

/** The limits of a turn that can be chosen, in seconds. */
export const LIMITS = [0, 30, 90, 300, 86400, 259200];

/** How long a turn may take. @param {number} seconds */
export function limitName(seconds) {
  /** @type {Record<number, string>} */
  const names = {
    0: t("no limit"),
    30: t("30 seconds a turn"),
    90: t("90 seconds a turn"),
    300: t("5 minutes a turn"),
    86400: t("one day a turn"),
    259200: t("three days a turn"),
  };
  return names[seconds] ?? n("{count} second a turn", "{count} seconds a turn", seconds);
}

/** @type {string[]} */
export const PRESETS = [
  ..."jamaica tortuga hispaniola escape island complete".split(" "),
  ..."morgan filibusters black-magic short long everything".split(" "),
];

/** @param {string} preset */
export function presetName(preset) {
  /** @type {Record<string, string>} */
  const names = {
    jamaica: t("Jamaica"),
    tortuga: t("Tortuga"),
    hispaniola: t("Hispaniola"),
    escape: t("Escape"),
    island: t("Tortuga island"),
    complete: t("The Complete Escape"),
    morgan: t("Morgan"),
    filibusters: t("Filibusters"),
    "black-magic": t("Black Magic Woman"),
    short: t("Short Escape"),
    long: t("Long Escape"),
    everything: t("Everything"),
  };
  return names[preset] ?? preset;
}

/** @param {string} preset */
export function presetSentence(preset) {
  /** @type {Record<string, string>} */
  const sentences = {
    jamaica: t("Hidden hands and a face-down deck: quick, with more luck."),
    tortuga: t("Open hands and an open row of cards: slower, with more skill."),
    hispaniola: t("Hidden hands, but new cards come from an open row."),
    escape: t("Through six tunnel tiles from the jail to the sloop."),
    island: t("Through the jungle, from a half-flooded sloop to the pirate cove."),
    complete: t("Tunnel, sea and jungle in one game, with a sloop that sails."),
    morgan: t("Gain cards by helping others forward."),
    filibusters: t("Morgan, and dark cards that make the others discard."),
    "black-magic": t("Cards may be played for their spells, and chests wait to be opened."),
    short: t("Four tiles and four pirates: over in ten minutes."),
    long: t("All eight tiles."),
    everything: t("All variants at once. For old sea dogs."),
  };
  return sentences[preset] ?? "";
}

/** The name of the game that these rules play. @param {Rules} rules */
export function gameName(rules) {
  if (rules.edition === "2000") {
    if (rules.supply === "row") return rules.hands === "open" ? t("Tortuga") : t("Hispaniola");
    return t("Jamaica");
  }
  const words = [];
  if (rules.tunnel && rules.jungle) words.push(t("The Complete Escape"));
  else if (!rules.tunnel) words.push(t("Tortuga island"));
  else words.push(rules.tunnel === 4 ? t("Short Escape") : rules.tunnel === 8 ? t("Long Escape") : t("Escape"));
  const gains = [rules.tunnel ? rules.tunnel_cards : "", rules.jungle ? rules.jungle_cards : ""];
  if (gains.includes("morgan") || gains.includes("both")) words.push(t("Morgan"));
  if (rules.filibusters) words.push(t("Filibusters"));
  if (rules.magic) words.push(t("Black Magic Woman"));
  return words.join(" · ");
}
