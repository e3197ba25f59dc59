/** The voyage: a player's progress on the chart of rivals. */

import { catalogue } from "./catalogue.js";

/** @import { BotLevel, SeatInfo } from "../net/types.js" */

/** Return the levels on the chart, the weakest first. The drunk, who has rank 0, has no harbour. @returns {BotLevel[]} */
export function harbours() {
  return catalogue()
    .bots.filter((bot) => (bot.rank ?? 0) > 0 && bot.rival)
    .sort((a, b) => Number(a.rank) - Number(b.rank));
}

/**
 * Return a player's progress: the number of harbours up to the furthest rival beaten. The next harbour is open, too.
 * @param {Set<string>} beaten
 */
export function distanceSailed(beaten) {
  return harbours().reduce((furthest, { name }, i) => (beaten.has(name) ? i + 1 : furthest), 0);
}

/**
 * Return the levels that a player has beaten in a game: the levels of the bots at the other seats, if no other person
 * played.
 * @param {SeatInfo[]} seats
 * @param {string[]} ours the colours that we play
 * @param {string | null} winner
 * @returns {string[]}
 */
export function levelsBeaten(seats, ours, winner) {
  const [own, ...more] = ours;
  if (!own || more.length || winner !== own) return [];
  const others = seats.filter((seat) => seat.kind !== "closed" && seat.colour !== own);
  return others.every((seat) => seat.kind === "bot") ? [...new Set(others.map((seat) => seat.level))] : [];
}
