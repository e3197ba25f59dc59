/**
 * The moves of the selected card or pirate in words, for keyboards, screen readers and the list view. Pointer users
 * move on the board, so these buttons appear only when they have the focus. Spells are cast here and always appear.
 */

import { art, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describeSpell } from "../model/explain.js";
import { deciderOf, isOurs, playerCount, viewOf } from "../model/game_state.js";
import { candidates, cardsGained, isSpell, NO_SELECTION, spellsOf, symbolOf } from "../model/moves.js";
import { fromToText, spellText, targetText } from "../model/sentences.js";
import { actionButton, hintedClass } from "./turn_buttons.js";

/** @import { Actions } from "./controls.js" */
/** @import { GameState } from "../model/game_state.js" */
/** @import { Move } from "../model/moves.js" */

/**
 * Return the moves and spells of the selection as buttons.
 * @param {GameState} state
 * @param {Actions} actions
 */
export function movesInWords(state, actions) {
  const { card, place, spell } = state.selection;
  const ours = isOurs(state) && !state.busy;
  const spells = ours ? spellsOf(state.legal, state.selection) : [];
  // A chest is opened by the pirate on it, so its spell appears with the pirate, too.
  const cast = spell || (place !== "" && spells.length > 0);
  return h(
    "div",
    { key: "words", class: `words${cast ? " casting" : ""}` },
    spell && h("p", { key: "spell", class: "spell-text" }, describeSpell(card, playerCount(state))),
    ours && [...moveButtons(state, actions), ...spells.map((move) => spellButton(state, move, actions))],
    (card || place) &&
      actionButton(t("Cancel"), () => actions.choose(NO_SELECTION), { key: "cancel", class: "quiet cancel" }),
  );
}

/** Return a button that makes a move. @param {Actions} actions @param {Move} move @param {string} text @param {Record<string, unknown>} properties */
function moveButton(actions, move, text, properties) {
  const picture = move.card ? art(symbolOf(move.card)) : null;
  const onclick = () => actions.play(move.text);
  return actionButton(text, onclick, { key: move.text, "data-move": move.text, ...properties }, picture);
}

/** @param {GameState} state @param {Move} move @param {Actions} actions */
function spellButton(state, move, actions) {
  return moveButton(actions, move, spellText(state, move), { class: `spell${hintedClass(state, move)}` });
}

/**
 * Return the moves of the selected pirate or card as buttons.
 * @param {GameState} state
 * @param {Actions} actions
 */
function moveButtons(state, actions) {
  const { card, place } = state.selection;
  if (!card && !place) return [];
  const moves = candidates(state.legal, state.selection, deciderOf(viewOf(state))).filter((move) => !isSpell(move));
  return moves.map((move) => {
    const gain = move.card ? "" : ` \u2066+${cardsGained(move, state)}\u2069`;
    const text = place ? targetText(move) : fromToText(move);
    return moveButton(actions, move, text + gain, { class: `move-button${hintedClass(state, move)}` });
  });
}
