/** Leaving a running game: the player must confirm it, for there is no way back. */

import { byId, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import * as api from "../net/api.js";
import { showFailure } from "../net/errors.js";
import { navigate } from "../router.js";

/** @import { State } from "../model/state.js" */

/** Whether the player has a seat in a running game. @param {State} state */
export function mayLeave(state) {
  return state.you.length > 0 && state.table.status === "running";
}

/** A button that asks whether to leave. @param {string} id of the table */
export function leaveButton(id) {
  return h(
    "button",
    { type: "button", class: "action leave", hidden: true, onclick: () => confirmLeaving(id) },
    t("Leave"),
  );
}

/** @param {string} id */
function confirmLeaving(id) {
  const question = h("h2", { id: "leave-question" }, t("Leave the game?"));
  const box = h(
    "dialog",
    { class: "ask", "aria-labelledby": question.id, onclose: () => box.remove() },
    question,
    h("p", {}, t("A bot will take over your seat, and you won’t be able to come back.")),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "action", autofocus: true, onclick: () => box.close() }, t("Stay")),
      h("button", { type: "button", class: "action quiet", onclick: () => leave(id, box) }, t("Leave the game")),
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
