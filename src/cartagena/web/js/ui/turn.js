/** Whose turn it is, the clock, and the actions that are left, in coins and in words. */

import { art, h } from "../lib/dom.js";
import { n } from "../lib/i18n.js";
import { statusSentence } from "../model/sentences.js";
import { deciderOf, isOurs, viewOf } from "../model/state.js";
import { clock } from "./clock.js";

/** @import { State } from "../model/state.js" */

/** The player who must choose, beside the board. @param {State} state */
export function turnLine(state) {
  const view = viewOf(state);
  if (!view) return h("div");
  const decider = deciderOf(view) || view.winner || view.turn;
  return h(
    "div",
    { class: `turn-line ${decider}${isOurs(state) ? " ours" : ""}` },
    art(`pirate-${decider}`, "0 0 24 36", "pirate-art"),
    h("strong", {}, statusSentence(state)),
    !view.over && state.deadline !== null && clock(state),
    !view.over && actionsLeft(view.actions_left, state.table.rules.most_actions),
  );
}

/** @param {number} left @param {number} most */
function actionsLeft(left, most) {
  const coins = Array.from({ length: most }, (_, i) => h("span", { class: i < left ? "pip" : "pip spent" }));
  return h(
    "span",
    { class: "actions-left" },
    h("span", { class: "pips", "aria-hidden": "true" }, coins),
    h("small", {}, n("{count} action left", "{count} actions left", left)),
  );
}
