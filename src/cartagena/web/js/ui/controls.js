/** What the player presses: the cards in hand, the buttons of the turn, and panels with choices. */

import { art, h, s, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describeCard, describeSail, describeSpell } from "../model/explain.js";
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
import { deciderOf, isOurs, viewOf } from "../model/state.js";
import { cardButton } from "./cards.js";
import { choicePanel, symbolPanel } from "./choices.js";
import { hintPanel, mayHint } from "./hints.js";

/** @import { Move } from "../net/types.js" */
/** @import { State } from "../model/state.js" */

/**
 * What the controls can make the screen do.
 * @typedef {{ play: (move: string) => void | Promise<boolean>, choose: (chosen: Partial<State["chosen"]>) => void,
 *   undo: () => void, endTurn?: () => void, hint?: () => void }} Actions
 */

/**
 * A strip whose height never changes: the prompt, the cards to choose from and those in hand, the
 * choices in words, and the buttons of the turn.
 * @param {State} state
 * @param {Actions} actions
 */
export function controls(state, actions) {
  const view = viewOf(state);
  if (!view || !state.shownSeat) return h("div", { class: "controls watching" }, h("p", {}, t("You’re watching.")));
  const choices = state.legal.filter(isChoice);
  const parrots = view.pending?.kind === "parrots" && isOurs(state);
  return h(
    "div",
    { class: `controls${isOurs(state) ? " ours" : ""}` },
    h("div", { class: "prompt" }, hintPanel(state) ?? prompt(state)),
    h(
      "div",
      { class: "rack" },
      choices.length ? choicePanel(state, choices, actions) : parrots ? symbolPanel(state, actions) : null,
      hand(state, actions, choices.length > 0),
    ),
    h(
      "div",
      { class: "buttons" },
      h("div", { class: "words" }, inWords(state, actions)),
      h("div", { class: "turn-buttons" }, turnButtons(state, actions)),
    ),
  );
}

/** Let a prompt that is too long for its place be reached, and so scrolled, by keys. @param {HTMLElement} strip */
export function makePromptReachable(strip) {
  const shown = strip.querySelector(".prompt");
  if (shown instanceof HTMLElement) {
    if (shown.scrollHeight > shown.clientHeight) shown.tabIndex = 0;
    else shown.removeAttribute("tabindex");
  }
}

/**
 * The cards in hand.
 * @param {State} state
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
    const chosen = state.chosen.card === card && !anySymbol;
    const onclick = (/** @type {MouseEvent} */ event) => {
      const { play, choose } = pressCard(state, card);
      if (play) return actions.play(play);
      if (choose) actions.choose(choose);
      // A key has no pointer with which to go on: it is led to what the card can do.
      if (choose?.card && event.detail === 0) focusFirstMove(event);
    };
    const why = () => toast(whyUnusable(state, card, waiting || anySymbol));
    return h(
      "li",
      {},
      cardButton(card, count, {
        chosen,
        disabled,
        onclick,
        why,
        fresh: state.fresh.includes(card),
        tip: describeCard(card, state.table.rules, state.table.seats.length),
      }),
    );
  });
  return h(
    "section",
    { class: "hand", "aria-label": t("Your cards") },
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
 * Why a card cannot be chosen now.
 * @param {State} state
 * @param {string} card
 * @param {boolean} waiting whether another choice is due first
 */
function whyUnusable(state, card, waiting) {
  if (!isOurs(state)) return t("It’s not your turn.");
  if (waiting) return t("You have another choice to make first.");
  if (state.busy) return t("One moment…");
  return t("None of your pirates can use this card right now: {card}.", { card: cardName(card) });
}

/** The CSS class of the button that a hint advises. @param {State} state @param {Move} move */
function hintedClass(state, move) {
  return state.hint?.move === move.text ? " hinted" : "";
}

/** @param {string} text @param {() => void} onclick @param {string} [kind] @param {Node | null} [picture] */
function button(text, onclick, kind = "", picture = null) {
  return h("button", { type: "button", class: `action ${kind}`, onclick }, picture, h("span", {}, text));
}

/** A button that makes a move. @param {Actions} actions @param {Move} move @param {string} text @param {string} kind */
function moveButton(actions, move, text, kind) {
  const elements = button(text, () => actions.play(move.text), kind, move.card ? art(symbolOf(move.card)) : null);
  elements.dataset.move = move.text;
  return elements;
}

/**
 * The choices in words, in one row: sailing, the spells, and where the chosen card or pirate can go.
 * @param {State} state
 * @param {Actions} actions
 */
function inWords(state, actions) {
  const elements = [];
  if (isOurs(state) && !state.busy) {
    const free = viewOf(state)?.free_sail ? t("Sail for free") : t("Sail");
    for (const move of state.legal.filter((one) => one.kind === "sail")) {
      const sail = button(free, () => actions.play(move.text), `sail${hintedClass(state, move)}`);
      sail.dataset.tip = describeSail(state);
      elements.push(sail);
    }
    elements.push(...spells(state, actions));
    elements.push(...moveButtons(state, actions));
  }
  const { card, place } = state.chosen;
  if (card || place) elements.push(button(t("Cancel"), () => actions.choose(NO_SELECTION), "quiet cancel"));
  return elements;
}

/**
 * Hint, undo and the end of the turn; each has its own slot, so that none ever moves.
 * @param {State} state
 * @param {Actions} actions
 */
function turnButtons(state, actions) {
  const ours = isOurs(state) && !state.busy;
  const askHint = ours && mayHint(state) && actions.hint;
  const words = state.hintPending ? t("Thinking…") : t("Hint");
  const end = ours && state.legal.find((move) => move.kind === "pass" || move.kind === "skip");
  /** @param {string} name @param {Node | false | undefined} element */
  const slot = (name, element) => h("span", { class: "slot", "data-key": name }, element);
  return [
    slot(
      "hint",
      askHint && button(words, askHint, `quiet hint${state.hintPending ? " hint-pending" : ""}`, art("lantern")),
    ),
    slot("undo", state.undo && !state.busy && button(t("Undo"), actions.undo, "quiet undo", undoIcon())),
    slot("end", state.undoWindow ? endTurnButton(state, actions) : end && endButton(state, end, actions)),
  ];
}

/** @param {State} state @param {Move} move @param {Actions} actions */
function endButton(state, move, actions) {
  const text = move.kind === "pass" ? t("End turn") : t("Skip turn and draw a card");
  return button(text, () => actions.play(move.text), `quiet ${move.kind}${hintedClass(state, move)}`);
}

/** End our turn before its undo window closes. @param {State} state @param {Actions} actions */
function endTurnButton({ undo, busy, undoWindow }, { endTurn }) {
  if (!undo || busy || !endTurn) return false;
  const end = button(t("End turn"), endTurn, "end-turn");
  end.dataset.until = String(undoWindow?.until ?? "");
  return end;
}

/** An arrow that turns back. */
function undoIcon() {
  const pen = { fill: "none", stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round" };
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "art", "aria-hidden": "true" },
    s("path", { d: "M9 4L4 9L9 14M4 9H15A5 5 0 0 1 15 19H10", ...pen }),
  );
}

/**
 * The spells of the chosen card; they must be announced, so each has its button.
 * @param {State} state
 * @param {Actions} actions
 */
function spells(state, actions) {
  return spellsOf(state.legal, state.chosen).map((move) => {
    const element = moveButton(actions, move, spellText(move), `spell${hintedClass(state, move)}`);
    element.dataset.tip = describeSpell(move.card, state.table.seats.length);
    return element;
  });
}

/**
 * The moves of the chosen pirate or card, each as a button.
 * @param {State} state
 * @param {Actions} actions
 */
function moveButtons(state, actions) {
  const { card, place } = state.chosen;
  if (!card && !place) return [];
  const moves = candidates(state.legal, state.chosen, deciderOf(viewOf(state))).filter((move) => !isSpell(move));
  return moves.map((move) => {
    const gain = move.card ? "" : ` \u2066+${cardsGained(move, state)}\u2069`;
    const text = place ? targetText(move) : fromToText(move);
    return moveButton(actions, move, text + gain, `move-button${hintedClass(state, move)}`);
  });
}
