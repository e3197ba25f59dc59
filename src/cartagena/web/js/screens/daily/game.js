/** The daily escape: the game of a day, and a result in symbols. */

import { n, t } from "../../lib/i18n.js";
import { catalogue } from "../../model/catalogue.js";
import { weekdayOf } from "./dates.js";

/** @import { DailyGame, DailyResult } from "../../net/types.js" */

/** The player and two rivals. */
export const PLAYERS = 3;
/** The symbols of turns in shared text. */
const EMOJI = /** @type {Record<string, string>} */ ({ h: "⛵", f: "🟩", n: "🟨", c: "🟦" });
const MEDALS = ["🥇", "🥈", "🥉"];

/** Return the game of a day. @param {number} day @returns {DailyGame | undefined} */
export const gameOf = (day) => catalogue().week[weekdayOf(day)];

/** Return whether there is a daily escape on a day. @param {number} day @param {number} today */
export const hasEscape = (day, today) => day >= catalogue().first_daily && day <= today;

/** Return the meanings of the symbols of turns. @returns {Record<string, string>} */
export const symbolMeanings = () => ({
  h: t("a pirate came home"),
  f: t("six spaces or more"),
  n: t("a few spaces"),
  c: t("only cards"),
});

/** Return a result in words: place, turns and points. @param {DailyResult} result */
export function resultSentence({ place, turns, points }) {
  return [
    t("Place {place} of {all}", { place, all: PLAYERS }),
    n("{count} turn", "{count} turns", turns),
    n("{count} point", "{count} points", points),
  ].join(" · ");
}

/** Return the turns of a result in words, for those who cannot see the symbols. @param {string} symbols */
export function turnsInWords(symbols) {
  const meanings = symbolMeanings();
  return [...symbols].map((symbol) => meanings[symbol] ?? "").join(", ");
}

/**
 * Return the text to share: the result and a symbol for each turn. It says nothing about cards or moves.
 * @param {string} date
 * @param {DailyResult} result
 * @param {string} url
 */
export function shareText(date, result, url) {
  const medal = MEDALS[result.place - 1] ?? "";
  const symbols = [...result.symbols].map((symbol) => EMOJI[symbol] ?? "").join("");
  return [`Cartagena · ${t("Daily escape")} · ${date}`, `${medal} ${resultSentence(result)}`, symbols, url].join("\n");
}
