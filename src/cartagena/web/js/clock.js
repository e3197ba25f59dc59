/** The clock of the one who must choose. */

import { t } from "./words.js";

/** Show how much time is left. @param {HTMLElement} table */
export function tick(table) {
  const clock = table.querySelector(".clock");
  const due = Number(clock?.getAttribute("data-deadline") || 0);
  if (!clock || !due) return;
  const left = Math.max(0, Math.round((due - Date.now()) / 1000));
  const days = Math.floor(left / 86400);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.textContent = days ? t("{days} d", { days }) : time;
  clock.classList.toggle("hurry", left <= 10);
}
