/** Remarks of the rivals about a move: when one of them is pleased, annoyed or beaten. */

import { placesInOrder } from "./board.js";
import { goalOf, viewOf } from "./game_state.js";
import { parseMove } from "./moves.js";

/** @import { TableState } from "./table_state.js" */
/** A remark and the rival who makes it. @typedef {{ colour: string, words: "glad" | "sour" | "beaten" }} Remark */

/** The shortest run that is worth a remark, in spaces. */
const LONG_RUN = 9;

/** @param {TableState} state @param {string} colour */
const homeOf = (state, colour) => viewOf(state)?.pirates[colour]?.[goalOf(state.rules)] ?? 0;

/** Return whether a move ran far or brought a pirate home. @param {TableState} before @param {TableState} now @param {string} colour @param {string} move */
function isGreat(before, now, colour, move) {
  if (homeOf(now, colour) > homeOf(before, colour)) return true;
  const { from, to, kind } = parseMove(move);
  const order = placesInOrder(now.rules);
  return kind === "advance" && order.indexOf(to) - order.indexOf(from) >= LONG_RUN;
}

/**
 * Return the remark about a move, or null. A rival who makes a great move is pleased. After another player's great move
 * the next rival is annoyed. At the end the winner speaks, or the strongest of those who lost to us.
 * @param {TableState} before
 * @param {TableState} now
 * @param {string} colour who moved
 * @param {string} move
 * @param {(level: string) => number} rankOf
 * @returns {Remark | null}
 */
export function remarkOn(before, now, colour, move, rankOf) {
  const seats = now.seats;
  const at = seats.findIndex((seat) => seat.colour === colour);
  const isRival = (/** @type {string} */ level) => rankOf(level) >= 0;
  const rivals = [...seats.slice(at + 1), ...seats.slice(0, at)].filter(
    (seat) => seat.kind === "bot" && isRival(seat.level),
  );
  const mover = seats[at];
  const winner = viewOf(now)?.winner;
  if (winner && now.you.includes(winner)) {
    const strongest = rivals.sort((a, b) => rankOf(b.level) - rankOf(a.level))[0];
    return strongest ? { colour: strongest.colour, words: "beaten" } : null;
  }
  if (!isGreat(before, now, colour, move)) return null;
  if (mover?.kind === "bot") return isRival(mover.level) ? { colour, words: "glad" } : null;
  return rivals[0] ? { colour: rivals[0].colour, words: "sour" } : null;
}
