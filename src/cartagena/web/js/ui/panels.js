/** Panels shown in place of the hand or of the whole table: paused, closed, away, refused. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import * as api from "../net/api.js";
import { errorText, showFailure } from "./errors.js";

/** @import { TableState } from "../model/table_state.js" */
/** @import { Problem } from "../net/failures.js" */

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

/** Return the page that says why a table cannot be shown. @param {Problem} error */
export function refusedPage(error) {
  return h(
    "section",
    { class: "page" },
    h("h1", {}, UNKNOWN_TABLE.includes(error.status) ? t("This table doesn’t exist.") : errorText(error)),
    h("p", {}, h("a", { class: "action", href: "/" }, t("New game"))),
  );
}
