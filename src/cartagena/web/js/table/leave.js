/** Leaving a game that goes on: asked once more, for there is no way back. */

import { byId, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import * as api from "../net/api.js";
import { tell } from "../net/errors.js";
import { go } from "../router.js";

/** @import { State } from "../model/state.js" */

/** Whether there is anything to leave. @param {State} state */
export function mayLeave(state) {
  return state.you.length > 0 && state.table.status === "running";
}

/** @param {string} id of the table */
export function leaveButton(id) {
  return h("button", { type: "button", class: "action leave", hidden: true, onclick: () => ask(id) }, t("Leave"));
}

/** @param {string} id */
function ask(id) {
  const question = h("h2", { id: "leave-question" }, t("Leave the game?"));
  const box = h(
    "dialog",
    { class: "ask", "aria-labelledby": question.id, onclose: () => box.remove() },
    question,
    h("p", {}, t("A bot plays on in your place, and you cannot come back.")),
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
  tell(api.leave(id).then(() => go("/")));
}
