/** Names of cards, places, colours, bots, time limits and games in the reader's language. */

import { n, t } from "../lib/i18n.js";
import { catalogue, levelName, presetTitle } from "./catalogue.js";
import { isDark, symbolOf } from "./moves.js";

/** @import { Rules, SeatInfo, TitlePart } from "../net/types.js" */

/** Return the name of a symbol. @param {string} symbol */
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

/** Return the name of a card. @param {string} card */
export function cardName(card) {
  if (card === "?") return t("a hidden card");
  const name = symbolName(symbolOf(card));
  return isDark(card) ? t("dark {card}", { card: name }) : name;
}

/** Return the name of a place. @param {string} place */
export function placeName(place) {
  /** @type {Record<string, string>} */
  const names = { jail: t("jail"), sloop: t("sloop"), cove: t("cove") };
  return names[place] ?? place;
}

/** Return the name of a colour. @param {string} colour */
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

/** Return the name of the person or bot at a seat. @param {SeatInfo | undefined} seat */
export function personName(seat) {
  if (!seat) return "";
  return seat.kind === "bot" ? t(seat.name) : seat.name;
}

/** Return the name of the person or bot at a seat, and a bot's level. @param {SeatInfo | undefined} seat */
export function nameAndLevel(seat) {
  const name = personName(seat);
  return seat?.kind === "bot" ? `${name} (${levelName(seat.level)})` : name;
}

/**
 * A time limit: `seconds` for each turn, or `budget` seconds for the whole game and `increment` more for each turn.
 * @typedef {{ seconds: number, budget: number, increment: number }} TimeLimit
 */

/** The available time limits, beginning with no limit. @type {TimeLimit[]} */
export const LIMITS = [
  ...[0, 30, 90, 300, 86400, 259200].map((seconds) => ({ seconds, budget: 0, increment: 0 })),
  ...[
    [300, 5],
    [600, 10],
    [1800, 0],
  ].map(([budget = 0, increment = 0]) => ({ seconds: 0, budget, increment })),
];

/** Return the name of a time limit. @param {TimeLimit} limit */
export function limitName({ seconds, budget, increment }) {
  if (budget) {
    const params = { time: duration(budget), seconds: increment };
    return increment
      ? t("{time} for the game, +{seconds} s per turn", params)
      : t("{time} for the game", { time: params.time });
  }
  /** @type {Record<number, string>} */
  const names = {
    0: t("no time limit"),
    30: t("30 seconds per turn"),
    90: t("90 seconds per turn"),
    300: t("5 minutes per turn"),
    86400: t("1 day per turn"),
    259200: t("3 days per turn"),
  };
  return names[seconds] ?? n("{count} second per turn", "{count} seconds per turn", seconds);
}

/** Format a time as minutes and seconds, or with hours if it is long. @param {number} left seconds */
export function duration(left) {
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  /** @param {number} number */
  const padded = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${padded(minutes)}:${padded(seconds)}` : `${minutes}:${padded(seconds)}`;
}

/** Return the name of a game: the title of its preset, with its variants. @param {Rules} rules */
export function gameName(rules) {
  /** @param {TitlePart} part */
  const applies = ({ options }) => Object.entries(options).every(([name, values]) => values.includes(rules[name]));
  const parts = catalogue().title_parts.flatMap((group) => group.find(applies) ?? []);
  return parts.map((part) => presetTitle(part.preset)).join(" · ");
}
