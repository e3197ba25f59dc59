/** Buttons of the table's menu: pause the game, leave it, or close the table as its host. */

import { byId, el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { navigate } from "../../lib/router.js";
import * as api from "../../net/api.js";
import { showFailure } from "../../ui/errors.js";
import { weWantPause } from "../../ui/panels.js";

/** @import { TableState } from "../../model/table_state.js" */

/** Who presses a button: `host` created the table, and `seated` has a seat. @typedef {{ host: boolean, seated: boolean }} Asker */

/** Return whether the player can leave a running game, or close it. @param {TableState} state @param {boolean} host */
export function mayLeave(state, host) {
  return (state.you.length > 0 || host) && state.table.status === "running";
}

/** Return a button that asks whether to leave. @param {string} id of the table @param {() => Asker} asker */
export function leaveButton(id, asker) {
  return el(
    "button",
    { type: "button", class: "action quiet leave", hidden: true, onclick: () => confirmLeaving(id, asker()) },
    t("Leave"),
  );
}

/** @param {string} id @param {Asker} asker */
function confirmLeaving(id, { host, seated }) {
  const question = el("h2", { id: "leave-question" }, seated ? t("Leave the game?") : t("Close the table?"));
  const box = el(
    "dialog",
    { class: "ask", "aria-labelledby": question.id, onclose: () => box.remove() },
    question,
    seated && h("p", {}, t("A bot will take over your seat, and you won’t be able to come back.")),
    host && h("p", {}, t("As the host you can close the table: the game ends for everyone, without a winner.")),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "action", autofocus: true, onclick: () => box.close() }, t("Stay")),
      seated &&
        h("button", { type: "button", class: "action quiet", onclick: () => leave(id, box) }, t("Leave the game")),
      host &&
        h("button", { type: "button", class: "action quiet", onclick: () => close(id, box) }, t("Close the table")),
    ),
  );
  byId("main").append(box);
  box.showModal();
}

/**
 * @param {string} id
 * @param {HTMLDialogElement} box
 */
function leave(id, box) {
  box.close();
  showFailure(api.leave(id).then(() => navigate("/")));
}

/**
 * @param {string} id
 * @param {HTMLDialogElement} box
 */
function close(id, box) {
  box.close();
  showFailure(api.closeTable(id));
}

/** Return a button that asks for a pause, agrees to one, or withdraws it. `showPause` updates it. */
export function pauseButton() {
  return el("button", { type: "button", class: "action quiet pause", hidden: true });
}

/**
 * Update the pause button.
 * @param {HTMLButtonElement} button
 * @param {TableState} state
 * @param {string} id of the table
 */
export function showPause(button, state, id) {
  const { table, you } = state;
  button.hidden = !you.length || table.status !== "running" || !(table.seconds || table.budget);
  if (button.hidden) return;
  const wePause = weWantPause(state);
  const answer = table.pause_wanted.length ? t("Agree to pause") : t("Pause");
  button.textContent = table.paused ? t("Resume") : wePause ? t("Don’t pause") : answer;
  button.onclick = () => showFailure(api.pauseGame(id, !wePause));
}
