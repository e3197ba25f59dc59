/** The line that says whose turn it is, with the clock and the actions left. */

import { art, h } from "../lib/dom.js";
import { n } from "../lib/i18n.js";
import { deciderOf, isOurs, viewOf } from "../model/game_state.js";
import { turnSentence } from "../model/sentences.js";

/** @import { Child } from "../lib/patch.js" */
/** @import { GameState } from "../model/game_state.js" */

/**
 * Return the line next to the board: the player to move, the status, the clock and the actions left.
 * @param {GameState} state
 * @param {{ status?: string, clock?: Child }} [table] what a table adds
 */
export function turnLine(state, { status = turnSentence(state), clock = null } = {}) {
  const view = viewOf(state);
  if (!view) return h("div");
  const decider = deciderOf(view) || view.winner || view.turn;
  return h(
    "div",
    { class: `turn-line ${decider}${isOurs(state) ? " ours" : ""}` },
    art(`pirate-${decider}`, "0 0 24 36", "pirate-art"),
    h("strong", {}, status),
    !view.over && clock,
    !view.over && actionsLeft(view.actions_left, state.rules.most_actions),
  );
}

/** @param {number} left @param {number} most */
function actionsLeft(left, most) {
  const coins = Array.from({ length: most }, (_, i) => h("span", { class: i < left ? "pip" : "pip spent" }));
  return h(
    "span",
    { key: "actions", class: "actions-left" },
    h("span", { class: "pips", "aria-hidden": "true" }, coins),
    h("small", {}, n("{count} action left", "{count} actions left", left)),
  );
}
