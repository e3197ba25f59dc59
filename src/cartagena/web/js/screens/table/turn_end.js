/** The end of our turn: after a few seconds in which it can be undone, when we end it, or at once. */

import { el, h, motionAllowed } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @import { TableState } from "../../model/table_state.js" */

/** The key of the setting in the local storage. */
const SETTING = "turn-end";

/** The undo window of each setting. @type {Record<string, "briefly" | "until-ended" | null>} */
const UNDO_WINDOWS = { soon: "briefly", confirm: "until-ended", "at-once": null };

/** Return the setting of this browser. */
function setting() {
  const stored = localStorage.getItem(SETTING) ?? "";
  return stored in UNDO_WINDOWS ? stored : "soon";
}

/** Return the undo window that we have chosen for the end of a turn. */
export function undoWindowSetting() {
  return UNDO_WINDOWS[setting()] ?? null;
}

/** Return the field for the menu. */
export function turnEndField() {
  const names = {
    soon: t("after a few seconds, so I can undo"),
    confirm: t("when I press End turn"),
    "at-once": t("right away"),
  };
  const select = el(
    "select",
    { id: "turn-end", onchange: () => localStorage.setItem(SETTING, select.value) },
    Object.entries(names).map(([value, text]) => h("option", { value, selected: value === setting() }, text)),
  );
  return h("p", { class: "setting" }, h("label", { for: "turn-end" }, t("End my turn")), select);
}

/** The end of the undo window whose countdown is on the page. */
let countdownEnd = 0;

/** Animate the button that ends the turn while the undo window is open. @param {HTMLElement} area @param {TableState} state */
export function showCountdown(area, { undoWindow, clockOffset }) {
  const button = area.querySelector(".end-turn");
  if (!button || !undoWindow?.until || undoWindow.until === countdownEnd || !motionAllowed()) return;
  countdownEnd = undoWindow.until;
  const duration = Math.max(1, undoWindow.until - clockOffset - Date.now());
  button.animate([{ backgroundSize: "0% 5px" }, { backgroundSize: "100% 5px" }], { duration });
}
