/** A hint in sentences: the advised move, the reasons for it, and the chance of winning. */

import { art, h } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { isSpell, NO_SELECTION, parseMove } from "../model/moves.js";
import { cardName } from "../model/names.js";
import { moveInBrief, seatName } from "../model/sentences.js";

/** @import { Hint, HintReason } from "../net/types.js" */
/** @import { Selection } from "../model/moves.js" */
/** @import { State } from "../model/state.js" */

/**
 * Whether hints are given at this table: all others are bots.
 * @param {State} state
 */
export function mayHint(state) {
  return state.table.seats.every((seat) => seat.kind === "bot" || state.you.includes(seat.colour));
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
  return { card: move.card, place: move.from, colour: move.kind === "morgan" ? move.colour : hint.seat };
}

/** Why to announce a spell. @param {string} symbol @param {string} name */
function spellReason(symbol, name) {
  switch (symbol) {
    case "weapons":
      return t("You take a card from {who} and see the whole hand.", { who: name });
    case "rum":
      return t("You keep two cards, and the others get one each.");
    case "lantern":
      return t("You keep the best of four cards and lay the others as you like.");
    case "parrot":
      return t("Two parrots become the symbol that you lack.");
    case "hook":
      return t("Two pirates run with one second card.");
    default:
      return t("The chest may hold cards.");
  }
}

/**
 * A reason as a sentence.
 * @param {State} state
 * @param {HintReason} reason
 */
export function reasonSentence(state, reason) {
  const { count = 0, card = "", colour = "", move = "" } = reason;
  const params = { card: cardName(card), who: colour ? seatName(state, colour) : "" };
  switch (reason.code) {
    case "only":
      return t("There is nothing else to do.");
    case "wins":
      return t("It wins the game!");
    case "home":
      return n("It brings {count} pirate home.", "It brings {count} pirates home.", count);
    case "aboard":
      return t("It brings a pirate aboard.");
    case "furthest":
      return n(
        "It runs {count} space ahead, further than any other move.",
        "It runs {count} spaces ahead, further than any other move.",
        count,
      );
    case "ahead":
      return n("It runs {count} space ahead.", "It runs {count} spaces ahead.", count);
    case "leaps":
      return n(
        "{count} taken space with that symbol is leapt over.",
        "{count} taken spaces with that symbol are leapt over.",
        count,
      );
    case "spare":
      return n("You have {count} such card.", "You have {count} such cards.", count);
    case "frees":
      return t("It frees a pirate from the jail.");
    case "gains":
      return n("It gains {count} card.", "It gains {count} cards.", count);
    case "few":
      return count ? n("You have only {count} card.", "You have only {count} cards.", count) : t("You have no cards.");
    case "costs":
      return n("The way back is {count} space.", "The way back is {count} spaces.", count);
    case "helps":
      return n("{who} gets {count} space further.", "{who} gets {count} spaces further.", count, params);
    case "carries":
      return n(
        "It carries {count} pirate of yours to Tortuga.",
        "It carries {count} pirates of yours to Tortuga.",
        count,
      );
    case "fetches":
      return t("It brings the sloop where it is needed.");
    case "free":
      return t("It is free for you as captain.");
    case "waits":
      return t("Cards and places are worth more than another action.");
    case "draws":
      return t("A card is worth more than this turn.");
    case "most":
      return t("Of these, {card} is worth most to you.", params);
    case "least":
      return t("Of these, {card} is worth least to you.", params);
    case "order":
      return t("The card put back last is the next to be drawn.");
    case "spell":
      return spellReason(card, params.who);
    case "clear":
      return n(
        "The next best move wins {count} game in a hundred less.",
        "The next best move wins {count} games in a hundred less.",
        count,
      );
    case "close":
      return t("About as good: {move}.", { move: moveInBrief(state, parseMove(move)) });
  }
}

/**
 * The panel with the hint for this choice, if one was given.
 * @param {State} state
 */
export function hintPanel(state) {
  const { hint } = state;
  if (!hint) return null;
  const best = hint.moves[0];
  const chance = best
    ? t("You win about {chance} of 100 games from here.", { chance: Math.round(100 * best.chance) })
    : "";
  const why = [...hint.reasons.map((reason) => reasonSentence(state, reason)), chance].filter(Boolean);
  return h(
    "div",
    { class: "hint-panel", "data-move": hint.move },
    art("lantern", "0 0 32 32", "hint-art"),
    h("p", {}, h("b", {}, t("Hint: {move}.", { move: moveInBrief(state, parseMove(hint.move)) })), ` ${why.join(" ")}`),
  );
}
