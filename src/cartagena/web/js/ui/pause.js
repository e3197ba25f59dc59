/** Pausing a game that has a time limit, and what is shown of a game that is paused or closed. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import * as api from "../net/api.js";
import { showFailure } from "./errors.js";

/** @import { State } from "../model/state.js" */

/** Whether we want the game to pause. @param {State} state */
function isWantedByUs(state) {
  return state.you.some((colour) => state.table.pause_wanted.includes(colour));
}

/** A button that asks for a pause, agrees to one, or takes that back; `showPause` keeps it up to date. */
export function pauseButton() {
  return h("button", { type: "button", class: "action quiet pause", hidden: true });
}

/**
 * Show on the button what it does now.
 * @param {HTMLButtonElement} button
 * @param {State} state
 * @param {string} id of the table
 */
export function showPause(button, state, id) {
  const { table, you } = state;
  button.hidden = !you.length || table.status !== "running" || !(table.seconds || table.budget);
  if (button.hidden) return;
  const wanted = isWantedByUs(state);
  const answer = table.pause_wanted.length ? t("Agree to pause") : t("Pause");
  button.textContent = table.paused ? t("Resume") : wanted ? t("Don’t pause") : answer;
  button.onclick = () => showFailure(api.pauseGame(id, !wanted));
}

/** What is below the board of a paused game. @param {State} state @param {string} id of the table */
export function pausedPanel(state, id) {
  const onclick = () => showFailure(api.pauseGame(id, false));
  return h(
    "div",
    { class: "controls" },
    h("p", { class: "prompt" }, t("The game is paused.")),
    isWantedByUs(state) &&
      h("div", { class: "buttons" }, h("button", { type: "button", class: "action", onclick }, t("Resume"))),
  );
}

/** What is below the board of a table that was closed. */
export function closedPanel() {
  return h(
    "div",
    { class: "controls" },
    h("p", { class: "prompt" }, t("The host has closed this table.")),
    h("div", { class: "buttons" }, h("a", { class: "action", href: "/" }, t("New game"))),
  );
}

/**
 * What is shown to a player for whom a bot plays on: the way back, if there is time left.
 * @param {State} state
 * @param {string} colour
 * @param {string} id
 */
export function awayPanel({ timeLeft, table }, colour, id) {
  if (timeLeft[colour] === 0 && !table.increment) {
    const sentence = t("Your time for this game is used up, so a bot has taken over.");
    return h("div", { class: "controls" }, h("p", { class: "prompt" }, sentence));
  }
  const onclick = () => showFailure(api.takeBackSeat(id));
  return h(
    "div",
    { class: "controls" },
    h("p", { class: "prompt" }, t("A bot is playing for you while you’re away.")),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "action", onclick }, t("I’m back"))),
  );
}
