/** The players with their hands. */

import { h, pirateArt } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { colourName, personName } from "../model/names.js";
import { deciderOf, goalOf, seatOf, viewOf } from "../model/state.js";
import { smallHand } from "./cards.js";
import { clock, restingClock } from "./clock.js";

/** @import { State } from "../model/state.js" */

/**
 * All players: pirates home, hands, who must choose, who is away.
 * @param {State} state
 * @param {((colour: string) => void) | null} [remove] for the host: removes somebody whose time ran out
 */
export function playerList(state, remove = null) {
  const view = viewOf(state);
  if (!view) return h("div");
  const decider = deciderOf(view);
  const goal = goalOf(state.table);
  const items = Object.keys(view.pirates).map((colour) => {
    const seat = seatOf(state, colour);
    const home = view.pirates[colour]?.[goal] ?? 0;
    const size = view.hand_sizes[colour] ?? 0;
    const here = seat?.kind !== "player" || state.present.includes(seat.identity);
    const wantsPause = !state.table.paused && state.table.pause_wanted.includes(colour);
    const figures = Array.from({ length: state.table.rules.pirates }, (_, i) => {
      const figure = pirateArt(colour);
      if (i >= home) figure.classList.add("away");
      return figure;
    });
    const name = state.you.includes(colour) && state.you.length === 1 ? t("you") : personName(seat);
    return h(
      "li",
      {
        class: `player ${colour}${decider === colour ? " to-move" : ""}${here ? "" : " absent"}`,
        "data-colour": colour,
      },
      h(
        "div",
        { class: "player-head" },
        pirateArt(colour),
        h("span", { class: "player-name" }, h("b", {}, colourName(colour)), " ", h("small", { dir: "auto" }, name)),
        seat?.substitute && h("span", { class: "tag" }, t("bot playing")),
        wantsPause && h("span", { class: "tag" }, t("wants a pause")),
        !here && !seat?.substitute && !wantsPause && h("span", { class: "tag" }, t("away")),
        remove && seat?.substitute && !state.you.includes(colour) && removeButton(colour, remove),
        decider === colour ? clock(state, t("to move")) : restingClock(state, colour),
      ),
      h(
        "div",
        { class: "player-body" },
        h(
          "span",
          {
            class: "pirates-home",
            role: "img",
            "data-tip": n("{count} pirate home", "{count} pirates home", home),
            "aria-label": n("{count} pirate home", "{count} pirates home", home),
          },
          figures,
        ),
        h("span", { class: "hand-size" }, n("{count} card", "{count} cards", size)),
        state.shownSeat === colour ? null : smallHand(view.hands[colour] ?? {}, size),
      ),
    );
  });
  return h("ul", { class: `players ${state.table.rules.hands}`, "aria-label": t("Players") }, items);
}

/** @param {string} colour @param {(colour: string) => void} remove */
function removeButton(colour, remove) {
  const label = t("Remove: {colour}", { colour: colourName(colour) });
  const onclick = () => remove(colour);
  return h("button", { type: "button", class: "tag remove", "aria-label": label, onclick }, t("Remove"));
}
