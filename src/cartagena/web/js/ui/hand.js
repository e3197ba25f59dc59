/** The cards in hand. */

import { h, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describeCard } from "../model/explain.js";
import { deciderOf, isOurs, playerCount, viewOf } from "../model/game_state.js";
import { pressCard } from "../model/input.js";
import { candidates, isCardMove, isSpell } from "../model/moves.js";
import { cardName, placeName } from "../model/names.js";
import { cardButton } from "./cards.js";

/** @import { Actions } from "./controls.js" */
/** @import { GameState } from "../model/game_state.js" */
/** @import { Selection } from "../model/moves.js" */

/**
 * Return the cards in hand. Each says where it takes the pirate that is selected or pointed at.
 * @param {GameState} state
 * @param {Actions} actions
 * @param {{ waiting: boolean, pointed: Selection }} options whether another choice must be made first, and the pirate
 */
export function hand(state, actions, { waiting, pointed }) {
  const view = viewOf(state);
  const cards = Object.entries(view?.hands[state.shownSeat] ?? {});
  const usable = new Set(state.legal.filter((move) => isCardMove(move) || isSpell(move)).map((move) => move.card));
  const anySymbol = view?.pending?.kind === "parrots";
  const { card: chosenCard, spell } = state.selection;
  const items = cards.map(([card, count], i) => {
    const disabled = waiting || anySymbol || state.busy || !usable.has(card);
    const chosen = chosenCard === card && !anySymbol;
    const onclick = (/** @type {MouseEvent} */ event) => {
      const { play, choose } = pressCard(state, card);
      if (play) return actions.play(play);
      if (choose) actions.choose(choose);
      // Keyboard users have no pointer, so the focus jumps to the card's moves.
      if (choose?.card && event.detail === 0) focusFirstMove(event);
    };
    const why = () => toast(whyUnusable(state, card, waiting || anySymbol));
    return h(
      "li",
      { key: card, style: { "--fan": String(i - (cards.length - 1) / 2) } },
      cardButton(card, count, {
        chosen,
        disabled,
        onclick,
        why,
        dark: chosen && spell,
        landing: landing(state, card, pointed),
        isNew: state.newCards.includes(card),
        tip: describeCard(card, state.rules, playerCount(state)),
      }),
    );
  });
  return h(
    "section",
    { key: "hand", class: "hand", "aria-label": t("Your cards") },
    cards.length
      ? h("ul", { class: "cards", style: { "--cards": String(cards.length) } }, items)
      : h("p", { class: "quiet" }, t("No cards in your hand.")),
  );
}

/** Return where a card takes the pirate that is pointed at, or "". @param {GameState} state @param {string} card @param {Selection} pointed */
function landing(state, card, { place, colour }) {
  if (!place || !isOurs(state) || state.selection.card) return "";
  const [move] = candidates(state.legal, { ...state.selection, card, place, colour }, deciderOf(viewOf(state))).filter(
    isCardMove,
  );
  return move ? t("→ {to}", { to: placeName(move.to) }) : "";
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
