/** The supply: deck or open row, and the discard pile. */

import { h } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { viewOf } from "../model/game_state.js";
import { cardFace } from "./cards.js";

/** @import { GameState } from "../model/game_state.js" */

/**
 * Return the deck, the open row if there is one, and the discard pile.
 * @param {GameState} state
 */
export function supplyPanel(state) {
  const view = viewOf(state);
  if (!view) return h("div");
  const row = view.row ?? null;
  const discards = Object.entries(view.discard);
  const total = discards.reduce((sum, [, count]) => sum + count, 0);
  const deck = view.deck_size;
  return h(
    "section",
    { class: "supply", "aria-label": t("Cards on the table") },
    h(
      "div",
      {
        key: "deck",
        class: "deck",
        "data-tip": n("The deck: {count} card, face down.", "The deck: {count} cards, face down.", deck),
      },
      h("h2", {}, t("Deck")),
      deck ? cardFace(null, 1, { tip: null }) : h("span", { class: "card none" }),
      h("span", { class: "deck-count" }, deck),
    ),
    row &&
      h(
        "div",
        { key: "row", class: "row", "data-tip": t("The open row: new cards are drawn from the end with the arrow.") },
        h("h2", {}, t("Open row")),
        // The row has the same direction in every language, so the arrow is always next to the card that is drawn next.
        h(
          "div",
          { class: "row-cards", dir: "ltr" },
          h("span", { class: "arrow", "aria-label": t("drawn from this end"), role: "img" }, "➤"),
          h(
            "span",
            { class: "small-hand" },
            row.map((card) => cardFace(card)),
          ),
        ),
      ),
    h(
      "div",
      {
        key: "discards",
        class: "discards",
        "data-tip": n(
          "{count} card in the discard pile. It is reshuffled when the deck runs out.",
          "{count} cards in the discard pile. They are reshuffled when the deck runs out.",
          total,
        ),
      },
      h("h2", {}, t("Discard pile")),
      total
        ? h(
            "span",
            { class: "small-hand" },
            discards.map(([card, count]) => cardFace(card, count)),
          )
        : h("span", { class: "card none" }),
    ),
  );
}
