/** The statistics of all shuffles that this server has dealt in finished games, and their tests. */

import { el, h, setTitle } from "../../lib/dom.js";
import { language, n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { cardName } from "../../model/names.js";
import { fetchShuffles } from "../../net/ranks.js";
import { showFailure } from "../../ui/errors.js";

/** @import { ShuffleGroup, ShuffleStatistics, ShuffleTest } from "../../net/types.js" */

/** A fair shuffle has a smaller p in five of a hundred cases, so only a much smaller one is a sign. */
const SUSPICIOUS = 0.001;
/** Number of decks that are shown in detail. */
const MAX_GROUPS = 6;

/** Show the statistics. Returns a function that leaves the screen. @param {HTMLElement} main */
export function shufflesScreen(main) {
  setTitle(t("Shuffles"));
  const content = el("div", {});
  main.replaceChildren(
    el(
      "div",
      { class: "page people" },
      h("h1", {}, t("Shuffles")),
      h(
        "p",
        {},
        t(
          "These are all cards that this server has dealt to hands in finished games. A test like this can’t prove that a server is fair. It can only show that it isn’t. Each game has a proof of its own.",
        ),
      ),
      content,
    ),
  );
  showFailure(fetchShuffles().then((statistics) => patch(content, parts(statistics))));
  return () => {};
}

/** @param {number} number */
const format = (number) => number.toLocaleString(language(), { maximumFractionDigits: 4 });

/** @param {ShuffleStatistics} statistics */
function parts({ games, cards, hands, first, groups }) {
  return [
    h(
      "p",
      { key: "size" },
      [n("{count} game.", "{count} games.", games), n("{count} card.", "{count} cards.", cards)].join(" "),
    ),
    test("hands", t("Is every hand a random part of its deck?"), hands),
    test("first", t("Does every seat begin equally often?"), first),
    ...groups.slice(0, MAX_GROUPS).map(groupTable),
  ];
}

/** @param {string} key @param {string} question @param {ShuffleTest | null} result */
function test(key, question, result) {
  return h(
    "section",
    { key, class: "paper" },
    h("h2", {}, question),
    result
      ? [
          h("p", { dir: "ltr" }, `χ² = ${format(result.statistic)}, df = ${result.freedom}, p = ${format(result.p)}`),
          h("p", {}, meaning(result.p)),
        ]
      : h("p", { class: "quiet" }, t("There are too few games for this test yet.")),
  );
}

/** Say what a p-value means. @param {number} p */
function meaning(p) {
  const percent = format(100 * p);
  return p < SUSPICIOUS
    ? t("Fair shuffles differ this much in only {percent} % of cases. Something may be wrong.", { percent })
    : t("Fair shuffles differ this much or more in {percent} % of cases: nothing unusual.", { percent });
}

/** @param {ShuffleGroup} group @param {number} i */
function groupTable({ players, games, deck, hands, first }, i) {
  const cards = Object.values(deck).reduce((sum, number) => sum + number, 0);
  const expected = (/** @type {string} */ kind) => (6 * games * (deck[kind] ?? 0)) / cards;
  const kinds = Object.keys(deck);
  return h(
    "section",
    { key: `group ${i}` },
    h(
      "h2",
      {},
      [
        n("{count} player", "{count} players", players),
        n("{count} card", "{count} cards", cards),
        n("{count} game", "{count} games", games),
      ].join(" · "),
    ),
    h(
      "div",
      { class: "wide" },
      h(
        "table",
        { class: "standings" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("Card")),
            h("th", { scope: "col" }, t("expected")),
            hands.map((_, seat) => h("th", { key: seat, scope: "col" }, t("Seat {number}", { number: seat + 1 }))),
          ),
        ),
        h(
          "tbody",
          {},
          kinds.map((kind) =>
            h(
              "tr",
              { key: kind },
              h("th", { scope: "row" }, cardName(kind)),
              h("td", {}, format(Math.round(10 * expected(kind)) / 10)),
              hands.map((hand, seat) => h("td", { key: seat }, hand[kind] ?? 0)),
            ),
          ),
          h(
            "tr",
            { key: "first" },
            h("th", { scope: "row" }, t("begins")),
            h("td", {}, format(Math.round((10 * games) / players) / 10)),
            first.map((number, seat) => h("td", { key: seat }, number)),
          ),
        ),
      ),
    ),
  );
}
