/** The coach of a first game: a line above the board, and a mark at what to press. */

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

/** The whole game that follows the small one: the same edition. */
const WHOLE_GAME = { rules: "escape", players: 3, level: "deckhand", colour: "blue" };

/**
 * A coach for a table.
 * @param {HTMLElement} table the element of the table, above whose board the coach stands
 */
export function openCoach(table) {
  /** @type {Set<string>} */
  const read = new Set();
  /** @type {GameState | null} */
  let shown = null;
  let name = "";
  let skipped = false;
  const text = el("p", { role: "status" });
  const buttons = el("div", { class: "coach-buttons" });
  const root = el("section", { class: "coach", "aria-label": t("Tips") }, text, buttons);
  table.querySelector(".main-column")?.prepend(root);

  /** @param {string} label @param {() => unknown} onclick @param {string} [kind] */
  const button = (label, onclick, kind = "quiet") =>
    h("button", { key: label, type: "button", class: `action ${kind}`, onclick }, label);

  /** The reader has read a step: those who use keys go on where something can be pressed. @param {string} step */
  function next(step) {
    read.add(step);
    if (shown) show(shown);
    const marked = table.querySelector(".card-button.marked") ?? table.querySelector(".card-button");
    if (marked instanceof HTMLElement) marked.focus({ preventScroll: true });
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

  /** Mark what is to be pressed or looked at, and nothing else. @param {CoachStep} step */
  function mark({ card = "", place = "", part = "" }) {
    const pirate = place && `.pirate[data-colour="${shown?.you[0]}"][data-place="${place}"]`;
    const wanted = [card && `.hand .card-button[data-card="${card}"]`, pirate, part].filter((one) => one !== "");
    // On a phone the board is longer than the window.
    for (const element of markOnly(table, wanted))
      element.scrollIntoView({ block: "center", behavior: scrollBehavior() });
  }

  /** Say what is to be said in this state. @param {GameState} state */
  function show(state) {
    if (skipped) return;
    shown = state;
    const step = coachStep(state, read);
    if (text.textContent !== step.text) text.textContent = step.text;
    if (name !== step.name || !buttons.childElementCount) patch(buttons, h("div", {}, stepButtons(step)));
    // Keyboard and screen reader begin here; who has moved the focus keeps it.
    if (!name && document.activeElement?.matches("body, main")) buttons.querySelector("button")?.focus();
    name = step.name;
    // What has been chosen is not to be pressed again.
    const { card, place } = state.selection;
    mark({ ...step, card: card ? "" : step.card, place: place ? "" : step.place });
  }
  return { show };
}
