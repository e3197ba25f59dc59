/** A finished game looked at: asked for, waited for, and shown. */

import { h, pirateArt } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { told, who } from "../model/sentences.js";
import * as api from "../net/api.js";
import { sentence } from "../net/errors.js";
import { chart, course, percent } from "./chart.js";
import { misses, points, turns } from "./turning_points.js";

/** @import { Analysis } from "../net/types.js" */
/** @import { State } from "../model/state.js" */
/** @import { Turn } from "./turning_points.js" */

const LOOK_AGAIN = 700;

/**
 * The analysis of a game: a button to ask for it, how far it is, and then the whole of it.
 * @param {State} state
 * @param {string} id
 * @param {(move: number) => void} goTo shows a move in the replay
 */
export function study(state, id, goTo) {
  const root = h("section", { class: "study", "aria-label": t("Analysis") });
  /** @type {(move: number) => void} */
  let show = () => {};
  /** Whether we have ceased to look how far it is, for nobody sees it. */
  let resting = false;

  async function look() {
    resting = false;
    const known = await api.analysis(id);
    if (known.status === "done" && known.analysis) {
      const shown = report(state, known.analysis, goTo);
      show = shown.show;
      root.replaceChildren(shown.root);
    } else if (known.status === "running") {
      root.replaceChildren(progress(known.done, known.total));
      setTimeout(() => {
        if (root.isConnected) look().catch(failed);
        else resting = true;
      }, LOOK_AGAIN);
    } else {
      root.replaceChildren(ask(known.status === "failed"));
    }
  }
  /** @param {unknown} problem */
  function failed(problem) {
    root.replaceChildren(h("p", { role: "alert" }, sentence(problem)), ask(false));
  }
  /** @param {boolean} again */
  function ask(again) {
    const begin = () => {
      root.replaceChildren(progress(0, 0));
      api.analyse(id).then(look).catch(failed);
    };
    return h(
      "div",
      { class: "ask" },
      again && h("p", { role: "alert" }, t("The analysis failed.")),
      h("button", { type: "button", class: "action", onclick: begin }, t("Analyse the game")),
      h("span", { class: "quiet" }, t("Who was ahead when, where the game turned, and what was luck.")),
    );
  }
  look().catch(failed);
  return {
    root,
    show: (/** @type {number} */ move) => show(move),
    /** The panel is in sight again: how far is it? */
    again: () => {
      if (resting) look().catch(failed);
    },
  };
}

/** @param {number} done @param {number} total */
function progress(done, total) {
  const words = total ? t("Looking at the game: {done} of {total} moves", { done, total }) : t("Looking at the game …");
  const bar = h("progress", { "aria-label": words, ...(total ? { max: total, value: done } : {}) });
  return h("div", { class: "ask", role: "status" }, bar, h("span", {}, words));
}

/**
 * @param {State} state
 * @param {Analysis} found
 * @param {(move: number) => void} goTo
 */
function report(state, found, goTo) {
  const turning = turns(state, found);
  const drawn = chart(found, turning, goTo);
  const colours = Object.keys(found.start);
  const legend = colours.map((colour) =>
    h("li", { class: colour }, pirateArt(colour), h("span", { class: "swatch" }), who(state, colour)),
  );
  const root = h(
    "div",
    {},
    h("h3", {}, t("Chances of winning")),
    h("ul", { class: "legend" }, legend),
    h("div", { class: "chart-area", dir: "ltr" }, drawn.root),
    moments(t("Turning points"), turning, goTo, t("No single move changed much.")),
    moments(
      t("What could have been better"),
      misses(state, found),
      goTo,
      t("No move was found for which there was a clearly better one."),
    ),
    accounts(state, found),
    table(state, found, goTo),
  );
  return { root, show: drawn.show };
}

/**
 * @param {string} heading
 * @param {Turn[]} all
 * @param {(move: number) => void} goTo
 * @param {string} none
 */
function moments(heading, all, goTo, none) {
  const items = all.map((turn) =>
    h(
      "li",
      { class: `moment ${turn.colour}` },
      h(
        "button",
        { type: "button", onclick: () => goTo(turn.number) },
        h("b", {}, t("Move {number}", { number: turn.number })),
        " ",
        turn.words,
      ),
    ),
  );
  return h(
    "div",
    { class: "moments" },
    h("h3", {}, heading),
    items.length ? h("ul", {}, items) : h("p", { class: "quiet" }, none),
  );
}

/**
 * What made and unmade the chances of each player.
 * @param {State} state
 * @param {Analysis} found
 */
function accounts(state, found) {
  const heads = [
    "",
    t("at first"),
    t("own decisions"),
    t("others' decisions"),
    t("luck"),
    t("seen anew"),
    t("in the end"),
  ];
  const rows = Object.entries(found.seats).map(([colour, account]) =>
    h(
      "tr",
      { class: colour },
      h("th", { scope: "row" }, who(state, colour)),
      h("td", {}, percent(account.start)),
      [account.own_play, account.others_play, account.own_luck + account.others_luck, account.seen_anew].map((part) =>
        h("td", {}, points(part)),
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
      t("In points: one game won in a hundred. Seen anew is what changes only because the turn passes."),
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
 * The chart for those who read or hear it.
 * @param {State} state
 * @param {Analysis} found
 * @param {(move: number) => void} goTo
 */
function table(state, found, goTo) {
  const colours = Object.keys(found.start);
  const paths = colours.map((colour) => course(found, colour));
  const rows = found.moves.map((move) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("button", { type: "button", onclick: () => goTo(move.number) }, move.number)),
      h("td", {}, told(state, { seat: move.seat, move: move.move })),
      paths.map((path) => h("td", {}, percent(path[move.number]?.[0] ?? 0))),
    ),
  );
  const heads = [t("Move"), t("What happened"), ...colours.map((colour) => who(state, colour))];
  const all = h(
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
    h("summary", {}, t("The chances as a table")),
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t("The chances as a table") }, all),
  );
}
