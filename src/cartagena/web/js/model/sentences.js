/** The table in sentences: the log, whose turn it is, what to do now, moves in full and in brief. */

import { n, t } from "../lib/i18n.js";
import { publicMove } from "./hidden.js";
import { parseMove } from "./moves.js";
import { cardName, colourName, personName, placeName } from "./names.js";
import { deciderOf, isOurs, seatOf, viewOf } from "./state.js";

/** @import { LogLine, Move } from "../net/types.js" */
/** @import { State } from "./state.js" */

/**
 * What a seat is called in sentences: its colour, and the name of who plays it.
 * @param {State} state
 * @param {string} colour
 */
export function seatName(state, colour) {
  const seat = seatOf(state, colour);
  if (state.you.length === 1 && state.you[0] === colour) return colourName(colour);
  const name = personName(seat);
  return name && seat?.kind === "player" ? `${colourName(colour)} (${name})` : colourName(colour);
}

/**
 * A line of the log as a sentence.
 * @param {State} state
 * @param {LogLine} line
 */
export function logSentence(state, line) {
  const sentence = moveSentence(publicMove(state, parseMove(line.move)), seatName(state, line.seat), (colour) =>
    seatName(state, colour),
  );
  return [sentence, outcomeSentence(line)].filter(Boolean).join(" ");
}

/** @param {LogLine} line */
function outcomeSentence(line) {
  if (line.found === "snake") return t("A snake drives the pirate back!");
  if (line.found === "empty") return t("It is empty.");
  if (!line.drawn) return "";
  return n("{count} card drawn.", "{count} cards drawn.", line.drawn);
}

/**
 * A move as a sentence.
 * @param {Move} move
 * @param {string} name
 * @param {(colour: string) => string} named
 */
export function moveSentence(move, name, named) {
  const params = {
    who: name,
    card: cardName(move.card),
    from: placeName(move.from),
    to: placeName(move.to),
    other: move.colour ? named(move.colour) : "",
  };
  switch (move.kind) {
    case "advance":
      return t("{who} plays {card}: {from} → {to}.", params);
    case "retreat":
      return t("{who} goes back: {from} → {to}.", params);
    case "morgan":
      return t("{who} moves a pirate of {other}: {from} → {to}.", params);
    case "sail":
      return t("{who} sails the sloop across.", params);
    case "pass":
      return t("{who} ends the turn.", params);
    case "skip":
      return t("{who} skips the turn.", params);
    case "weapons":
      return t("{who}: Caribbean witch! Weapons: a look at the hand of {other}.", params);
    case "rum":
      return t("{who}: Caribbean witch! Rum: cards for everyone.", params);
    case "lantern":
      return t("{who}: Caribbean witch! Lantern: a look at the next cards.", params);
    case "parrots":
      return t("{who}: Caribbean witch! Two parrots count as another card.", params);
    case "hook":
      return t("{who}: Caribbean witch! Hook: two pirates at once.", params);
    case "chest":
      return t("{who}: Caribbean witch! The chest on {from} is opened.", params);
    case "as":
      return t("{who} lets the parrots be {card}: {from} → {to}.", params);
    case "with":
      return t("{who} adds {card} and moves two pirates: {from} → {to}.", params);
    case "take":
      return t("{who} takes {card}.", params);
    case "keep":
      return t("{who} keeps {card}.", params);
    case "give":
      return t("{who} gives {card} to {other}.", params);
    case "put":
      return t("{who} puts {card} back on top.", params);
    case "discard":
      return t("{who} discards {card}.", params);
    default:
      return `${name}: ${move.text}`;
  }
}

/**
 * Whose turn it is, or how it ended.
 * @param {State} state
 */
export function statusSentence(state) {
  const view = viewOf(state);
  if (!view) return "";
  if (view.winner) {
    if (state.you.length === 1 && state.you[0] === view.winner) return t("You win! All your pirates are free.");
    return t("{who} wins!", { who: seatName(state, view.winner) });
  }
  if (view.over) return t("The game is over, and nobody wins.");
  const decider = deciderOf(view);
  if (!isOurs(state)) return t("{who} to move", { who: seatName(state, decider) });
  if (state.you.length > 1) return t("{who}, it is your turn", { who: colourName(decider) });
  return view.pending && view.turn !== decider ? t("You must choose") : t("Your turn");
}

/**
 * What the player who must choose can do now.
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
      return t("Weapons: take one card from the hand of {who}.", { who: seatName(state, pending.from ?? "") });
    case "keep":
      return n("Keep {count} of these cards.", "Keep {count} of these cards.", pending.left ?? 1);
    case "give":
      return t("Give one of these cards to {who}.", { who: seatName(state, pending.to ?? "") });
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
  return turnPrompt(new Set(state.legal.map((move) => move.kind)));
}

/** What a turn can be used for now. @param {Set<string>} kinds of moves that are legal */
function turnPrompt(kinds) {
  const [back, help] = [kinds.has("retreat"), kinds.has("morgan")];
  if (!kinds.has("advance")) return back || help ? t("Choose a pirate to gain cards.") : t("Choose what to do.");
  if (back && help) return t("Choose a card to run ahead, or a pirate to go back or to help ahead for cards.");
  if (help) return t("Choose a card to run ahead, or a pirate to help ahead for cards.");
  return back ? t("Choose a card to run ahead, or a pirate to go back for cards.") : t("Choose a card to run ahead.");
}

/**
 * A move in a few words.
 * @param {State} state
 * @param {Move} move
 */
export function moveInBrief(state, move) {
  const params = {
    card: cardName(move.card),
    from: placeName(move.from),
    to: placeName(move.to),
    who: move.colour ? seatName(state, move.colour) : "",
  };
  switch (move.kind) {
    case "advance":
    case "with":
    case "as":
      return t("{card}: {from} → {to}", params);
    case "retreat":
      return t("back: {from} → {to}", params);
    case "morgan":
      return t("help {who} ahead: {from} → {to}", params);
    case "sail":
      return t("sail");
    case "pass":
      return t("end the turn");
    case "skip":
      return t("skip the turn and draw a card");
    case "take":
      return t("take {card}", params);
    case "keep":
      return t("keep {card}", params);
    case "give":
      return t("give {card} to {who}", params);
    case "put":
      return t("put {card} back", params);
    case "discard":
      return t("discard {card}", params);
    case "chest":
      return t("spell: open the chest on {from}", params);
    case "weapons":
      return t("spell: look at the hand of {who}", params);
    default:
      return t("spell: {card}", params);
  }
}
