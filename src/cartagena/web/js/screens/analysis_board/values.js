/** The list of moves on an analysis board, with the value of each. */

import { art, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { isDark, isSpell, parseMove, symbolOf } from "../../model/moves.js";
import { cardName } from "../../model/names.js";
import { moveInBrief } from "../../model/sentences.js";
import { chanceRange } from "../../ui/hints.js";

/** @import { HintMove } from "../../net/types.js" */
/** @import { GameState } from "../../model/game_state.js" */

/** Return a chance of winning as a range. @param {HintMove} value */
export function rangeText(value) {
  return t("{low}–{high}%", chanceRange(value));
}

/**
 * Return the moves with their values, the best first.
 * @param {GameState} state
 * @param {HintMove[]} moves
 * @param {(move: string) => void} play
 * @param {(move: string) => void} point gets the move under the pointer, or nothing
 */
export function valueList(state, moves, play, point) {
  if (!moves.length) return h("div");
  const heading = h("h3", {}, t("Your chance of winning after each move"));
  const items = moves.map((value) => {
    const move = parseMove(value.move);
    const dark = isSpell(move) && isDark(move.card) ? ` (${cardName(move.card)})` : "";
    const bar = h("span", { class: "worth", "aria-hidden": "true", style: { "--share": String(value.chance) } });
    const show = () => point(value.move);
    const hide = () => point("");
    return h(
      "li",
      { key: value.move },
      h(
        "button",
        {
          type: "button",
          "data-move": value.move,
          disabled: state.busy,
          onclick: () => play(value.move),
          onpointerenter: show,
          onpointerleave: hide,
          onfocus: show,
          onblur: hide,
        },
        bar,
        move.card ? art(symbolOf(move.card)) : h("span", { class: "art" }),
        h("span", {}, moveInBrief(state, move) + dark),
        h("b", {}, rangeText(value)),
      ),
    );
  });
  return h("div", {}, heading, h("ol", {}, items));
}
