/** Results and finished games on our profile, with links to the replays. */

import { el, h, pirateArt } from "../../lib/dom.js";
import { isolate, language, t } from "../../lib/i18n.js";
import { create, patch } from "../../lib/patch.js";
import { levelName, presetTitle } from "../../model/catalogue.js";
import { gameName } from "../../model/names.js";
import { fetchGames, fetchResults } from "../../net/api.js";
import { showFailure } from "../../ui/errors.js";

/** @import { FinishedGame, Tally } from "../../net/types.js" */

/** Number of requests while the server still reads older games from its log. */
const MAX_REQUESTS = 20;

/** Return two sections of the profile: results and finished games. */
export function historySections() {
  const numbers = el("div", {}, h("p", { class: "quiet" }, t("Loading…")));
  const list = el("ul", { class: "past-games" });
  const more = el("p", {});
  const past = el(
    "section",
    { "aria-labelledby": "past-games", hidden: true },
    h("h2", { id: "past-games" }, t("Finished games")),
    list,
    more,
  );
  showFailure(load());

  async function load() {
    let results = await fetchResults();
    for (let requests = 1; !results.complete && requests < MAX_REQUESTS; requests++) results = await fetchResults();
    patch(
      numbers,
      results.games
        ? [
            tally(t("Game"), byTitle(results.variants)),
            results.bots.length > 0 && tally(t("Against bots"), results.bots, levelName),
          ]
        : nothingYet(),
    );
    past.hidden = !results.games;
    await page(null);
  }

  /** @param {string | null} before */
  async function page(before) {
    const { games, next } = await fetchGames(before);
    past.hidden &&= !games.length;
    list.append(...games.map((game) => create(gameItem(game))));
    more.replaceChildren();
    if (next === null) return;
    const onclick = () => showFailure(page(next));
    more.append(el("button", { type: "button", class: "action quiet", onclick }, t("Show more")));
  }

  return [
    h(
      "section",
      { "aria-labelledby": "results" },
      h("h2", { id: "results" }, t("Your results")),
      numbers,
      h("p", { class: "quiet" }, t("Practice games and games where you played several colours don’t count.")),
    ),
    past,
    recordLink(),
  ];
}

/** Return the profile of a newcomer. */
function nothingYet() {
  return h(
    "div",
    { class: "nothing-yet" },
    pirateArt("blue"),
    h("div", {}, h("p", {}, t("No finished games yet.")), h("a", { class: "action main", href: "/" }, t("Play now"))),
  );
}

/** Return a link to the form that opens the record of a game. */
const recordLink = () => h("p", {}, h("a", { class: "action quiet", href: "/record" }, t("Analyse a game record")));

/** Add up the rulebook variants of a game under one title. @param {Tally[]} tallies */
function byTitle(tallies) {
  /** @type {Map<string, Tally>} */
  const totals = new Map();
  for (const { name, games, won } of tallies) {
    const title = name ? presetTitle(name) : t("Custom rules");
    const before = totals.get(title) ?? { name: title, games: 0, won: 0 };
    totals.set(title, { name: title, games: before.games + games, won: before.won + won });
  }
  return [...totals.values()];
}

/**
 * @param {string} heading
 * @param {Tally[]} tallies
 * @param {(name: string) => string} [nameOf]
 */
function tally(heading, tallies, nameOf = (name) => name) {
  return h(
    "table",
    { class: "tally" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [heading, t("Finished"), t("Won")].map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      tallies.map((one) =>
        h("tr", {}, h("th", { scope: "row" }, nameOf(one.name)), h("td", {}, one.games), h("td", {}, one.won)),
      ),
    ),
  );
}

/** Return our result in a game. @param {FinishedGame} game */
function outcome(game) {
  const [own, ...others] = game.you;
  if (!own) return t("left early");
  if (game.from_position) return t("practice");
  if (others.length) return t("one screen");
  if (!game.winner) return t("no winner");
  return game.winner === own ? t("won") : t("lost");
}

/** @param {FinishedGame} game */
function gameItem(game) {
  const won = game.you.length === 1 && game.winner === game.you[0] && !game.from_position;
  const players = game.seats.map((seat) => (seat.level ? `${t(seat.name)} (${levelName(seat.level)})` : seat.name));
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  return h(
    "li",
    { class: "paper-row" },
    h(
      "span",
      { class: "pirates-home", "aria-hidden": "true" },
      game.seats.map((seat) => pirateArt(seat.colour)),
    ),
    h(
      "span",
      { class: "past-game" },
      h("a", { href: `/table/${game.table}` }, h("b", {}, gameName(game.rules))),
      h("small", {}, players.filter(Boolean).map(isolate).join(", ")),
      h("small", {}, h("time", { datetime: new Date(game.finished_at).toISOString() }, date.format(game.finished_at))),
    ),
    h("span", { class: won ? "tag due" : "tag" }, outcome(game)),
    h("a", { class: "action quiet", href: `/table/${game.table}?move=0` }, t("Replay")),
  );
}
