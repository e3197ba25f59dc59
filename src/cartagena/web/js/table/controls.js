/** What the player presses: the cards in hand, the buttons of the turn, and panels with choices. */

import { art, h, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describeCard } from "../model/explain.js";
import { candidates, cardsGained, isCardMove, isChoice, isSpell, spellsOf, symbolOf } from "../model/moves.js";
import { cardName, symbolName } from "../model/names.js";
import { prompt, seatName, spellText, statusSentence, targetText } from "../model/sentences.js";
import { deciderOf, isOurs, viewOf } from "../model/state.js";
import { cardButton } from "./cards.js";
import { clock } from "./clock.js";
import { hintPanel, mayHint } from "./hints.js";

/** @import { Move } from "../net/types.js" */
/** @import { State } from "../model/state.js" */

/**
 * What the controls can make the screen do.
 * @typedef {{ play: (move: string) => void | Promise<boolean>, choose: (chosen: Partial<State["chosen"]>) => void,
 *   undo: () => void, hint?: () => void }} Actions
 */

/**
 * The line above the board: whose turn it is, and the actions that are left.
 * @param {State} state
 */
export function turnLine(state) {
  const view = viewOf(state);
  if (!view) return h("div");
  const decider = deciderOf(view) || view.winner || view.turn;
  const most = state.table.rules.most_actions;
  const left = view.over ? 0 : view.actions_left;
  const pips = Array.from({ length: most }, (_, i) => h("span", { class: i < left ? "pip" : "pip spent" }));
  return h(
    "div",
    { class: `turn-line ${decider}${isOurs(state) ? " ours" : ""}` },
    art(`pirate-${decider}`, "0 0 24 36", "pirate-art"),
    h("strong", {}, statusSentence(state)),
    !view.over && state.deadline !== null && clock(state),
    !view.over &&
      h(
        "span",
        {
          class: "pips",
          role: "img",
          "aria-label": t("Actions left: {count}", { count: left }),
          "data-tip": t("Actions left: {count}", { count: left }),
        },
        pips,
      ),
  );
}

/**
 * The prompt, the choices, the buttons and the hand.
 * @param {State} state
 * @param {Actions} actions
 */
export function controls(state, actions) {
  const view = viewOf(state);
  if (!view || !state.shownSeat) return h("div", { class: "controls watching" }, h("p", {}, t("You’re watching.")));
  const choices = state.legal.filter(isChoice);
  return h(
    "div",
    { class: `controls${isOurs(state) ? " ours" : ""}` },
    h("div", { class: "prompt" }, hintPanel(state) ?? prompt(state)),
    choices.length ? choicePanel(state, choices, actions) : null,
    view.pending?.kind === "parrots" && isOurs(state) ? symbolPanel(state, actions) : null,
    buttons(state, actions),
    hand(state, actions, choices.length > 0),
  );
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
    const onclick = () => actions.choose({ card: chosen ? "" : card });
    const why = () => toast(whyUnusable(state, card, waiting || anySymbol));
    return h(
      "li",
      {},
      cardButton(card, count, { chosen, disabled, onclick, why, tip: describeCard(card, state.table.rules) }),
    );
  });
  return h(
    "section",
    { class: "hand", "aria-label": t("Your cards") },
    cards.length ? h("ul", { class: "cards" }, items) : h("p", { class: "quiet" }, t("No cards in your hand.")),
  );
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
 * The buttons of the turn: sail, spells, moves, hint, cancel, undo, end of turn.
 * @param {State} state
 * @param {Actions} actions
 */
function buttons(state, actions) {
  const view = viewOf(state);
  const elements = [];
  const { card, place } = state.chosen;
  if (isOurs(state) && !state.busy) {
    for (const move of state.legal) {
      if (move.kind === "sail") {
        const free = view?.free_sail ? t("Sail for free") : t("Sail");
        elements.push(button(free, () => actions.play(move.text), `sail${hintedClass(state, move)}`));
      }
    }
    elements.push(...spells(state, actions));
    elements.push(...moveButtons(state, actions));
  }
  if (actions.hint && isOurs(state) && !state.busy && mayHint(state)) {
    const words = state.hintPending ? t("Thinking…") : t("Hint");
    elements.push(button(words, actions.hint, `quiet hint${state.hintPending ? " hint-pending" : ""}`, art("lantern")));
  }
  if (card || place)
    elements.push(button(t("Cancel"), () => actions.choose({ card: "", place: "", colour: "" }), "quiet cancel"));
  if (state.undo && !state.busy) elements.push(button(t("Undo"), actions.undo, "quiet undo"));
  for (const move of isOurs(state) && !state.busy ? state.legal : []) {
    if (move.kind === "pass")
      elements.push(button(t("End turn"), () => actions.play("pass"), `quiet pass${hintedClass(state, move)}`));
    if (move.kind === "skip")
      elements.push(
        button(t("Skip turn and draw a card"), () => actions.play("skip"), `quiet skip${hintedClass(state, move)}`),
      );
  }
  return h("div", { class: "buttons" }, elements);
}

/**
 * The spells of the chosen card; they must be announced, so each has its button.
 * @param {State} state
 * @param {Actions} actions
 */
function spells(state, actions) {
  return spellsOf(state.legal, state.chosen).map((move) =>
    moveButton(actions, move, spellText(move), `spell${hintedClass(state, move)}`),
  );
}

/**
 * The moves of the chosen pirate, each as a button with its sentence.
 * @param {State} state
 * @param {Actions} actions
 */
function moveButtons(state, actions) {
  if (!state.chosen.place) return [];
  const moves = candidates(state.legal, state.chosen, deciderOf(viewOf(state))).filter((move) => !isSpell(move));
  return moves.map((move) => {
    const gain = move.card ? "" : ` \u2066+${cardsGained(move, state)}\u2069`;
    return moveButton(actions, move, targetText(move) + gain, `move-button${hintedClass(state, move)}`);
  });
}

/**
 * Cards to take, keep, give, put back or discard.
 * @param {State} state
 * @param {Move[]} choices
 * @param {Actions} actions
 */
function choicePanel(state, choices, actions) {
  const view = viewOf(state);
  const pending = view?.pending;
  const first = choices[0];
  /** @type {Record<string, number>} */
  let cards = pending?.cards ?? {};
  if (first?.kind === "take") cards = view?.hands[pending?.from ?? ""] ?? {};
  if (first?.kind === "discard") cards = view?.hands[state.shownSeat] ?? {};
  const heading =
    first?.kind === "take" ? t("The hand of {who}", { who: seatName(state, pending?.from ?? "") }) : t("Choose a card");
  const items = choices.map((move) => {
    const onclick = () => actions.play(move.text);
    return h(
      "li",
      {},
      cardButton(move.card, cards[move.card] ?? 1, {
        disabled: state.busy,
        hinted: state.hint?.move === move.text,
        onclick,
      }),
    );
  });
  return h(
    "section",
    { class: "choice", "aria-label": heading, "data-choice": first?.kind ?? "" },
    h("h2", {}, heading),
    h("ul", { class: "cards" }, items),
  );
}

/**
 * The symbols that two parrots can stand for.
 * @param {State} state
 * @param {Actions} actions
 */
function symbolPanel(state, actions) {
  const symbols = [...new Set(state.legal.filter((move) => move.kind === "as").map((move) => move.card))];
  const items = symbols.map((symbol) => {
    const chosen = state.chosen.card === symbol;
    const onclick = () => actions.choose({ card: chosen ? "" : symbol });
    return h("li", {}, cardButton(symbol, 1, { chosen, disabled: state.busy, onclick }));
  });
  return h(
    "section",
    { class: "choice", "aria-label": symbolName("parrot"), "data-choice": "as" },
    h("h2", {}, t("Play the parrots as")),
    h("ul", { class: "cards" }, items),
  );
}
