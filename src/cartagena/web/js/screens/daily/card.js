/** The card of a day: the game, the rivals and, once it is over, the result. */

import { h } from "../../lib/dom.js";
import { language, t } from "../../lib/i18n.js";
import { rivalOf } from "../../model/catalogue.js";
import { today } from "../../model/days.js";
import { gameName } from "../../model/names.js";
import { portrait } from "../../ui/rivals.js";
import { dateOf } from "./dates.js";
import { gameOf } from "./game.js";
import { dailyResult, symbolKey } from "./result.js";

/** @import { DailyEntry } from "../../ui/daily_store.js" */

/** Return the date of a day in the reader's language. @param {number} day @param {"long" | "full"} [style] */
export const dateText = (day, style = "full") =>
  new Intl.DateTimeFormat(language(), { dateStyle: style, timeZone: "UTC" }).format(dateOf(day));

/**
 * Return the card of a day.
 * @param {number} day
 * @param {DailyEntry | undefined} entry our game, if we have begun it
 * @param {() => void} play starts the game
 */
export function dayCard(day, entry, play) {
  const game = gameOf(day);
  if (!game) return [];
  const isPast = day !== today();
  return [
    h("h2", {}, isPast ? dateText(day) : t("Today")),
    h(
      "p",
      { class: "daily-game" },
      gameName(game.rules),
      !isPast && h("small", { class: "quiet" }, ` ${dateText(day)}`),
    ),
    h(
      "ul",
      { class: "daily-rivals" },
      game.levels.map((level) => h("li", {}, portrait(level), h("b", {}, t(rivalOf(level)?.person ?? "")))),
    ),
    ...(entry
      ? played(day, entry)
      : [h("button", { type: "button", class: "big", onclick: play }, isPast ? t("Play this day") : t("Play now"))]),
    isPast && !entry && h("p", { class: "quiet" }, t("Past days don’t count for your streak.")),
  ];
}

/** @param {number} day @param {DailyEntry} entry */
function played(day, entry) {
  const link = `/table/${entry.table}`;
  if (entry.result)
    return [dailyResult(day, entry.result), symbolKey(), h("p", {}, h("a", { href: link }, t("See the game again")))];
  if (entry.left) return [h("p", {}, t("You left this game."))];
  return [h("a", { class: "big", href: link }, t("Continue"))];
}
