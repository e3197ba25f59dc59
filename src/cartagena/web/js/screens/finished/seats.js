/** The players of a replay, each with its open hand. */

import { art, h, pirateArt } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { deciderOf, goalOf, seatOf, viewOf } from "../../model/game_state.js";
import { isDark, symbolOf } from "../../model/moves.js";
import { cardName, colourName, personName } from "../../model/names.js";

/** @import { GameState } from "../../model/game_state.js" */

/** Return all players with their hands, and the open row if there is one. @param {GameState} state */
export function seatsWithHands(state) {
  const view = viewOf(state);
  if (!view) return h("ul");
  const decider = deciderOf(view);
  const goal = goalOf(state.rules);
  const seats = Object.keys(view.pirates).map((colour) => {
    const home = view.pirates[colour]?.[goal] ?? 0;
    const name = personName(seatOf(state, colour)) || colourName(colour);
    return h(
      "li",
      { key: colour, class: `theatre-seat ${colour}${decider === colour ? " to-move" : ""}`, "data-colour": colour },
      pirateArt(colour),
      h("b", {}, name),
      h("small", {}, n("{count} pirate home", "{count} pirates home", home)),
      cards(Object.entries(view.hands[colour] ?? {}), name),
    );
  });
  const row = view.row?.map((card) => /** @type {[string, number]} */ ([card, 1]));
  return h(
    "ul",
    { "aria-label": t("Players") },
    seats,
    row && h("li", { key: "row", class: "theatre-seat row" }, h("b", {}, t("Open row")), cards(row, t("Open row"))),
  );
}

/** @param {[string, number][]} counted @param {string} label */
function cards(counted, label) {
  const names = counted.map(([card, count]) => (count > 1 ? `${cardName(card)} × ${count}` : cardName(card)));
  return h(
    "span",
    {
      class: "seat-cards",
      role: "img",
      "aria-label": `${label}: ${names.join(", ") || n("{count} card", "{count} cards", 0)}`,
      dir: "ltr",
    },
    counted.map(([card, count]) =>
      h(
        "span",
        { class: `seat-card${isDark(card) ? " dark" : ""}`, "data-card": card },
        art(symbolOf(card)),
        count > 1 && h("b", {}, count),
      ),
    ),
  );
}
