/** The rules of this table, and only of this one, in a few sentences. */

import { h } from "./dom.js";
import { placeName } from "./names.js";
import { goalOf } from "./state.js";
import { t } from "./words.js";

/** @import { State } from "./state.js" */

/** @param {State} state */
export function rulebook(state) {
  const { rules } = state.table;
  const gains = [rules.tunnel ? rules.tunnel_cards : "", rules.jungle ? rules.jungle_cards : ""];
  const retreat = gains.includes("retreat") || gains.includes("both");
  const morgan = gains.includes("morgan") || gains.includes("both");
  const sentences = [
    t("Who has all pirates home first wins. Home is: {goal}.", { goal: placeName(goalOf(state.table)) }),
    t("A turn has one to {count} actions, of any kind and in any order.", { count: rules.most_actions }),
    t("Run ahead: play a card and move one of your pirates to the nearest empty space ahead with its symbol. If there is none, it runs to the end."),
    retreat && t("Go back: move one of your pirates back to the nearest space with one or two pirates, and draw as many cards. Nobody goes back into jail."),
    morgan && t("Morgan: move another player's pirate ahead to the nearest space with one or two pirates, and draw as many cards; at the end of the way, two."),
    t("At most three pirates stand on a space."),
    rules.supply === "row" && t("New cards come from the open row, from the end with the arrow."),
    rules.tunnel && rules.jungle && t("To sail is an action. From Cartagena you need a pirate of yours aboard, from Tortuga one in the tunnel. The captain, who has the most aboard, sails free once at the start of a turn. Three of a colour fit aboard."),
    rules.filibusters && t("A dark card makes all others discard down to seven cards."),
    rules.magic && t("Spells: weapons take a card from a hand; rum draws for everyone; the lantern shows four cards, and you keep one; two parrots are any other card; a hook moves two pirates with a second card; a chest opens the token under your pirate."),
  ];
  return h("ul", { class: "rulebook", "aria-label": t("Rules") }, sentences.filter(Boolean).map((words) => h("li", {}, words)));
}
