/** A calendar of daily escapes, a month at a time. */

import { h } from "../../lib/dom.js";
import { language, t } from "../../lib/i18n.js";
import { catalogue } from "../../model/catalogue.js";
import { today } from "../../model/days.js";
import { dailyEntry } from "../../ui/daily_store.js";
import { dateText } from "./card.js";
import { dateOf, weeksOfMonth } from "./dates.js";
import { hasEscape, resultSentence } from "./game.js";

/** A Monday, for the names of weekdays. */
const SOME_MONDAY = 4;

/**
 * Return the calendar of the month of a day.
 * @param {number} day the one that is shown
 * @param {(day: number) => void} choose shows another day
 */
export function calendar(day, choose) {
  const weeks = weeksOfMonth(day);
  const inMonth = weeks.flat().filter((one) => one !== null);
  const [first, last] = [inMonth[0] ?? day, inMonth.at(-1) ?? day];
  const format = (/** @type {number} */ at, /** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat(language(), { ...options, timeZone: "UTC" }).format(dateOf(at));
  const earlier = Math.max(first - 1, catalogue().first_daily);
  const later = Math.min(last + 1, today());
  const step = (
    /** @type {number} */ to,
    /** @type {string} */ label,
    /** @type {string} */ sign,
    /** @type {boolean} */ off,
  ) =>
    h(
      "button",
      { type: "button", class: "action quiet", "aria-label": label, disabled: off, onclick: () => choose(to) },
      h("span", { class: "turn-arrow", "aria-hidden": "true" }, sign),
    );
  return [
    h(
      "div",
      { class: "month" },
      step(earlier, t("Earlier month"), "‹", first <= catalogue().first_daily),
      h("h2", {}, format(day, { month: "long", year: "numeric" })),
      step(later, t("Later month"), "›", last >= today()),
    ),
    h(
      "table",
      { class: "calendar" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          weeks[0]?.map((_, i) =>
            h(
              "th",
              { scope: "col", abbr: format(SOME_MONDAY + i, { weekday: "long" }) },
              format(SOME_MONDAY + i, { weekday: "narrow" }),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        weeks.map((week) =>
          h(
            "tr",
            {},
            week.map((one) => h("td", {}, one === null ? null : dayButton(one, day, choose))),
          ),
        ),
      ),
    ),
  ];
}

/** @param {number} day @param {number} chosen @param {(day: number) => void} choose */
function dayButton(day, chosen, choose) {
  const entry = dailyEntry(day);
  const result = entry?.result;
  const state = result ? (result.place === 1 ? "won" : "played") : entry ? "begun" : "";
  return h(
    "button",
    {
      key: String(day),
      type: "button",
      class: `day ${state}`,
      disabled: !hasEscape(day, today()),
      "aria-current": day === chosen ? "date" : null,
      "aria-label": [dateText(day, "long"), result && resultSentence(result)].filter(Boolean).join(", "),
      onclick: () => choose(day),
    },
    dateOf(day).getUTCDate(),
  );
}
