/** The clock of the player to move, and the time that the others have left. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { duration } from "../model/names.js";

/** @import { TableState } from "../model/table_state.js" */

/**
 * Return the clock, or this text if there is no time limit.
 * @param {TableState} state
 * @param {string} [text]
 */
export function clock(state, text = "") {
  const due = state.deadline === null ? null : state.deadline - state.clockOffset;
  return h(
    "span",
    {
      key: `clock ${due}`,
      class: due === null ? "clock tag to-move" : "clock tag",
      "data-tip": due === null ? null : tip(state),
      "data-deadline": due ?? "",
    },
    text,
  );
}

/** @param {TableState} state */
function tip(state) {
  return state.table.budget ? t("Time left for this game") : t("Time left for this turn");
}

/**
 * Return the time that a waiting player has left for the game, if it is limited.
 * @param {TableState} state
 * @param {string} colour
 */
export function restingClock(state, colour) {
  const left = state.timeLeft[colour];
  return left === undefined ? null : h("span", { key: "clock", class: "tag", "data-tip": tip(state) }, timeText(left));
}

/** @param {number} left milliseconds */
function timeText(left) {
  const seconds = Math.max(0, Math.round(left / 1000));
  const days = Math.floor(seconds / 86400);
  return days ? t("{days} d", { days }) : duration(seconds);
}

/** Update all clocks in a part of the page. Their deadlines are by the browser's clock. @param {HTMLElement} table */
export function updateClocks(table) {
  for (const one of table.querySelectorAll(".clock")) updateClock(one);
}

/** @param {Element} clock */
function updateClock(clock) {
  const due = Number(clock.getAttribute("data-deadline") || 0);
  if (!due) return;
  const left = due - Date.now();
  clock.textContent = timeText(left);
  clock.classList.toggle("hurry", left < 10_500);
}
