/** The controls of a game: the cards in hand, the buttons of the turn, and panels with choices. */

import { art, h, s, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describeCard, describeSail, describeSpell } from "../model/explain.js";
import { deciderOf, isOurs, playerCount, viewOf } from "../model/game_state.js";
import { pressCard } from "../model/input.js";
import {
  candidates,
  cardsGained,
  isCardMove,
  isChoice,
  isSpell,
  NO_SELECTION,
  spellsOf,
  symbolOf,
} from "../model/moves.js";
import { cardName } from "../model/names.js";
import { fromToText, prompt, spellText, targetText } from "../model/sentences.js";
import { cardButton } from "./cards.js";
import { choicePanel, symbolPanel } from "./choices.js";
import { mayHint } from "./hints.js";

/** @import { UndoWindow } from "../net/types.js" */
/** @import { Child } from "../lib/patch.js" */
/** @import { GameState } from "../model/game_state.js" */
/** @import { Move, Selection } from "../model/moves.js" */

/**
 * What the controls can do.
 * @typedef {{ play: (move: string) => void | Promise<boolean>, choose: (change: Partial<Selection>) => void,
 *   undo: () => void, endTurn?: () => void, hint?: () => void }} Actions
 */

/**
 * What a table adds to the controls of a game: another prompt or a hint in its place, whether a hint is on its way,
 * and the undo window of a turn that is over.
 * @typedef {{ prompt?: Child, hintPending?: boolean, undoWindow?: UndoWindow | null }} TableControls
 */

/**
 * Return the strip below the board: the prompt, the cards to choose from and those in hand, the choices in words, and
 * the buttons of the turn. Its height never changes.
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
    { key: "controls", class: `controls${isOurs(state) ? " ours" : ""}` },
    h("div", { class: "prompt" }, table.prompt ?? prompt(state)),
    h(
      "div",
      { class: "rack" },
      choices.length ? choicePanel(state, choices, actions) : parrots ? symbolPanel(state, actions) : null,
      hand(state, actions, choices.length > 0),
    ),
    h(
      "div",
      { class: "buttons" },
      h("div", { class: "words" }, choicesInWords(state, actions)),
      h("div", { class: "turn-buttons" }, turnButtons(state, actions, table)),
    ),
  );
}

/** Make a prompt that is too long scrollable by keyboard. @param {HTMLElement} strip */
export function makeScrollable(strip) {
  const text = strip.querySelector(".prompt");
  if (!(text instanceof HTMLElement)) return;
  if (text.scrollHeight > text.clientHeight) text.tabIndex = 0;
  else text.removeAttribute("tabindex");
}

/**
 * Return the cards in hand.
 * @param {GameState} state
 * @param {Actions} actions
 * @param {boolean} waiting whether another choice must be made first
 */
function hand(state, actions, waiting) {
  const view = viewOf(state);
  const cards = Object.entries(view?.hands[state.shownSeat] ?? {});
  const usable = new Set(state.legal.filter((move) => isCardMove(move) || isSpell(move)).map((move) => move.card));
  const anySymbol = view?.pending?.kind === "parrots";
  const items = cards.map(([card, count]) => {
    const disabled = waiting || anySymbol || state.busy || !usable.has(card);
    const chosen = state.selection.card === card && !anySymbol;
    const onclick = (/** @type {MouseEvent} */ event) => {
      const { play, choose } = pressCard(state, card);
      if (play) return actions.play(play);
      if (choose) actions.choose(choose);
      // A keyboard user has no pointer to go on with, so the focus moves to what the card can do.
      if (choose?.card && event.detail === 0) focusFirstMove(event);
    };
    const why = () => toast(whyUnusable(state, card, waiting || anySymbol));
    return h(
      "li",
      { key: card },
      cardButton(card, count, {
        chosen,
        disabled,
        onclick,
        why,
        isNew: state.newCards.includes(card),
        tip: describeCard(card, state.rules, playerCount(state)),
      }),
    );
  });
  return h(
    "section",
    { key: "hand", class: "hand", "aria-label": t("Your cards") },
    cards.length ? h("ul", { class: "cards" }, items) : h("p", { class: "quiet" }, t("No cards in your hand.")),
  );
}

/** @param {Event} event of a card */
function focusFirstMove({ currentTarget }) {
  if (!(currentTarget instanceof Element)) return;
  const first = currentTarget.closest(".controls")?.querySelector(".words .move-button, .words .spell");
  if (first instanceof HTMLElement) first.focus();
}

/**
 * Say why a card cannot be used now.
 * @param {GameState} state
 * @param {string} card
 * @param {boolean} waiting whether another choice is due first
 */
function whyUnusable(state, card, waiting) {
  if (!isOurs(state)) return t("It’s not your turn.");
  if (waiting) return t("You have another choice to make first.");
  if (state.busy) return t("One moment…");
  return t("None of your pirates can use this card right now: {card}.", { card: cardName(card) });
}

/** Return the CSS class of a button, if a hint advises its move. @param {GameState} state @param {Move} move */
function hintedClass(state, move) {
  return state.hint?.move === move.text ? " hinted" : "";
}

/**
 * @param {string} text
 * @param {() => void} onclick
 * @param {Record<string, unknown> & { key: string }} properties
 * @param {Child} [picture]
 */
function button(text, onclick, { class: kind, ...properties }, picture = null) {
  return h("button", { type: "button", class: `action ${kind}`, onclick, ...properties }, picture, h("span", {}, text));
}

/** Return a button that makes a move. @param {Actions} actions @param {Move} move @param {string} text @param {Record<string, unknown>} properties */
function moveButton(actions, move, text, properties) {
  const picture = move.card ? art(symbolOf(move.card)) : null;
  return button(
    text,
    () => actions.play(move.text),
    { key: move.text, "data-move": move.text, ...properties },
    picture,
  );
}

/**
 * Return the choices in words, in one row: sailing, spells, and where the selected card or pirate can go.
 * @param {GameState} state
 * @param {Actions} actions
 */
function choicesInWords(state, actions) {
  const elements = [];
  if (isOurs(state) && !state.busy) {
    const free = viewOf(state)?.free_sail ? t("Sail for free") : t("Sail");
    for (const move of state.legal.filter((one) => one.kind === "sail")) {
      const properties = { key: "sail", class: `sail${hintedClass(state, move)}`, "data-tip": describeSail(state) };
      elements.push(button(free, () => actions.play(move.text), properties));
    }
    elements.push(...spells(state, actions));
    elements.push(...moveButtons(state, actions));
  }
  const { card, place } = state.selection;
  if (card || place)
    elements.push(button(t("Cancel"), () => actions.choose(NO_SELECTION), { key: "cancel", class: "quiet cancel" }));
  return elements;
}

/**
 * Return the buttons for hint, undo and the end of the turn. Each has its own slot, so that none ever moves.
 * @param {GameState} state
 * @param {Actions} actions
 * @param {TableControls} table
 */
function turnButtons(state, actions, { hintPending = false, undoWindow = null }) {
  const ours = isOurs(state) && !state.busy;
  const askHint = ours && mayHint(state) && actions.hint;
  const words = hintPending ? t("Thinking…") : t("Hint");
  const end = ours && state.legal.find((move) => move.kind === "pass" || move.kind === "skip");
  const hint = { key: "hint", class: `quiet hint${hintPending ? " hint-pending" : ""}` };
  const undo = { key: "undo", class: "quiet undo" };
  /** @param {string} name @param {Child} element */
  const slot = (name, element) => h("span", { key: name, class: "slot", "data-slot": name }, element);
  return [
    slot("hint", askHint && button(words, askHint, hint, art("lantern"))),
    slot("undo", state.undo && !state.busy && button(t("Undo"), actions.undo, undo, undoIcon())),
    slot("end", undoWindow ? endTurnButton(state, actions, undoWindow) : end && endButton(state, end, actions)),
  ];
}

/** @param {GameState} state @param {Move} move @param {Actions} actions */
function endButton(state, move, actions) {
  const text = move.kind === "pass" ? t("End turn") : t("Skip turn and draw a card");
  const kind = `quiet ${move.kind}${hintedClass(state, move)}`;
  return button(text, () => actions.play(move.text), { key: move.kind === "pass" ? "end" : "skip", class: kind });
}

/**
 * Return the button that ends our turn before its undo window closes.
 * @param {GameState} state
 * @param {Actions} actions
 * @param {UndoWindow} undoWindow
 */
function endTurnButton({ undo, busy }, { endTurn }, { until }) {
  if (!undo || busy || !endTurn) return false;
  return button(t("End turn"), endTurn, { key: "end", class: "end-turn", "data-until": until ?? "" });
}

/** Return an arrow that turns back. */
function undoIcon() {
  const pen = { fill: "none", stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round" };
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "art", "aria-hidden": "true" },
    s("path", { d: "M9 4L4 9L9 14M4 9H15A5 5 0 0 1 15 19H10", ...pen }),
  );
}

/**
 * Return the spells of the selected card. They must be announced, so each has its button.
 * @param {GameState} state
 * @param {Actions} actions
 */
function spells(state, actions) {
  return spellsOf(state.legal, state.selection).map((move) => {
    const tip = describeSpell(move.card, playerCount(state));
    return moveButton(actions, move, spellText(move), { class: `spell${hintedClass(state, move)}`, "data-tip": tip });
  });
}

/**
 * Return the moves of the selected pirate or card as buttons.
 * @param {GameState} state
 * @param {Actions} actions
 */
function moveButtons(state, actions) {
  const { card, place } = state.selection;
  if (!card && !place) return [];
  const moves = candidates(state.legal, state.selection, deciderOf(viewOf(state))).filter((move) => !isSpell(move));
  return moves.map((move) => {
    const gain = move.card ? "" : ` \u2066+${cardsGained(move, state)}\u2069`;
    const text = place ? targetText(move) : fromToText(move);
    return moveButton(actions, move, text + gain, { class: `move-button${hintedClass(state, move)}` });
  });
}
