/** What the player presses: the hand, the buttons of the turn, and the choices that are due. */

import { art, h, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { aboutCard } from "../model/explain.js";
import { candidates, gain, isChoice, isRun, isSpell, symbolOf } from "../model/moves.js";
import { cardName, colourName, placeName, symbolName } from "../model/names.js";
import { prompt, standing, who } from "../model/sentences.js";
import { deciderOf, goalOf, isOurs, viewOf } from "../model/state.js";
import { cardButton } from "./cards.js";
import { clock } from "./clock.js";
import { advice, mayHint } from "./hints.js";

/** @import { Move } from "../net/types.js" */
/** @import { State } from "../model/state.js" */

/**
 * What the controls can do.
 * @typedef {{ play: (move: string) => void | Promise<boolean>, choose: (chosen: Partial<State["chosen"]>) => void,
 *   undo: () => void, hint?: () => void }} Deeds
 */

/**
 * Whose turn it is, with the actions that are left.
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
    h("strong", {}, standing(state)),
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
 * The hand, the prompt and the buttons.
 * @param {State} state
 * @param {Deeds} deeds
 */
export function controls(state, deeds) {
  const view = viewOf(state);
  if (!view || !state.seen) return h("div", { class: "controls watching" }, h("p", {}, t("You are watching.")));
  const choices = state.legal.filter(isChoice);
  return h(
    "div",
    { class: `controls${isOurs(state) ? " ours" : ""}` },
    h("div", { class: "prompt" }, advice(state) ?? prompt(state)),
    choices.length ? choicePanel(state, choices, deeds) : null,
    view.pending?.kind === "parrots" && isOurs(state) ? jokerPanel(state, deeds) : null,
    buttons(state, deeds),
    hand(state, deeds, choices.length > 0),
  );
}

/**
 * @param {State} state
 * @param {Deeds} deeds
 * @param {boolean} waiting whether another choice is due first
 */
function hand(state, deeds, waiting) {
  const view = viewOf(state);
  const cards = Object.entries(view?.hands[state.seen] ?? {});
  const usable = new Set(state.legal.filter((move) => isRun(move) || isSpell(move)).map((move) => move.card));
  const joker = view?.pending?.kind === "parrots";
  const items = cards.map(([card, count]) => {
    const disabled = waiting || joker || state.busy || !usable.has(card);
    const chosen = state.chosen.card === card && !joker;
    const onclick = () => deeds.choose({ card: chosen ? "" : card });
    const why = () => toast(useless(state, card, waiting || joker));
    return h(
      "li",
      {},
      cardButton(card, count, { chosen, disabled, onclick, why, tip: aboutCard(card, state.table.rules) }),
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
function useless(state, card, waiting) {
  if (!isOurs(state)) return t("It is not your turn.");
  if (waiting) return t("First another choice is due.");
  if (state.busy) return t("One moment …");
  return t("None of your pirates can use this card now: {card}.", { card: cardName(card) });
}

/** The class of what a hint advises. @param {State} state @param {Move} move */
function hinted(state, move) {
  return state.hint?.move === move.text ? " hinted" : "";
}

/** @param {string} text @param {() => void} onclick @param {string} [kind] @param {Node | null} [picture] */
function button(text, onclick, kind = "", picture = null) {
  return h("button", { type: "button", class: `action ${kind}`, onclick }, picture, h("span", {}, text));
}

/** A button that makes a move. @param {Deeds} deeds @param {Move} move @param {string} text @param {string} kind */
function moveButton(deeds, move, text, kind) {
  const made = button(text, () => deeds.play(move.text), kind, move.card ? art(symbolOf(move.card)) : null);
  made.dataset.move = move.text;
  return made;
}

/**
 * @param {State} state
 * @param {Deeds} deeds
 */
function buttons(state, deeds) {
  const view = viewOf(state);
  const made = [];
  const { card, place } = state.chosen;
  if (isOurs(state) && !state.busy) {
    for (const move of state.legal) {
      if (move.kind === "sail") {
        const free = view?.free_sail ? t("Sail (free)") : t("Sail");
        made.push(button(free, () => deeds.play(move.text), `sail${hinted(state, move)}`));
      }
    }
    made.push(...spells(state, deeds));
    made.push(...exactMoves(state, deeds));
  }
  if (deeds.hint && isOurs(state) && !state.busy && mayHint(state)) {
    const words = state.asking ? t("Thinking …") : t("Hint");
    made.push(button(words, deeds.hint, `quiet hint${state.asking ? " asking" : ""}`, art("lantern")));
  }
  if (card || place)
    made.push(button(t("Cancel"), () => deeds.choose({ card: "", place: "", colour: "" }), "quiet cancel"));
  if (state.undo && !state.busy) made.push(button(t("Undo"), deeds.undo, "quiet undo"));
  for (const move of isOurs(state) && !state.busy ? state.legal : []) {
    if (move.kind === "pass")
      made.push(button(t("End turn"), () => deeds.play("pass"), `quiet pass${hinted(state, move)}`));
    if (move.kind === "skip")
      made.push(button(t("Skip turn and draw a card"), () => deeds.play("skip"), `quiet skip${hinted(state, move)}`));
  }
  return h("div", { class: "buttons" }, made);
}

/** What a spell does, on its button. @param {Move} move */
function spellText(move) {
  switch (move.kind) {
    case "weapons":
      return t("Spell: look at {who}", { who: colourName(move.colour) });
    case "rum":
      return t("Spell: rum for everyone");
    case "lantern":
      return t("Spell: look at the next cards");
    case "parrots":
      return t("Spell: two parrots as another card");
    case "hook":
      return t("Spell: move two pirates at once");
    default:
      return t("Spell: open the chest on {place}", { place: move.from });
  }
}

/**
 * The spells of the chosen card; they must be announced, so each has its button.
 * @param {State} state
 * @param {Deeds} deeds
 */
function spells(state, deeds) {
  const { card, place } = state.chosen;
  const wanted = state.legal.filter(
    (move) => isSpell(move) && (move.card === card || (move.kind === "chest" && place === move.from)),
  );
  return wanted.map((move) => {
    const pair = move.kind === "parrots" && move.text.includes("*") ? ` ${move.text}` : "";
    return moveButton(deeds, move, spellText(move) + pair, `spell${hinted(state, move)}`);
  });
}

/**
 * The moves of the chosen pirate, each as a button with its sentence.
 * @param {State} state
 * @param {Deeds} deeds
 */
function exactMoves(state, deeds) {
  if (!state.chosen.place) return [];
  const moves = candidates(state.legal, state.chosen, deciderOf(viewOf(state))).filter((move) => !isSpell(move));
  const view = viewOf(state);
  return moves.map((move) => {
    const to = placeName(move.to);
    let text = t("Back → {to}", { to });
    if (move.card) text = t("{card} → {to}", { card: cardName(move.card), to });
    if (move.kind === "morgan") text = t("Help ahead → {to}", { to });
    if (!move.card && view) text += ` \u2066+${gain(move, view, goalOf(state.table))}\u2069`;
    return moveButton(deeds, move, text, `exact${hinted(state, move)}`);
  });
}

/**
 * Cards to take, keep, give, put back or discard.
 * @param {State} state
 * @param {Move[]} choices
 * @param {Deeds} deeds
 */
function choicePanel(state, choices, deeds) {
  const view = viewOf(state);
  const pending = view?.pending;
  const first = choices[0];
  /** @type {Record<string, number>} */
  let cards = pending?.cards ?? {};
  if (first?.kind === "take") cards = view?.hands[pending?.from ?? ""] ?? {};
  if (first?.kind === "discard") cards = view?.hands[state.seen] ?? {};
  const heading =
    first?.kind === "take" ? t("The hand of {who}", { who: who(state, pending?.from ?? "") }) : t("Choose a card");
  const items = choices.map((move) => {
    const onclick = () => deeds.play(move.text);
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
 * The symbols that two parrots may be.
 * @param {State} state
 * @param {Deeds} deeds
 */
function jokerPanel(state, deeds) {
  const symbols = [...new Set(state.legal.filter((move) => move.kind === "as").map((move) => move.card))];
  const items = symbols.map((symbol) => {
    const chosen = state.chosen.card === symbol;
    const onclick = () => deeds.choose({ card: chosen ? "" : symbol });
    return h("li", {}, cardButton(symbol, 1, { chosen, disabled: state.busy, onclick }));
  });
  return h(
    "section",
    { class: "choice", "aria-label": symbolName("parrot"), "data-choice": "as" },
    h("h2", {}, t("The parrots are")),
    h("ul", { class: "cards" }, items),
  );
}
