/** The board as lists and the typed move: the whole table for those who read or hear it. */

import { h } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { candidates, movable } from "../model/moves.js";
import { colourName, placeName, symbolName } from "../model/names.js";
import { deciderOf, goalOf, isOurs, startOf, viewOf } from "../model/state.js";

/** @import { State } from "../model/state.js" */
/** @import { Deeds } from "./controls.js" */

/**
 * Every place with who stands there, in order of the way; pirates that may move are buttons.
 * @param {State} state
 * @param {Deeds} deeds
 */
export function boardList(state, deeds) {
  const view = viewOf(state);
  if (!view) return h("div");
  const decider = deciderOf(view);
  const free = isOurs(state)
    ? movable(candidates(state.legal, { ...state.chosen, place: "", colour: "" }, decider), decider)
    : new Set();
  const items = order(state).map((place) => {
    const symbol = state.board[Number(place) - 1];
    const name = symbol ? `${place} ${symbolName(symbol)}` : placeName(place);
    const there = Object.entries(view.pirates)
      .filter(([, places]) => (places[place] ?? 0) > 0)
      .map(([colour, places]) => {
        const words = n("{count} × {colour}", "{count} × {colour}", places[place] ?? 0, { colour: colourName(colour) });
        if (!free.has(`${colour} ${place}`)) return h("span", { class: `standing ${colour}` }, words);
        const chosen = state.chosen.place === place && state.chosen.colour === colour;
        return h(
          "button",
          {
            type: "button",
            class: `standing ${colour}`,
            "data-colour": colour,
            "data-place": place,
            "aria-pressed": String(chosen),
            "aria-label": t("Move {colour} from {place}", { colour: colourName(colour), place: name }),
            onclick: () => deeds.choose({ place: chosen ? "" : place, colour: chosen ? "" : colour }),
          },
          words,
        );
      });
    const chest = place in (view.chests ?? {}) ? h("span", { class: "quiet" }, t("a closed chest")) : null;
    return h("li", { class: there.length ? "" : "empty" }, h("b", {}, name), chest, there);
  });
  const ship = view.sloop_at
    ? h("p", {}, view.sloop_at === "tortuga" ? t("The sloop lies at Tortuga.") : t("The sloop lies at Cartagena."))
    : null;
  return h("div", { class: "board-list" }, ship, h("ul", { "aria-label": t("The way") }, items));
}

/** @param {State} state */
function order(state) {
  const { tunnel, jungle } = state.table.rules;
  const spaces = state.board.map((_, i) => String(i + 1));
  const start = startOf(state.table);
  if (!tunnel || !jungle) return [start, ...spaces, goalOf(state.table)];
  return [start, ...spaces.slice(0, 6 * tunnel), "sloop", ...spaces.slice(6 * tunnel), "cove"];
}

/**
 * A line to type a move into, with an example in the symbols of this game.
 * @param {State} state
 * @param {Deeds} deeds
 */
export function typedMove(state, deeds) {
  const placeholder = `${state.board[0]} ${startOf(state.table)}`;
  const line = h("input", { id: "typed", name: "move", autocomplete: "off", placeholder, maxlength: 80, dir: "ltr" });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = line.value.trim();
    line.value = "";
    // What was refused can be mended.
    if (text && (await deeds.play(text)) === false) line.value ||= text;
  };
  return h(
    "form",
    { class: "typed", onsubmit: send },
    h("label", { for: "typed" }, t("Type a move")),
    line,
    h("button", { type: "submit", class: "action" }, t("Play")),
  );
}
