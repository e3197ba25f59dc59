/** The clock of the player who must choose. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { State } from "../model/state.js" */

/**
 * The clock, or this text where there is no time limit.
 * @param {State} state
 * @param {string} [text]
 */
export function clock(state, text = "") {
  const due = state.deadline === null ? null : state.deadline - state.clockOffset;
  return h(
    "span",
    { class: "clock tag", "data-tip": due === null ? null : t("Time left for this turn"), "data-deadline": due ?? "" },
    text,
  );
}

/** Update all clocks in a part of the page; their deadlines are by the browser's clock. @param {HTMLElement} table */
export function updateClocks(table) {
  for (const one of table.querySelectorAll(".clock")) updateClock(one);
}

/** @param {Element} clock */
function updateClock(clock) {
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
  const padded = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${padded(minutes)}:${padded(seconds)}` : `${minutes}:${padded(seconds)}`;
}
