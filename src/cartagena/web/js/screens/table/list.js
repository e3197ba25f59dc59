/** The board as a list, and a form to type a move, for keyboard and screen reader users. */

import { el, h } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { placesInOrder } from "../../model/board.js";
import { deciderOf, isOurs, startOf, viewOf } from "../../model/game_state.js";
import { candidates, movablePirates } from "../../model/moves.js";
import { colourName, placeName, symbolName } from "../../model/names.js";
import { fromNotation, toNotation } from "../../model/typed.js";

/** @import { TableState } from "../../model/table_state.js" */
/** @import { Actions } from "../../ui/controls.js" */

/**
 * Return the places in the order of the path, with their pirates. Pirates that can move are buttons.
 * @param {TableState} state
 * @param {Actions} actions
 */
export function boardList(state, actions) {
  const view = viewOf(state);
  if (!view) return h("div");
  const decider = deciderOf(view);
  const movable = isOurs(state)
    ? movablePirates(candidates(state.legal, { ...state.selection, place: "", colour: "" }, decider), decider)
    : new Set();
  const items = placesInOrder(state.rules).map((place) => {
    const symbol = state.board[Number(place) - 1];
    const name = symbol ? `${place} ${symbolName(symbol)}` : placeName(place);
    const there = Object.entries(view.pirates)
      .filter(([, places]) => (places[place] ?? 0) > 0)
      .map(([colour, places]) => {
        const text = n("{count} × {colour}", "{count} × {colour}", places[place] ?? 0, { colour: colourName(colour) });
        if (!movable.has(`${colour} ${place}`))
          return h("span", { key: colour, class: `pirates-here ${colour}` }, text);
        const chosen = state.selection.place === place && state.selection.colour === colour;
        return h(
          "button",
          {
            key: colour,
            type: "button",
            class: `pirates-here ${colour}`,
            "data-colour": colour,
            "data-place": place,
            "aria-pressed": String(chosen),
            "aria-label": t("Move {colour} from here: {place}", { colour: colourName(colour), place: name }),
            onclick: () => actions.choose({ place: chosen ? "" : place, colour: chosen ? "" : colour }),
          },
          text,
        );
      });
    const chest =
      place in (view.chests ?? {}) ? h("span", { key: "chest", class: "quiet" }, t("a closed chest")) : null;
    return h("li", { key: place, class: there.length ? "" : "empty" }, h("b", {}, name), chest, there);
  });
  const ship = view.sloop_at
    ? h("p", {}, view.sloop_at === "tortuga" ? t("The sloop is at Tortuga.") : t("The sloop is at Cartagena."))
    : null;
  return h("div", { key: "list", class: "board-list" }, ship, h("ul", { "aria-label": t("The path") }, items));
}

/**
 * Return a form to type a move, with an example in the symbols of this game.
 * @param {TableState} state
 * @param {Actions} actions
 */
export function typedMove(state, actions) {
  const placeholder = fromNotation(`${state.board[0]} ${startOf(state.rules)}`);
  const input = el("input", {
    id: "typed",
    name: "move",
    autocomplete: "off",
    placeholder,
    maxlength: 80,
    dir: "auto",
  });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = "";
    // A rejected move can be corrected.
    if (text && (await actions.play(toNotation(text))) === false) input.value ||= text;
  };
  return el(
    "form",
    { class: "typed", onsubmit: send },
    h("label", { for: "typed" }, t("Type a move")),
    input,
    h("button", { type: "submit", class: "action" }, t("Go")),
  );
}
