/** The results of a day on this server. */

import { h } from "../../lib/dom.js";
import { isolate, n, t } from "../../lib/i18n.js";
import { turnSymbols } from "./result.js";

/** @import { DailyDay, DailyEntry } from "../../net/types.js" */

/** Return the table of results, or nothing without a server. @param {DailyDay | null} known */
export function resultsTable(known) {
  if (!known) return [];
  const { results, you, players, friends } = known;
  const listed = you && !results.some((one) => one.you) ? [...results, you] : results;
  return [
    friends.length > 0 && h("h2", { key: "friends heading" }, t("Friends")),
    friends.length > 0 && table("friends", friends),
    h("h2", { key: "heading" }, t("On this server")),
    listed.length ? table("all", listed) : h("p", {}, t("Nobody has played this day yet.")),
    players > listed.length &&
      h("p", { class: "quiet" }, n("{count} player in all.", "{count} players in all.", players)),
  ];
}

/** @param {string} key @param {DailyEntry[]} entries */
const table = (key, entries) =>
  h(
    "table",
    { key },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("Player")),
        h("th", { scope: "col" }, t("Points")),
        h("th", { scope: "col", colspan: 2 }, t("Turns")),
      ),
    ),
    h("tbody", {}, entries.map(row)),
  );

/** @param {DailyEntry} entry @param {number} i */
function row({ name, you, late, result }, i) {
  return h(
    "tr",
    { key: String(i), class: you ? "you" : "" },
    h("th", { scope: "row" }, isolate(name), late && h("small", { class: "quiet" }, ` ${t("later")}`)),
    h("td", {}, result.points),
    h("td", {}, result.turns),
    h("td", { class: "symbols" }, turnSymbols(result.symbols)),
  );
}
