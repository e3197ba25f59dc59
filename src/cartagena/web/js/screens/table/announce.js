/** Announces events: to screen readers, with sounds, flying cards and, at the end, confetti. */

import { announce, el, motionAllowed, toast } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { notifyTurn } from "../../lib/notify.js";
import { deciderOf, isOurs, viewOf } from "../../model/game_state.js";
import { isSecret, parseMove } from "../../model/moves.js";
import { gameName } from "../../model/names.js";
import { logSentence, seatName, statusSentence } from "../../model/sentences.js";
import { animateCards } from "../../ui/cards.js";
import { playMove, playSound, surfaceOf } from "../../ui/sounds.js";

/** @import { TableState } from "../../model/table_state.js" */
/** @import { TableEvent } from "../../net/types.js" */
/** @import { Flight } from "../../ui/cards.js" */

/** A move, with the state before and after it. @typedef {{ before: TableState, now: TableState, seat: string, move: string }} MoveEvent */
/** Where cards fly from and to. @typedef {{ hand: HTMLElement, players: HTMLElement, supply: HTMLElement }} CardPlaces */

/** Delay in seconds from a move to the bell for our turn or for the end of the game. */
const BELL_S = 0.5;

/** Number of cards that fly to a hand at once. */
const MAX_CARDS = 4;

/**
 * Announce new moves.
 * @param {MoveEvent[]} moves
 * @param {CardPlaces} places
 */
export function announceMoves(moves, places) {
  const last = moves.at(-1);
  if (!last) return;
  for (const { before, now } of moves) {
    const line = now.log.at(-1);
    const ours = becameOurs(before, now) ? ` ${statusSentence(now)}.` : "";
    if (line) announce(`${logSentence(now, line)}${ours}`);
  }
  const turned = becameOurs(last.before, last.now);
  const winner = viewOf(last.now)?.winner;
  // Confetti is for winners and for those who watched.
  if (winner && !hasLost(last.now, winner)) celebrate(winner);
  playMoveSound(last);
  if (viewOf(last.now)?.over) playSound(hasLost(last.now, winner) ? "lose" : "win", BELL_S);
  else if (turned) playSound("turn", BELL_S);
  animateCards(moves.flatMap((one) => flights(one, places)));
}

/** @param {MoveEvent} event */
function playMoveSound({ now, move }) {
  const { kind, to } = parseMove(move);
  playMove(kind, surfaceOf(to, now.rules), now.log.at(-1)?.jumped?.length ?? 0);
}

/**
 * Return the background sound of a game: the tunnel, or the sea once our first pirate has left the tunnel.
 * @param {TableState} state
 */
export function backgroundOf({ rules, views, shownSeat, you }) {
  if (!views.length) return "";
  const seat = shownSeat || you[0] || viewOf({ views, shownSeat })?.turn || "";
  const crew = Object.keys(viewOf({ views, shownSeat })?.pirates[seat] ?? {});
  return crew.some((place) => surfaceOf(place, rules) !== "stone") ? "surf" : "tunnel";
}

/** Return true if we play and another player has won. @param {TableState} state @param {string | null | undefined} winner */
export function hasLost(state, winner) {
  return state.you.length > 0 && Boolean(winner) && !state.you.includes(String(winner));
}

/**
 * Return whether the turn or the choice has become ours. While the server makes a forced move for us, we have no legal
 * move, but it is still our turn.
 * @param {TableState} before
 * @param {TableState} now
 */
function becameOurs(before, now) {
  return isOurs(now) && !isOurs(before) && !before.you.includes(deciderOf(viewOf(before)));
}

/**
 * Announce events other than moves. A hidden tab also notifies us of our turn.
 * @type {(before: TableState, state: TableState, ...event: TableEvent) => void}
 */
export const announceEvent = (before, state, ...event) => {
  const [kind, data] = event;
  if (becameOurs(before, state)) notifyTurn(`/table/${state.table.id}`, gameName(state.rules));
  if (kind === "turn-ended" && isOurs(state)) {
    announce(`${statusSentence(state)}.`);
    playSound("turn");
  }
  if (kind === "undone") announce(t("{who} takes back a move.", { who: seatName(state, data.seat) }));
  if (kind === "timed-out" && state.you.includes(data.seat)) toast(t("Time’s up! A bot is playing for you."));
  if (kind === "removed") toast(t("The host removed a player: {who}.", { who: seatName(before, data.seat) }));
  if (kind === "closed") announce(t("The host has closed this table."));
  if (kind === "paused" && data.table.paused) announce(t("The game is paused."));
  if (kind === "rematched") toast(t("A rematch is ready."));
};

/**
 * Return the flying cards of a move: the card that is played, and the cards that are drawn.
 * @param {MoveEvent} event
 * @param {CardPlaces} places
 * @returns {Flight[]}
 */
function flights({ before, now, seat, move }, { hand, players, supply }) {
  const parsed = parseMove(move);
  const pending = viewOf(before)?.pending;
  const seatArea = (/** @type {string} */ colour) =>
    now.shownSeat === colour ? hand : players.querySelector(`[data-colour="${colour}"]`);
  const home = seatArea(seat);
  const deck = supply.querySelector(".row .card, .deck .card");
  const drawn = (viewOf(now)?.hand_sizes[seat] ?? 0) - (viewOf(before)?.hand_sizes[seat] ?? 0);
  /** @type {Flight[]} */
  const cards = [];
  if (parsed.card && parsed.kind !== "as" && !isSecret(parsed))
    cards.push({ card: parsed.card, from: home, to: supply.querySelector(".discards"), delay: 0 });
  if (parsed.kind === "give" && pending?.to) cards.push({ card: null, from: home, to: seatArea(pending.to), delay: 0 });
  const source = parsed.kind === "take" && pending?.from ? seatArea(pending.from) : deck;
  const faces = now.shownSeat === seat ? now.newCards : [];
  for (let i = 0; i < Math.min(drawn, MAX_CARDS); i++)
    cards.push({ card: faces[i] ?? null, from: source, to: home, delay: 120 * i });
  return cards;
}

/** Shortest and longest fall of a piece of confetti, in milliseconds. */
const MIN_FALL_MS = 1100;
const MAX_FALL_MS = 1900;
/** Number of pieces of confetti. */
const PIECES = 40;

/** Let confetti fall in a colour and in gold, if animations are allowed. @param {string} colour */
export function celebrate(colour) {
  if (!motionAllowed()) return;
  const home = el("div", { class: `celebration ${colour}`, "aria-hidden": "true" });
  document.body.append(home);
  for (let i = 0; i < PIECES; i++) {
    const piece = el("i");
    piece.style.left = `${(100 * (i + 0.5)) / PIECES}%`;
    home.append(piece);
    const delay = Math.random() * 300;
    piece.animate(
      [
        { transform: "translateY(-8vh)" },
        { transform: `translate(${Math.random() * 80 - 40}px, 104vh) rotate(${Math.random() * 900}deg)` },
      ],
      {
        duration: MIN_FALL_MS + Math.random() * (MAX_FALL_MS - MIN_FALL_MS - delay),
        delay,
        easing: "ease-in",
        fill: "both",
      },
    );
  }
  setTimeout(() => home.remove(), MAX_FALL_MS);
}
