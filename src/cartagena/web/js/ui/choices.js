/** Panels of cards to choose from, for spells and dark cards. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { viewOf } from "../model/game_state.js";
import { symbolName } from "../model/names.js";
import { seatName } from "../model/sentences.js";
import { cardButton } from "./cards.js";

/** @import { Move } from "../model/moves.js" */
/** @import { GameState } from "../model/game_state.js" */
/** @import { Actions } from "./controls.js" */

/**
 * Return the cards to take, keep, give, put back or discard.
 * @param {GameState} state
 * @param {Move[]} choices
 * @param {Actions} actions
 */
export function choicePanel(state, choices, actions) {
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
      { key: move.card },
      cardButton(move.card, cards[move.card] ?? 1, {
        disabled: state.busy,
        hinted: state.hint?.move === move.text,
        onclick,
      }),
    );
  });
  return h(
    "section",
    { key: "choice", class: "choice", "aria-label": heading, "data-choice": first?.kind ?? "" },
    h("ul", { class: "cards" }, items),
  );
}

/**
 * Return the symbols that two parrots can stand for.
 * @param {GameState} state
 * @param {Actions} actions
 */
export function symbolPanel(state, actions) {
  const symbols = [...new Set(state.legal.filter((move) => move.kind === "as").map((move) => move.card))];
  const items = symbols.map((symbol) => {
    const chosen = state.selection.card === symbol;
    const onclick = () => actions.choose({ card: chosen ? "" : symbol });
    return h("li", { key: symbol }, cardButton(symbol, 1, { chosen, disabled: state.busy, onclick }));
  });
  return h(
    "section",
    { key: "choice", class: "choice", "aria-label": symbolName("parrot"), "data-choice": "as" },
    h("ul", { class: "cards" }, items),
  );
}
