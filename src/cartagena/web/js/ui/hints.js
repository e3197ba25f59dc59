/** A hint in sentences: the advised move, the reasons for it, and the chance of winning as a range. */

import { art, h } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { isSpell, NO_SELECTION, parseMove } from "../model/moves.js";
import { cardName } from "../model/names.js";
import { moveInBrief, seatName } from "../model/sentences.js";

/** @import { Hint, HintReason } from "../net/types.js" */
/** @import { Selection } from "../model/moves.js" */
/** @import { GameState } from "../model/game_state.js" */
/** @import { TableState } from "../model/table_state.js" */

/** In percent: the steps of the range in which a chance is told. */
const STEP = 5;

/**
 * Return whether hints are allowed: all other players are bots.
 * @param {GameState} state
 */
export function mayHint(state) {
  return state.seats.every((seat) => seat.kind === "bot" || state.you.includes(seat.colour));
}

/**
 * The selection with which the move of a hint is highlighted.
 * @param {Hint} hint
 * @returns {Selection}
 */
export function hintSelection(hint) {
  const move = parseMove(hint.move);
  if (isSpell(move) && move.kind !== "chest") return { ...NO_SELECTION, card: move.card };
  if (!move.from) return NO_SELECTION;
  return {
    ...NO_SELECTION,
    card: move.card,
    place: move.from,
    colour: move.kind === "morgan" ? move.colour : hint.seat,
  };
}

/** Why to announce a spell. @param {string} symbol @param {string} name */
function spellReason(symbol, name) {
  switch (symbol) {
    case "weapons":
      return t("You take a card from {who} and see the whole hand.", { who: name });
    case "rum":
      return t("You keep two cards, and the others get one each.");
    case "lantern":
      return t("You keep the best of four cards and put the rest back in any order.");
    case "parrot":
      return t("Two parrots count as the symbol you’re missing.");
    case "hook":
      return t("One extra card moves two pirates.");
    default:
      return t("The chest may hold cards.");
  }
}

/**
 * A reason as a sentence.
 * @param {GameState} state
 * @param {HintReason} reason
 */
export function reasonSentence(state, reason) {
  const { count = 0, card = "", colour = "", move = "" } = reason;
  const params = { card: cardName(card), who: colour ? seatName(state, colour) : "" };
  switch (reason.code) {
    case "only":
      return t("It’s the only possible move.");
    case "wins":
      return t("This wins the game!");
    case "home":
      return n("It brings {count} pirate home.", "It brings {count} pirates home.", count);
    case "aboard":
      return t("It brings a pirate aboard.");
    case "furthest":
      return n(
        "It moves {count} space forward, farther than any other move.",
        "It moves {count} spaces forward, farther than any other move.",
        count,
      );
    case "ahead":
      return n("It moves {count} space forward.", "It moves {count} spaces forward.", count);
    case "leaps":
      return n(
        "It jumps over {count} occupied space with that symbol.",
        "It jumps over {count} occupied spaces with that symbol.",
        count,
      );
    case "spare":
      return n("You have {count} card like this.", "You have {count} cards like this.", count);
    case "frees":
      return t("It gets a pirate out of jail.");
    case "gains":
      return n("It draws {count} card.", "It draws {count} cards.", count);
    case "few":
      return count ? n("You have only {count} card.", "You have only {count} cards.", count) : t("You have no cards.");
    case "keeps":
      return t("This card stays in hand: {card}.", params);
    case "costs":
      return n("It gives up {count} space.", "It gives up {count} spaces.", count);
    case "helps":
      return n("{who} moves {count} space forward.", "{who} moves {count} spaces forward.", count, params);
    case "carries":
      return n("It takes {count} of your pirates to Tortuga.", "It takes {count} of your pirates to Tortuga.", count);
    case "fetches":
      return t("It brings the sloop to where you need it.");
    case "free":
      return t("As captain, you sail for free.");
    case "waits":
      return t("Your cards and positions are worth more than another action.");
    case "draws":
      return t("Drawing a card is worth more than anything else this turn.");
    case "most":
      return t("Most useful to you: {card}.", params);
    case "least":
      return t("Least useful to you: {card}.", params);
    case "order":
      return t("The card put back last will be drawn next.");
    case "spell":
      return spellReason(card, params.who);
    case "clear":
      return t("It’s clearly better than any other move.");
    case "close":
      return t("About as good: {move}.", { move: moveInBrief(state, parseMove(move)) });
  }
}

/**
 * The chance of winning as a range in percent: two standard errors either way, in steps of five, so that it says
 * no more than is known and does not jump when nothing has changed.
 * @param {{ chance: number, error: number }} found
 */
export function chanceRange({ chance, error }) {
  const low = Math.floor(20 * (chance - 2 * error) + 1e-9) * STEP;
  const high = Math.ceil(20 * (chance + 2 * error) - 1e-9) * STEP;
  return { low: Math.max(0, Math.min(low, 100 - STEP)), high: Math.min(100, Math.max(high, STEP)) };
}

/** What a hint says beside its move, each thing once. @param {GameState} state @param {Hint} hint */
export function hintSentences(state, hint) {
  const brief = (/** @type {string} */ text) => moveInBrief(state, parseMove(text));
  const best = hint.moves[0];
  const told = hint.reasons
    .filter(({ code, move = "" }) => code !== "close" || brief(move) !== brief(hint.move))
    .map((reason) => reasonSentence(state, reason));
  if (best) told.push(t("Your chance of winning from here: {low}–{high}%.", chanceRange(best)));
  return [...new Set(told.filter(Boolean))];
}

/**
 * The panel with the hint for this choice, if one was given.
 * @param {TableState} state
 */
export function hintPanel(state) {
  const { hint } = state;
  if (!hint) return null;
  const why = hintSentences(state, hint);
  return h(
    "div",
    { class: "hint-panel", "data-move": hint.move },
    art("lantern", "0 0 32 32", "hint-art"),
    h("p", {}, h("b", {}, t("Hint: {move}.", { move: moveInBrief(state, parseMove(hint.move)) })), ` ${why.join(" ")}`),
  );
}
