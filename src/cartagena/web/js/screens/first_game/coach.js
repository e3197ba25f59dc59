/** The coach of a first game: a tip above the board, and a mark on what to press. */

import { markOnly } from "../../board/press_marks.js";
import { el, h, scrollBehavior } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import * as api from "../../net/api.js";
import { storedBotSpeed } from "../../ui/bot_choice.js";
import { showFailure } from "../../ui/errors.js";
import { endFirstGame, startFirstGame } from "./start.js";
import { coachStep } from "./steps.js";

/** @import { GameState } from "../../model/game_state.js" */
/** @import { CoachStep } from "./steps.js" */

/** The full game that follows, of the same edition. */
const WHOLE_GAME = { rules: "escape", players: 3, level: "deckhand", colour: "blue" };

/**
 * Open the coach of a table.
 * @param {HTMLElement} table the element of the table; the coach is above its board
 */
export function openCoach(table) {
  /** @type {Set<string>} */
  const read = new Set();
  /** @type {GameState | null} */
  let current = null;
  let name = "";
  let skipped = false;
  const text = el("p", { role: "status" });
  const buttons = el("div", { class: "coach-buttons" });
  const root = el("section", { class: "coach", "aria-label": t("Tips") }, text, buttons);
  table.querySelector(".main-column")?.prepend(root);

  /** @param {string} label @param {() => unknown} onclick @param {string} [kind] */
  const button = (label, onclick, kind = "quiet") =>
    h("button", { key: label, type: "button", class: `action ${kind}`, onclick }, label);

  /** Go on after a step that was read, and move the focus to what can be pressed next. @param {string} step */
  function next(step) {
    read.add(step);
    if (current) show(current);
    const card = table.querySelector(".card-button.marked") ?? table.querySelector(".card-button");
    if (card instanceof HTMLElement) card.focus({ preventScroll: true });
  }

  function skip() {
    endFirstGame();
    mark({ name: "", text: "" });
    root.remove();
    skipped = true;
  }

  async function playNow() {
    endFirstGame();
    const { id } = await api.quickStart({ ...WHOLE_GAME, bot_speed: storedBotSpeed() });
    navigate(`/table/${id}`);
  }

  /** @param {CoachStep} step */
  function stepButtons(step) {
    if (step.name === "won" || step.name === "lost")
      return [
        button(t("Play now"), () => showFailure(playNow()), "main"),
        button(t("Play again"), () => showFailure(startFirstGame())),
      ];
    return [step.read && button(t("Next"), () => next(step.name), "main"), button(t("Skip the tips"), skip)];
  }

  /** Mark what to press or look at, and nothing else. @param {CoachStep} step */
  function mark({ card = "", place = "", part = "" }) {
    const pirate = place && `.pirate[data-colour="${current?.you[0]}"][data-place="${place}"]`;
    const selectors = [card && `.hand .card-button[data-card="${card}"]`, pirate, part].filter((one) => one !== "");
    // On a phone the board is longer than the window.
    for (const element of markOnly(table, selectors))
      element.scrollIntoView({ block: "center", behavior: scrollBehavior() });
  }

  /** Show the tip for this state. @param {GameState} state */
  function show(state) {
    if (skipped) return;
    current = state;
    const step = coachStep(state, read);
    if (text.textContent !== step.text) text.textContent = step.text;
    if (name !== step.name || !buttons.childElementCount) patch(buttons, h("div", {}, stepButtons(step)));
    // Keyboard and screen reader start here, unless the reader has moved the focus.
    if (!name && document.activeElement?.matches("body, main")) buttons.querySelector("button")?.focus();
    name = step.name;
    // What is selected already is not marked.
    const { card, place } = state.selection;
    mark({ ...step, card: card ? "" : step.card, place: place ? "" : step.place });
  }
  return { show };
}
