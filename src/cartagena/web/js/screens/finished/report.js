/** The report of an analysis: decisive moments, missed opportunities, luck and decisions, all chances. */

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { logSentence, seatName } from "../../model/sentences.js";
import { chanceCurves, chanceText, percent } from "./chances.js";
import { decisiveMoments, formatPoints, missedMoves } from "./moments.js";

/** @import { AnalysisDocument } from "../../net/types.js" */
/** @import { GameState } from "../../model/game_state.js" */
/** @import { MoveSentence } from "./moments.js" */

/**
 * Return the report.
 * @param {GameState} state
 * @param {AnalysisDocument} analysis
 * @param {{ seat: string, onSeat: (colour: string) => void, goTo: (move: number) => void }} options `seat` is the
 *   colour whose missed opportunities are listed, or "" for all
 */
export function report(state, analysis, { seat, onSeat, goTo }) {
  return h(
    "div",
    { key: "report" },
    analysis.moments &&
      momentList(t("What decided the game"), decisiveMoments(state, analysis), goTo, t("No single move changed much.")),
    momentList(
      t("Missed opportunities"),
      missedMoves(state, analysis, seat),
      goTo,
      t("No clear mistakes were found."),
      seatSelect(state, analysis, seat, onSeat),
    ),
    luckTable(state, analysis),
    chanceTable(state, analysis, goTo),
  );
}

/** @param {GameState} state @param {AnalysisDocument} analysis @param {string} seat @param {(colour: string) => void} onSeat */
function seatSelect(state, analysis, seat, onSeat) {
  const colours = Object.keys(analysis.start);
  const choose = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLSelectElement) onSeat(target.value);
  };
  return h(
    "select",
    { class: "missed-seat", "aria-label": t("Whose mistakes?"), value: seat, onchange: choose },
    h("option", { key: "", value: "" }, t("all players")),
    colours.map((colour) => h("option", { key: colour, value: colour }, seatName(state, colour))),
  );
}

/**
 * @param {string} heading
 * @param {MoveSentence[]} moments
 * @param {(move: number) => void} goTo
 * @param {string} emptyText
 * @param {import("../../lib/patch.js").Child} [select] next to the heading
 */
function momentList(heading, moments, goTo, emptyText, select = null) {
  const items = moments.map((moment) =>
    h(
      "li",
      { class: `moment ${moment.colour}` },
      h(
        "button",
        { type: "button", onclick: () => goTo(moment.number) },
        h("b", {}, t("Move {number}", { number: moment.number })),
        " ",
        moment.sentence,
      ),
    ),
  );
  return h(
    "div",
    { class: "moments" },
    h("h3", {}, heading),
    select,
    items.length ? h("ul", {}, items) : h("p", { class: "quiet" }, emptyText),
  );
}

/**
 * Return what changed the chances of each player: decisions and luck.
 * @param {GameState} state
 * @param {AnalysisDocument} analysis
 */
function luckTable(state, analysis) {
  const heads = [
    "",
    t("at the start"),
    t("own decisions"),
    t("others’ decisions"),
    t("luck"),
    t("re-evaluation"),
    t("at the end"),
  ];
  const rows = Object.entries(analysis.seats).map(([colour, account]) => [
    seatName(state, colour),
    percent(account.start),
    ...[account.own_play, account.others_play, account.own_luck + account.others_luck, account.reevaluation].map(
      formatPoints,
    ),
    percent(account.end),
  ]);
  return h(
    "details",
    { class: "accounts" },
    h("summary", {}, t("Luck and decisions")),
    h(
      "p",
      { class: "quiet" },
      t(
        "One point is one game won in a hundred. “Re-evaluation” is what changes only because the turn passes to the next player.",
      ),
    ),
    table(
      t("Luck and decisions"),
      heads,
      rows.map(([name, ...cells]) => [h("th", { scope: "row" }, name), ...cells.map((cell) => h("td", {}, cell))]),
    ),
  );
}

/**
 * Return the numbers of the chart as a table.
 * @param {GameState} state
 * @param {AnalysisDocument} analysis
 * @param {(move: number) => void} goTo
 */
function chanceTable(state, analysis, goTo) {
  const curves = Object.entries(chanceCurves(analysis));
  const heads = [t("Move"), t("What happened"), ...curves.map(([colour]) => seatName(state, colour))];
  const rows = analysis.moves.map((move) => [
    h("th", { scope: "row" }, h("button", { type: "button", onclick: () => goTo(move.number) }, move.number)),
    h("td", {}, logSentence(state, { seat: move.seat, move: move.move })),
    ...curves.map(([, values]) => h("td", {}, chanceText(values[move.number] ?? []))),
  ]);
  return h(
    "details",
    { class: "all-chances" },
    h("summary", {}, t("Winning chances as a table")),
    table(t("Winning chances as a table"), heads, rows),
  );
}

/**
 * Return a table that scrolls by itself.
 * @param {string} label
 * @param {string[]} heads
 * @param {import("../../lib/patch.js").Child[][]} rows
 */
function table(label, heads, rows) {
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": label },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((cells) => h("tr", {}, cells)),
      ),
    ),
  );
}
