/** Continue a finished game from one of its moves, against bots. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { navigate } from "../../lib/router.js";
import { deciderOf } from "../../model/game_state.js";
import { colourName } from "../../model/names.js";
import * as api from "../../net/api.js";
import { showFailure } from "../../ui/errors.js";

/** @import { SeatUpdate } from "../../net/types.js" */
/** @import { TableState } from "../../model/table_state.js" */

/** The bot that plays for the people of the finished game. */
const LEVEL = "bosun";

/**
 * Return a button, and a select for the colour, by default our own or that of the player to move.
 * @param {TableState} state
 * @param {string} id
 */
export function playFromHere({ table, you }, id) {
  let move = 0;
  const colours = table.seats.map((seat) => seat.colour);
  const seat = el(
    "select",
    { "aria-label": t("Your colour") },
    colours.map((colour) => h("option", { value: colour }, colourName(colour))),
  );
  const level = table.seats.find((one) => one.kind === "bot")?.level || LEVEL;
  const start = async () => {
    const { id: here } = await api.playFrom(id, { move, seat: seat.value, level });
    navigate(`/table/${here}`);
  };
  const tip = t("A practice game against bots from this move on. Cards that you couldn’t see are dealt again.");
  const button = el(
    "button",
    { type: "button", class: "action quiet", "data-tip": tip, onclick: () => showFailure(start()) },
    t("Play from here"),
  );
  const root = el("div", { class: "buttons play-from" }, button, seat);
  /** @param {number} at @param {SeatUpdate} view */
  const show = (at, view) => {
    move = at;
    button.disabled = view.over;
    const decider = deciderOf(view);
    seat.value = you[0] ?? (decider || seat.value);
  };
  return { root, show };
}
