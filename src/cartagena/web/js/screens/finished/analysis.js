/** The analysis of a finished game: the request, its progress and the report. */

import { el, h, pirateArt } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { logSentence, seatName } from "../../model/sentences.js";
import { fetchAnalysis, startAnalysis } from "../../net/api.js";
import { errorText } from "../../ui/errors.js";
import { chancesOf, chanceText, chart, percent } from "./chart.js";
import { betterSentence, decisiveMoments, formatPoints, missedMoves } from "./moments.js";

/** @import { AnalysisDocument } from "../../net/types.js" */
/** @import { GameState } from "../../model/game_state.js" */
/** @import { MoveSentence } from "./moments.js" */

/** Poll interval in milliseconds. */
const POLL_MS = 700;

/**
 * Return the panel of the analysis: a button to request it, its progress, and then the report.
 * @param {GameState} state
 * @param {string} id
 * @param {(move: number) => void} goTo shows a move in the replay
 * @param {() => void} onReport called when the report is there
 */
export function analysisPanel(state, id, goTo, onReport) {
  const root = el("section", { class: "analysis", "aria-label": t("Analysis") });
  /** @type {(move: number) => void} */
  let show = () => {};
  /** @type {AnalysisDocument | null} */
  let analysis = null;
  /** Whether polling has stopped because the panel is not on the page. */
  let paused = false;

  async function poll() {
    paused = false;
    const progressState = await fetchAnalysis(id);
    if (progressState.status === "done" && progressState.analysis) {
      analysis = progressState.analysis;
      const { root: content, show: showMove } = report(state, analysis, goTo);
      show = showMove;
      patch(root, content);
      onReport();
    } else if (progressState.status === "running") {
      patch(root, progress(progressState.done, progressState.total));
      setTimeout(() => {
        if (root.isConnected) poll().catch(failed);
        else paused = true;
      }, POLL_MS);
    } else {
      patch(root, requestForm(progressState.status === "failed"));
    }
  }
  /** @param {unknown} error */
  function failed(error) {
    patch(root, h("p", { role: "alert" }, errorText(error)), requestForm(false));
  }
  /** @param {boolean} again */
  function requestForm(again) {
    const begin = () => {
      patch(root, progress(0, 0));
      startAnalysis(id).then(poll).catch(failed);
    };
    return h(
      "div",
      { key: "request", class: "ask" },
      again && h("p", { role: "alert" }, t("The analysis failed.")),
      h("button", { type: "button", class: "action quiet", onclick: begin }, t("Analyse the game")),
      h("span", { class: "quiet" }, t("See who was ahead, where the game turned, and how much was luck.")),
    );
  }
  poll().catch(failed);
  return {
    root,
    show: (/** @type {number} */ move) => show(move),
    /** Return the move that would have been better, with a sentence about it. */
    better: (/** @type {number} */ number) => {
      const move = analysis?.moves[number - 1];
      return move?.better ? { move: move.better, sentence: betterSentence(state, move) } : null;
    },
    /** Go on polling, because the panel is on the page again. */
    resume: () => {
      if (paused) poll().catch(failed);
    },
  };
}

/** @param {number} done @param {number} total */
function progress(done, total) {
  const label = total ? t("Analysing the game: {done} of {total} moves", { done, total }) : t("Analysing the game…");
  const bar = h("progress", { "aria-label": label, ...(total ? { max: total, value: done } : {}) });
  return h("div", { key: "progress", class: "ask", role: "status" }, bar, h("span", {}, label));
}

/**
 * Return the report: chart, decisive moments, better moves, luck and decisions, all chances.
 * @param {GameState} state
 * @param {AnalysisDocument} analysis
 * @param {(move: number) => void} goTo
 */
function report(state, analysis, goTo) {
  const decisive = decisiveMoments(state, analysis);
  const curves = chart(analysis, decisive, goTo);
  const colours = Object.keys(analysis.start);
  const legend = colours.map((colour) =>
    h("li", { class: colour }, pirateArt(colour), h("span", { class: "swatch" }), seatName(state, colour)),
  );
  const root = h(
    "div",
    { key: "report" },
    h("h3", {}, t("Winning chances")),
    h("ul", { class: "legend" }, legend),
    h("div", { class: "chart-area", dir: "ltr" }, curves.root),
    analysis.moments && momentList(t("What decided the game"), decisive, goTo, t("No single move changed much.")),
    momentList(t("Missed opportunities"), missedMoves(state, analysis), goTo, t("No clear mistakes were found.")),
    luckTable(state, analysis),
    chanceTable(state, analysis, goTo),
  );
  return { root, show: curves.show };
}

/**
 * @param {string} heading
 * @param {MoveSentence[]} moments
 * @param {(move: number) => void} goTo
 * @param {string} emptyText
 */
function momentList(heading, moments, goTo, emptyText) {
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
  const rows = Object.entries(analysis.seats).map(([colour, account]) =>
    h(
      "tr",
      { class: colour },
      h("th", { scope: "row" }, seatName(state, colour)),
      h("td", {}, percent(account.start)),
      [account.own_play, account.others_play, account.own_luck + account.others_luck, account.reevaluation].map(
        (change) => h("td", {}, formatPoints(change)),
      ),
      h("td", {}, percent(account.end)),
    ),
  );
  return h(
    "div",
    { class: "accounts" },
    h("h3", {}, t("Luck and decisions")),
    h(
      "p",
      { class: "quiet" },
      t(
        "One point is one game won in a hundred. “Re-evaluation” is what changes only because the turn passes to the next player.",
      ),
    ),
    h(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": t("Luck and decisions") },
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
        h("tbody", {}, rows),
      ),
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
  const colours = Object.keys(analysis.start);
  const paths = colours.map((colour) => chancesOf(analysis, colour));
  const rows = analysis.moves.map((move) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("button", { type: "button", onclick: () => goTo(move.number) }, move.number)),
      h("td", {}, logSentence(state, { seat: move.seat, move: move.move })),
      paths.map((path) => h("td", {}, chanceText(path[move.number] ?? []))),
    ),
  );
  const heads = [t("Move"), t("What happened"), ...colours.map((colour) => seatName(state, colour))];
  const moments = h(
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
    h("tbody", {}, rows),
  );
  return h(
    "details",
    { class: "all-chances" },
    h("summary", {}, t("Winning chances as a table")),
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t("Winning chances as a table") }, moments),
  );
}
