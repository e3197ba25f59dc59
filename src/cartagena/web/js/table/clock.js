/** The clock of the one who must choose. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { State } from "../model/state.js" */

/**
 * The clock, or these words where time does not run.
 * @param {State} state
 * @param {string} [words]
 */
export function clock(state, words = "") {
  const due = state.deadline === null ? null : state.deadline - state.ahead;
  return h(
    "span",
    { class: "clock tag", "data-tip": due === null ? null : t("Time left for this turn"), "data-deadline": due ?? "" },
    words,
  );
}

/** Show everywhere how much time is left; deadlines are by our own clock. @param {HTMLElement} table */
export function tick(table) {
  for (const one of table.querySelectorAll(".clock")) show(one);
}

/** @param {Element} clock */
function show(clock) {
  const due = Number(clock.getAttribute("data-deadline") || 0);
  if (!due) return;
  const left = Math.max(0, Math.round((due - Date.now()) / 1000));
  const days = Math.floor(left / 86400);
  clock.textContent = days ? t("{days} d", { days }) : time(left);
  clock.classList.toggle("hurry", left <= 10);
}

/** Minutes and seconds, from one hour on with the hours. @param {number} left seconds */
function time(left) {
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
