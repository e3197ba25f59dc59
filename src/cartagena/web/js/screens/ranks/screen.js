/** The ranks of each game, from games between people who want to be ranked. */

import { el, h, setTitle } from "../../lib/dom.js";
import { isolate, n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { games, presetTitle } from "../../model/catalogue.js";
import { fetchRanks, setRanked } from "../../net/ranks.js";
import { storedGame } from "../../ui/bot_choice.js";
import { showFailure } from "../../ui/errors.js";

/** @import { RankedPerson, Ranks } from "../../net/types.js" */

/** Show the ranks. Returns a function that leaves the screen. @param {HTMLElement} main */
export function ranksScreen(main) {
  setTitle(t("Ranks"));
  const content = el("div", { "aria-live": "polite" });
  const game = el(
    "select",
    { id: "rank-game", onchange: () => showFailure(load()) },
    games().map(({ name }) => h("option", { value: name, selected: name === storedGame() }, presetTitle(name))),
  );
  main.replaceChildren(
    el(
      "div",
      { class: "page people" },
      h("h1", {}, t("Ranks")),
      h(
        "p",
        {},
        t(
          "Only people who want it are ranked, by their games with each other. Leaving a game counts as losing it. The ranks follow the lower end of the interval, so nobody leads by a few lucky games.",
        ),
      ),
      h("p", { class: "field-line" }, h("label", { for: game.id }, t("Game")), game),
      content,
    ),
  );
  async function load() {
    const variant = game.value;
    const ranks = await fetchRanks(variant);
    if (variant === game.value) patch(content, parts(ranks));
  }
  /** @param {boolean} ranked */
  const change = (ranked) => showFailure(setRanked(ranked).then(load));

  /** @param {Ranks} ranks */
  function parts({ ranked, people, total }) {
    return [
      h(
        "p",
        { key: "choice", class: "buttons" },
        h(
          "button",
          { type: "button", class: ranked ? "action quiet" : "action", onclick: () => change(!ranked) },
          ranked ? t("No longer be ranked") : t("Be ranked from my next game on"),
        ),
      ),
      people.length
        ? h("div", { key: "table", class: "wide" }, table(people))
        : h("p", { key: "none", class: "quiet" }, t("Nobody is ranked in this game yet.")),
      total > people.length &&
        h("p", { key: "total", class: "quiet" }, n("{count} player in all.", "{count} players in all.", total)),
    ];
  }
  showFailure(load());
  return () => {};
}

/** @param {RankedPerson[]} people */
function table(people) {
  const heads = [t("Rank"), t("Player"), t("Rating"), t("Interval"), t("Games")];
  return h(
    "table",
    { class: "standings" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((text) => h("th", { key: text, scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      people.map(({ name, you, rating, low, high, games: played }, i) =>
        h(
          "tr",
          { key: i, class: you ? "you" : "" },
          h("td", {}, i + 1),
          h("th", { scope: "row" }, isolate(name)),
          h("td", {}, rating),
          h("td", { class: "interval", dir: "ltr" }, `${low} – ${high}`),
          h("td", {}, played),
        ),
      ),
    ),
  );
}
