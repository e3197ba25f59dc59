/** The table in words: the log, whose turn it is, what a move would do. */

import { n, t } from "../lib/i18n.js";
import { openly } from "./hidden.js";
import { parse } from "./moves.js";
import { cardName, colourName, personName, placeName } from "./names.js";
import { deciderOf, isOurs, seatOf, viewOf } from "./state.js";

/** @import { Line, Move } from "../net/types.js" */
/** @import { State } from "./state.js" */

/**
 * A seat as the sentences call it.
 * @param {State} state
 * @param {string} colour
 */
export function who(state, colour) {
  const seat = seatOf(state, colour);
  if (state.you.length === 1 && state.you[0] === colour) return colourName(colour);
  const name = personName(seat);
  return name && seat?.kind === "player" ? `${colourName(colour)} (${name})` : colourName(colour);
}

/**
 * A line of the log as a sentence.
 * @param {State} state
 * @param {Line} line
 */
export function told(state, line) {
  const sentence = deed(openly(state, parse(line.move)), who(state, line.seat), (colour) => who(state, colour));
  return [sentence, result(line)].filter(Boolean).join(" ");
}

/** @param {Line} line */
function result(line) {
  if (line.found === "snake") return t("A snake drives the pirate back!");
  if (line.found === "empty") return t("It is empty.");
  if (!line.drawn) return "";
  return n("{count} card drawn.", "{count} cards drawn.", line.drawn);
}

/**
 * What somebody does.
 * @param {Move} move
 * @param {string} name
 * @param {(colour: string) => string} named
 */
export function deed(move, name, named) {
  const filling = {
    who: name,
    card: cardName(move.card),
    from: placeName(move.from),
    to: placeName(move.to),
    other: move.colour ? named(move.colour) : "",
  };
  switch (move.kind) {
    case "advance":
      return t("{who} plays {card}: {from} → {to}.", filling);
    case "retreat":
      return t("{who} goes back: {from} → {to}.", filling);
    case "morgan":
      return t("{who} moves a pirate of {other}: {from} → {to}.", filling);
    case "sail":
      return t("{who} sails the sloop across.", filling);
    case "pass":
      return t("{who} ends the turn.", filling);
    case "skip":
      return t("{who} skips the turn.", filling);
    case "weapons":
      return t("{who}: Caribbean witch! Weapons: a look at the hand of {other}.", filling);
    case "rum":
      return t("{who}: Caribbean witch! Rum: cards for everyone.", filling);
    case "lantern":
      return t("{who}: Caribbean witch! Lantern: a look at the next cards.", filling);
    case "parrots":
      return t("{who}: Caribbean witch! Two parrots count as another card.", filling);
    case "hook":
      return t("{who}: Caribbean witch! Hook: two pirates at once.", filling);
    case "chest":
      return t("{who}: Caribbean witch! The chest on {from} is opened.", filling);
    case "as":
      return t("{who} lets the parrots be {card}: {from} → {to}.", filling);
    case "with":
      return t("{who} adds {card} and moves two pirates: {from} → {to}.", filling);
    case "take":
      return t("{who} takes {card}.", filling);
    case "keep":
      return t("{who} keeps {card}.", filling);
    case "give":
      return t("{who} gives {card} to {other}.", filling);
    case "put":
      return t("{who} puts {card} back on top.", filling);
    case "discard":
      return t("{who} discards {card}.", filling);
    default:
      return `${name}: ${move.text}`;
  }
}

/**
 * Whose turn it is, or how it ended.
 * @param {State} state
 */
export function standing(state) {
  const view = viewOf(state);
  if (!view) return "";
  if (view.winner) {
    if (state.you.length === 1 && state.you[0] === view.winner) return t("You win! All your pirates are free.");
    return t("{who} wins!", { who: who(state, view.winner) });
  }
  if (view.over) return t("The game is over, and nobody wins.");
  const decider = deciderOf(view);
  if (!isOurs(state)) return t("{who} to move", { who: who(state, decider) });
  if (state.you.length > 1) return t("{who}, it is your turn", { who: colourName(decider) });
  return view.pending && view.turn !== decider ? t("You must choose") : t("Your turn");
}

/**
 * What the one who chooses should do now.
 * @param {State} state
 */
export function prompt(state) {
  const view = viewOf(state);
  if (!view || view.over) return "";
  if (!isOurs(state)) return "";
  const pending = view.pending;
  const { card, place } = state.chosen;
  switch (pending?.kind) {
    case "take":
      return t("Weapons: take one card from the hand of {who}.", { who: who(state, pending.from ?? "") });
    case "keep":
      return n("Keep {count} of these cards.", "Keep {count} of these cards.", pending.left ?? 1);
    case "give":
      return t("Give one of these cards to {who}.", { who: who(state, pending.to ?? "") });
    case "put":
      return t("Put the cards back, the top one last.");
    case "discard":
      return t("A dark card was played: discard down to seven.");
    case "hook":
      return card ? t("Now choose two pirates that stand together.") : t("Hook: choose a second card.");
    case "parrots":
      return card ? t("Now choose a pirate.") : t("Two parrots: which symbol shall they be?");
  }
  if (card && place) return t("Choose the lit space to move there.");
  if (card) return t("Choose a pirate, or a lit space.");
  if (place) return t("Choose a lit space: a card runs ahead, +1 and +2 gain cards.");
  if (view.free_sail && state.legal.some((move) => move.kind === "sail")) {
    return t("You are captain: you may sail free. Or choose a card or a pirate.");
  }
  return invitation(new Set(state.legal.map((move) => move.kind)));
}

/** What a turn can be used for now. @param {Set<string>} kinds of moves that are legal */
function invitation(kinds) {
  const [back, help] = [kinds.has("retreat"), kinds.has("morgan")];
  if (!kinds.has("advance")) return back || help ? t("Choose a pirate to gain cards.") : t("Choose what to do.");
  if (back && help) return t("Choose a card to run ahead, or a pirate to go back or to help ahead for cards.");
  if (help) return t("Choose a card to run ahead, or a pirate to help ahead for cards.");
  return back ? t("Choose a card to run ahead, or a pirate to go back for cards.") : t("Choose a card to run ahead.");
}
