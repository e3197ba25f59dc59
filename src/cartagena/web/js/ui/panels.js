/** Panels shown in place of the hand or of the whole table: paused, closed, away, refused. */

import { isServerless } from "../lib/address.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import * as api from "../net/api.js";
import { storedTable } from "../net/local_link.js";
import { isLocal } from "../net/table_link.js";
import { errorText, showFailure } from "./errors.js";
import { saveFile } from "./share.js";

/** @import { TableState } from "../model/table_state.js" */
/** @import { Problem } from "../net/failures.js" */

/** Say that everyone plays at this screen and, if this page has no server, how to play with others. */
export function oneDeviceText() {
  const here = t("Everyone shares the screen of this device.");
  return isServerless() ? `${here} ${t("To play over the internet, someone has to run a table server.")}` : here;
}

/** Return whether one of our seats has asked for a pause. @param {TableState} state */
export function weWantPause(state) {
  return state.you.some((colour) => state.table.pause_wanted.includes(colour));
}

/** Return the panel of a paused game. @param {TableState} state @param {string} id of the table */
export function pausedPanel(state, id) {
  const onclick = () => showFailure(api.pauseGame(id, false));
  return h(
    "div",
    { key: "paused", class: "controls" },
    h("p", { class: "prompt" }, t("The game is paused.")),
    weWantPause(state) &&
      h("div", { class: "buttons" }, h("button", { type: "button", class: "action", onclick }, t("Resume"))),
  );
}

/** Return the panel of a closed table. */
export function closedPanel() {
  return h(
    "div",
    { key: "closed", class: "controls" },
    h("p", { class: "prompt" }, t("The host has closed this table.")),
    h("div", { class: "buttons" }, h("a", { class: "action", href: "/" }, t("New game"))),
  );
}

/**
 * Return the panel of a player for whom a bot plays: the button to come back, if there is time left.
 * @param {TableState} state
 * @param {string} colour
 * @param {string} id
 */
export function awayPanel({ timeLeft, table }, colour, id) {
  if (timeLeft[colour] === 0 && !table.increment) {
    const sentence = t("You’ve used up your time for this game, so a bot has taken over.");
    return h("div", { key: "away", class: "controls" }, h("p", { class: "prompt" }, sentence));
  }
  const onclick = () => showFailure(api.takeBackSeat(id));
  return h(
    "div",
    { key: "away", class: "controls" },
    h("p", { class: "prompt" }, t("A bot is playing for you while you’re away.")),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "action", onclick }, t("I’m back"))),
  );
}

/** The HTTP statuses for an address without a table. */
const UNKNOWN_TABLE = [400, 404, 422];

/** Return the page that says why a table cannot be shown. @param {Problem} error @param {string} id of the table */
export function refusedPage(error, id) {
  // A game that another version began on this device is not lost, because its log can be saved.
  const isSaved = error.kind === "other-rules" && isLocal(id);
  const save = async () => saveFile(`cartagena-${id}.json`, await storedTable(id));
  return h(
    "section",
    { class: "page" },
    h("h1", {}, UNKNOWN_TABLE.includes(error.status) ? t("This table doesn’t exist.") : errorText(error)),
    isSaved &&
      h(
        "p",
        {},
        h(
          "button",
          { type: "button", class: "action quiet", onclick: () => showFailure(save()) },
          t("Save the game to a file"),
        ),
      ),
    h("p", {}, h("a", { class: "action", href: "/" }, t("New game"))),
  );
}
