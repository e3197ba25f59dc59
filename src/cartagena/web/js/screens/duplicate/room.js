/** A contest: who takes part, its link, the way to our table, and the ranking once all have finished. */

import { wholeAddressOf } from "../../lib/address.js";
import { h, pirateArt } from "../../lib/dom.js";
import { isolate, n, t } from "../../lib/i18n.js";
import { rivalTitle } from "../../model/catalogue.js";
import { colourName, gameName, limitName } from "../../model/names.js";
import { changeContest, joinContest } from "../../net/duplicates.js";
import { showFailure } from "../../ui/errors.js";
import { linkField } from "../../ui/share.js";

/** @import { DuplicateInfo, DuplicatePerson, DuplicateScore } from "../../net/types.js" */

/** Return the state of a contest in a word or two. @param {DuplicateInfo} contest */
export function statusText({ status, players }) {
  if (status === "waiting") return n("{count} takes part", "{count} take part", players.length);
  return { running: t("in progress"), finished: t("finished"), closed: t("closed") }[status];
}

/**
 * Return the parts of the screen.
 * @param {DuplicateInfo} contest
 * @param {string} mine who we are
 * @param {(contest: DuplicateInfo) => void} onChange
 */
export function contestParts(contest, mine, onChange) {
  const own = contest.players.find((one) => one.identity === mine);
  return [
    h("h2", { key: "game" }, gameName(contest.rules)),
    h("p", { key: "facts", class: "quiet" }, factsOf(contest)),
    contest.status === "waiting" && waiting(contest, mine, own, onChange),
    contest.status === "running" && running(contest, own),
    contest.status === "closed" && h("p", { key: "closed" }, t("The host has closed this contest.")),
    contest.status === "finished"
      ? ranking(contest, mine)
      : h("section", { key: "people" }, h("h2", {}, t("Taking part")), people(contest, mine)),
  ];
}

/** Return people, bots and time limit in words. @param {DuplicateInfo} contest */
function factsOf({ people, bots, seconds }) {
  return [
    n("{count} person at each table", "{count} people at each table", people),
    bots[0] && `${n("{count} bot", "{count} bots", bots.length)}: ${rivalTitle(bots[0])}`,
    limitName({ seconds, budget: 0, increment: 0 }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * @param {DuplicateInfo} contest
 * @param {string} mine
 * @param {DuplicatePerson | undefined} own
 * @param {(contest: DuplicateInfo) => void} onChange
 */
function waiting(contest, mine, own, onChange) {
  const host = contest.owner === mine;
  const missing = contest.people + 1 - contest.players.length;
  /** @param {string} text @param {() => Promise<DuplicateInfo>} action @param {string} kind */
  const button = (text, action, kind) =>
    h("button", { key: text, type: "button", class: kind, onclick: () => showFailure(action().then(onChange)) }, text);
  return h(
    "section",
    { key: "waiting" },
    h("p", {}, t("Send your friends this link. Everyone sits at one table only.")),
    linkField(wholeAddressOf(`/duplicate#${contest.id}`), t("Link to this contest")),
    h(
      "p",
      { class: "buttons" },
      !own && button(t("Join"), () => joinContest(contest), "big"),
      host && missing <= 0 && button(t("Deal the cards"), () => changeContest(contest.id, "start"), "big"),
      own && button(t("Leave"), () => changeContest(contest.id, "leave"), "action quiet"),
      host && button(t("Close the contest"), () => changeContest(contest.id, "close"), "action quiet"),
    ),
    h(
      "p",
      { class: "quiet" },
      missing > 0
        ? n("At least {count} more person is needed.", "At least {count} more people are needed.", missing)
        : host
          ? contest.people > 1 && t("Free seats are given to bots.")
          : t("The host will deal the cards."),
    ),
  );
}

/** @param {DuplicateInfo} contest @param {DuplicatePerson | undefined} own */
function running(contest, own) {
  if (!own)
    return h("p", { key: "running" }, t("The cards are dealt. You’ll see the tables once everyone has finished."));
  return h(
    "section",
    { key: "running" },
    h("p", {}, h("a", { class: "big", href: `/table/${contest.tables[0]}` }, t("Go to your table"))),
    own.over && h("p", {}, t("Your game is over. You’ll see the cards and the ranking once everyone has finished.")),
  );
}

/** @param {DuplicateInfo} contest @param {string} mine */
function people(contest, mine) {
  if (!contest.players.length) return h("p", { class: "quiet" }, t("Nobody yet."));
  return h(
    "ul",
    { class: "people-list" },
    contest.players.map((one) =>
      h(
        "li",
        { key: one.identity, class: one.identity === mine ? "you" : "" },
        one.colour && pirateArt(one.colour),
        h("b", {}, h("bdi", {}, one.name)),
        one.table > 0 && h("small", { class: "quiet" }, t("Table {number}", { number: one.table })),
        one.table > 0 && h("span", { class: "tag" }, one.over ? t("finished") : t("in progress")),
      ),
    ),
  );
}

/** @param {DuplicateInfo} contest @param {string} mine */
function ranking(contest, mine) {
  const heads = [t("Rank"), t("Player"), t("Table"), t("Place"), t("Lead"), t("Score")];
  return h(
    "section",
    { key: "ranking" },
    h("h2", {}, t("Ranking")),
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
            heads.map((text) => h("th", { key: text, scope: "col" }, text)),
          ),
        ),
        h(
          "tbody",
          {},
          contest.players.map((one) => row(contest, one, mine)),
        ),
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      t(
        "The score compares you with everyone at the same seat of the other tables: 100 % if you did better than all of them, 0 % if worse. Place and lead are those at your own table.",
      ),
    ),
  );
}

/** @param {DuplicateInfo} contest @param {DuplicatePerson} one @param {string} mine */
function row(contest, one, mine) {
  const { rank, percent, place, margin, left } = /** @type {DuplicateScore} */ (one.score);
  const sign = margin > 0 ? "+" : "";
  return h(
    "tr",
    { key: one.identity, class: one.identity === mine ? "you" : "" },
    h("td", {}, rank),
    h(
      "th",
      { scope: "row" },
      h("span", { role: "img", "aria-label": colourName(one.colour) }, pirateArt(one.colour)),
      isolate(one.name),
      left && h("small", { class: "quiet" }, ` ${t("left the game")}`),
    ),
    h("td", {}, h("a", { href: `/table/${contest.tables[one.table - 1]}` }, one.table)),
    h("td", {}, left ? "–" : place),
    h("td", { dir: "ltr" }, left ? "–" : `${sign}${margin} %`),
    h("td", { dir: "ltr" }, percent === null ? "–" : `${percent} %`),
  );
}
