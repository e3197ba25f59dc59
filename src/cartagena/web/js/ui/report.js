/** A dialog that reports a player to the operator of the server, and can block them. */

import { byId, el, h, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { reportPlayer, setBlocked } from "../net/friends.js";
import { showFailure } from "./errors.js";

/** @import { TableState } from "../model/table_state.js" */

/** Maximum length of the words in a report. */
const MAX_TEXT = 500;

/**
 * Return the other people of a table by id: those with a seat, and those who wrote in the chat.
 * @param {TableState} state
 * @param {string} me
 */
export function othersAt(state, me) {
  const people = [...state.chat, ...state.table.seats].map(
    ({ identity, name }) => /** @type {const} */ ([identity, name]),
  );
  return new Map(people.filter(([identity]) => identity && identity !== me));
}

/**
 * Ask whom to report, and why.
 * @param {string} table
 * @param {Map<string, string>} people their names by id
 */
export function openReport(table, people) {
  const reasons = {
    chat: t("Insults or spam in the chat"),
    name: t("An offensive name"),
    delay: t("Delays the game on purpose"),
    cheating: t("Cheats"),
    other: t("Something else"),
  };
  const whom = el(
    "select",
    { id: "report-whom" },
    [...people].map(([identity, name]) => h("option", { value: identity }, name)),
  );
  const reason = el(
    "select",
    { id: "report-reason" },
    Object.entries(reasons).map(([value, text]) => h("option", { value }, text)),
  );
  const text = el("textarea", { id: "report-text", rows: 3, maxlength: MAX_TEXT, dir: "auto" });
  const block = el("input", { type: "checkbox", id: "report-block" });
  const heading = el("h2", { id: "report-heading" }, t("Report a player"));
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await reportPlayer(table, { whom: whom.value, reason: reason.value, text: text.value });
    if (block.checked) await setBlocked(whom.value, true);
    box.close();
    toast(t("Thank you. The operator of this server will look at it."));
  };
  const box = el(
    "dialog",
    { class: "ask report", "aria-labelledby": heading.id, onclose: () => box.remove() },
    heading,
    h(
      "form",
      { onsubmit: (/** @type {Event} */ event) => showFailure(send(event)) },
      h("p", { class: "field" }, h("label", { for: whom.id }, t("Player")), whom),
      h("p", { class: "field" }, h("label", { for: reason.id }, t("Reason")), reason),
      h("p", { class: "field" }, h("label", { for: text.id }, t("What happened? (optional)")), text),
      h(
        "label",
        { class: "check" },
        block,
        h("span", {}, t("Block this player, too: no chat, no invitations, no games together")),
      ),
      h("p", { class: "quiet" }, t("The operator gets their lines in this chat as you see them.")),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "submit", class: "action" }, t("Send")),
        h("button", { type: "button", class: "action quiet", onclick: () => box.close() }, t("Cancel")),
      ),
    ),
  );
  byId("main").append(box);
  box.showModal();
}
