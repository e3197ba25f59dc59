/** A game in sentences: the log, the player to move, the prompt, and moves in full and in brief. */

import { isolate, t } from "../lib/i18n.js";
import { catalogue, fillMessage } from "./catalogue.js";
import { describeCaptain } from "./explain.js";
import { deciderOf, isOurs, seatOf, viewOf } from "./game_state.js";
import { drawnCards, publicMove } from "./hidden.js";
import { cardsOfSpell, isDark, kindOf, parseMove, spellsOf } from "./moves.js";
import { cardName, colourName, personName, placeName } from "./names.js";

/** @import { LogLine } from "../net/types.js" */
/** @import { Move } from "./moves.js" */
/** @import { GameState } from "./game_state.js" */
/** @import { TableState } from "./table_state.js" */

/**
 * Return the name of a seat in sentences: its player's name, with the colour if another player has the same name. Our
 * own seat is called by its colour.
 * @param {GameState} state
 * @param {string} colour
 */
export function seatName(state, colour) {
  const seat = seatOf(state, colour);
  if (state.you.length === 1 && state.you[0] === colour) return colourName(colour);
  const name = personName(seat);
  if (!name) return colourName(colour);
  const isShared = state.seats.some((other) => other.colour !== colour && personName(other) === name);
  return isShared ? `${isolate(name)} (${colourName(colour)})` : isolate(name);
}

/**
 * Say where a move leads, for its button and its target.
 * @param {Move} move
 */
export function targetText(move) {
  const to = placeName(move.to);
  if (move.card) return t("{card} → {to}", { card: cardName(move.card), to });
  return move.kind === "morgan" ? t("Help forward → {to}", { to }) : t("Back → {to}", { to });
}

/** Say where a move starts and leads, if its card is known already. @param {Move} move */
export function fromToText(move) {
  return t("{from} → {to}", { from: placeName(move.from), to: placeName(move.to) });
}

/** Say what a spell does, for its button. @param {GameState} state @param {Move} move */
export function spellText(state, move) {
  switch (move.kind) {
    case "weapons":
      return t("Spell: look at {who}’s hand", { who: seatName(state, move.colour) });
    case "rum":
      return t("Spell: rum for everyone");
    case "lantern":
      return t("Spell: look at the next cards");
    case "parrots":
      return parrotsText(cardsOfSpell(move).filter(isDark).length);
    case "hook":
      return t("Spell: move two pirates together");
    default:
      return t("Spell: open the chest on {place}", { place: move.from });
  }
}

/** @param {number} dark how many of the two parrots */
function parrotsText(dark) {
  if (dark === 1) return t("Spell: play two parrots as another card (one dark)");
  if (dark === 2) return t("Spell: play two parrots as another card (both dark)");
  return t("Spell: play two parrots as another card");
}

/**
 * Return a line of the log as a sentence.
 * @param {GameState} state
 * @param {LogLine} line
 */
export function logSentence(state, line) {
  const sentence = moveSentence(publicMove(state, parseMove(line.move)), seatName(state, line.seat), (colour) =>
    seatName(state, colour),
  );
  const automatic = line.by_server ? t("It was the only possible move, so it was played automatically.") : "";
  return [sentence, outcomeSentence(line, drawnCards(state, line)), automatic].filter(Boolean).join(" ");
}

/** @param {LogLine} line @param {string[]} cards the drawn cards, if they may be named */
function outcomeSentence(line, cards) {
  const { outcomes } = catalogue();
  if (line.found) return fillMessage(outcomes[line.found]);
  if (cards.length) return fillMessage(outcomes.cards, { cards: countedCards(cards) });
  return line.drawn ? fillMessage(outcomes.drawn, {}, line.drawn) : "";
}

/** Return cards in words, each kind once. @param {string[]} cards */
export function countedCards(cards) {
  const kinds = [...new Set(cards)];
  const counts = kinds.map((kind) => cards.filter((card) => card === kind).length);
  return kinds.map((kind, i) => cardName(kind) + (counts[i] === 1 ? "" : ` × ${counts[i]}`)).join(", ");
}

/**
 * Return a move as a sentence.
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
  const kind = kindOf(move.kind);
  return kind ? t(kind.sentence, params) : `${name}: ${move.text}`;
}

/**
 * Say whose turn it is, or how the game ended.
 * @param {GameState} state
 */
export function turnSentence(state) {
  const view = viewOf(state);
  if (!view) return "";
  if (view.winner) {
    if (state.you.length === 1 && state.you[0] === view.winner) return t("You win! All your pirates are free.");
    return t("{who} wins!", { who: seatName(state, view.winner) });
  }
  if (view.over) return t("The game is over. Nobody wins.");
  const decider = deciderOf(view);
  if (!isOurs(state)) return t("{who} to move", { who: seatName(state, decider) });
  if (state.you.length > 1) return t("{who}, it’s your turn", { who: seatName(state, decider) });
  return view.pending && view.turn !== decider ? t("Your choice") : t("Your turn");
}

/**
 * Say whose turn it is at a table, which may also be closed, paused or waiting for its undo window to close.
 * @param {TableState} state
 */
export function statusSentence(state) {
  const { table, undoWindow } = state;
  const decider = deciderOf(viewOf(state));
  if (!decider) return turnSentence(state);
  if (table.status === "closed") return t("The host has closed this table.");
  if (table.paused) return t("The game is paused.");
  if (!undoWindow) return turnSentence(state);
  if (!state.you.includes(decider)) return t("{who} is ending the turn…", { who: seatName(state, decider) });
  return undoWindow.until ? t("Your turn ends…") : t("End your turn?");
}

/** Return whether a bot finishes the turn of a player who is back. @param {TableState} state */
function botFinishes(state) {
  const { table, you, busy } = state;
  const decider = deciderOf(viewOf(state));
  // The server gives away or puts back the last card at once.
  const cards = Object.values(viewOf(state)?.pending?.cards ?? {});
  if (cards.length === 1 && cards[0] === 1) return false;
  const isLimited = table.seconds > 0 || table.budget > 0;
  return isLimited && you.includes(decider) && !busy && !seatOf(state, decider)?.substitute;
}

/**
 * Say what can be done at a table now: the prompt of the game, or why there is nothing to choose.
 * @param {TableState} state
 */
export function tablePrompt(state) {
  if (!deciderOf(viewOf(state))) return "";
  if (state.undoWindow) {
    return state.undo ? t("You have no actions left. End your turn, or undo the last action.") : "";
  }
  if (isOurs(state)) return prompt(state);
  return botFinishes(state) ? t("Your time ran out. A bot is finishing this turn for you.") : "";
}

/**
 * Say what the player to move can do now, if it is us.
 * @param {GameState} state
 */
export function prompt(state) {
  const view = viewOf(state);
  if (!view || view.over || !isOurs(state)) return "";
  const pending = view.pending;
  const { card, place, target, spell } = state.selection;
  const decision = catalogue().decisions.find(({ name }) => name === pending?.kind);
  if (pending && decision) {
    if (card && decision.then) return t(decision.then);
    const who = seatName(state, pending.from ?? pending.to ?? "");
    return fillMessage(decision.prompt, { who }, pending.left ?? 1);
  }
  if (target) return card ? t("Which pirate goes there?") : t("Which card takes the pirate there?");
  if (spell) return t("Cast the spell, or press the card again.");
  if (card && place) return t("Choose the highlighted space to move there.");
  const castable = spellsOf(state.legal, state.selection).length > 0;
  const again = castable ? ` ${t("Press the card again for its spell.")}` : "";
  if (card) return `${t("Choose a pirate or a highlighted space.")}${again}`;
  if (place) return t("Choose a highlighted space: a card means advance, +1 or +2 means draw cards.");
  const kinds = new Set(state.legal.map((move) => move.kind));
  return view.free_sail ? describeCaptain(state) : turnPrompt(kinds);
}

/** Say what can still be done in this turn. @param {Set<string>} kinds of moves that are legal */
function turnPrompt(kinds) {
  const [back, help] = [kinds.has("retreat"), kinds.has("morgan")];
  if (!kinds.has("advance")) return back || help ? t("Choose a pirate to draw cards.") : t("Choose what to do.");
  if (back && help)
    return t("Choose a card. Or choose a pirate and draw cards: yours goes back, another player’s goes forward.");
  if (help) return t("Choose a card to advance, or help another player’s pirate forward and draw cards.");
  return back ? t("Choose a card to advance, or a pirate to go back and draw cards.") : t("Choose a card to advance.");
}

/**
 * Return a move in a few words.
 * @param {GameState} state
 * @param {Move} move
 */
export function moveInBrief(state, move) {
  const params = {
    card: cardName(move.card),
    from: placeName(move.from),
    to: placeName(move.to),
    who: move.colour ? seatName(state, move.colour) : "",
  };
  const kind = kindOf(move.kind);
  return kind ? t(kind.brief, params) : move.text;
}
