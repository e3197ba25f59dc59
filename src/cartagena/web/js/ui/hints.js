/** A hint in sentences: the advised move, the reasons for it, and the chance of winning as a range. */

import { art, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { catalogue, fillMessage } from "../model/catalogue.js";
import { parseMove } from "../model/moves.js";
import { cardName } from "../model/names.js";
import { moveInBrief, seatName } from "../model/sentences.js";

/** @import { Hint, HintReason, Message, TableInfo } from "../net/types.js" */
/** @import { GameState } from "../model/game_state.js" */
/** @import { TableState } from "../model/table_state.js" */

/** Chances are rounded to multiples of this, in percent. */
const STEP = 5;

/**
 * Return whether hints are allowed: all other players are bots, and it is not a daily escape.
 * @param {GameState & { table?: TableInfo }} state
 */
export function mayHint(state) {
  if (state.table?.daily) return false;
  return state.seats.every((seat) => seat.kind === "bot" || state.you.includes(seat.colour));
}

/**
 * Phrase a reason for the player whose move it is.
 * @param {GameState} state
 * @param {HintReason} reason
 */
function reasonSentence(state, reason) {
  const who = reason.colour ? seatName(state, reason.colour) : "";
  return fillReason(state, reason, reasonText(reason)?.own, who);
}

/**
 * Phrase a reason so that it fits a move of any player.
 * @param {GameState} state
 * @param {HintReason} reason
 * @param {string} seat whose move it is
 */
export function reasonFor(state, reason, seat) {
  const text = reasonText(reason);
  return fillReason(state, reason, text?.other ?? text?.own, seatName(state, reason.colour || seat));
}

/** Return the sentences of the catalogue for a reason. @param {HintReason} reason */
function reasonText({ code, card = "" }) {
  const { reasons, spell_reasons } = catalogue();
  return code === "spell" ? spell_reasons[card] : reasons[code];
}

/**
 * @param {GameState} state
 * @param {HintReason} reason
 * @param {Message | undefined} message
 * @param {string} who
 */
function fillReason(state, { count = 0, card = "", move = "" }, message, who) {
  const brief = move && moveInBrief(state, parseMove(move));
  return fillMessage(message, { who, card: cardName(card), move: brief }, count);
}

/**
 * Return the chance of winning as a range in percent: two standard errors either way, in steps of five. So it claims no
 * more than is known, and does not jump while nothing changes.
 * @param {{ chance: number, error: number }} estimate
 */
export function chanceRange({ chance, error }) {
  const low = Math.floor(20 * (chance - 2 * error) + 1e-9) * STEP;
  const high = Math.ceil(20 * (chance + 2 * error) - 1e-9) * STEP;
  return { low: Math.max(0, Math.min(low, 100 - STEP)), high: Math.min(100, Math.max(high, STEP)) };
}

/**
 * Return the sentences of a hint apart from its move, without duplicates.
 * @param {GameState} state
 * @param {Hint} hint
 */
export function hintSentences(state, hint) {
  const brief = (/** @type {string} */ text) => moveInBrief(state, parseMove(text));
  const best = hint.moves[0];
  const texts = hint.reasons
    .filter(({ code, move = "" }) => code !== "close" || brief(move) !== brief(hint.move))
    .map((reason) => reasonSentence(state, reason));
  if (best) texts.push(t("Your chance of winning from here: {low}–{high}%.", chanceRange(best)));
  return [...new Set(texts.filter(Boolean))];
}

/** Name the move that a hint advises. @param {GameState} state @param {Hint} hint */
function adviceSentence(state, hint) {
  return t("Hint: {move}.", { move: moveInBrief(state, parseMove(hint.move)) });
}

/** Return a hint as text. @param {GameState} state @param {Hint} hint */
export function hintText(state, hint) {
  return [adviceSentence(state, hint), ...hintSentences(state, hint)].join(" ");
}

/**
 * Return the panel with the hint for this choice, if there is one.
 * @param {TableState} state
 */
export function hintPanel(state) {
  const { hint } = state;
  if (!hint) return null;
  return h(
    "div",
    { class: "hint-panel", "data-move": hint.move },
    art("lantern", "0 0 32 32", "hint-art"),
    h("p", {}, h("b", {}, adviceSentence(state, hint)), ` ${hintSentences(state, hint).join(" ")}`),
  );
}
