/** The controls of a game: the prompt, the cards in hand, the buttons of the turn, and panels with choices. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isOurs, viewOf } from "../model/game_state.js";
import { isChoice } from "../model/moves.js";
import { prompt } from "../model/sentences.js";
import { choicePanel, symbolPanel } from "./choices.js";
import { hand } from "./hand.js";
import { movesInWords } from "./moves_in_words.js";
import { turnButtons } from "./turn_buttons.js";

/** @import { UndoWindow } from "../net/types.js" */
/** @import { Child } from "../lib/patch.js" */
/** @import { GameState } from "../model/game_state.js" */
/** @import { Selection } from "../model/moves.js" */

/**
 * The actions of the controls.
 * @typedef {{ play: (move: string) => void | Promise<boolean>, choose: (change: Partial<Selection>) => void,
 *   undo: () => void, endTurn?: () => void, hint?: () => void }} Actions
 */

/**
 * What a table adds to the controls of a game: another prompt, a hint, whether a hint is on its way and which share of
 * the work on it is done, the undo window of a turn that is over, and the pirate that is pointed at.
 * @typedef {{ prompt?: Child, hint?: Child, hintPending?: boolean, hintShare?: number, undoWindow?: UndoWindow | null,
 *   pointed?: Selection | null }} TableControls
 */

/**
 * Return the controls: the prompt, the cards to choose from and those in hand, the moves in words, and the buttons of
 * the turn. Each keeps its place, even when it is empty.
 * @param {GameState} state
 * @param {Actions} actions
 * @param {TableControls} [table] what a table adds
 */
export function controls(state, actions, table = {}) {
  const view = viewOf(state);
  if (!view || !state.shownSeat)
    return h("div", { key: "watching", class: "controls watching" }, h("p", {}, t("You’re watching.")));
  const choices = state.legal.filter(isChoice);
  const parrots = view.pending?.kind === "parrots" && isOurs(state);
  return h(
    "div",
    { key: "controls", class: `controls playing${isOurs(state) ? " ours" : ""}` },
    table.hint,
    h("div", { key: "prompt", class: "prompt" }, h("p", {}, table.prompt ?? prompt(state))),
    h(
      "div",
      { key: "rack", class: "rack" },
      choices.length ? choicePanel(state, choices, actions) : parrots ? symbolPanel(state, actions) : null,
      hand(state, actions, { waiting: choices.length > 0, pointed: table.pointed ?? state.selection }),
    ),
    h(
      "div",
      { key: "buttons", class: "buttons" },
      movesInWords(state, actions),
      h("div", { class: "turn-buttons" }, turnButtons(state, actions, table)),
    ),
  );
}
