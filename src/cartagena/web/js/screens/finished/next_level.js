/** The level to try next, based on our last games against bots. */

import { catalogue } from "../../model/catalogue.js";

/** @import { FinishedGame } from "../../net/types.js" */

/** Number of wins in a row after which the next level is suggested. */
const WINS = 2;
/** Number of losses in a row after which the level below is suggested. */
const LOSSES = 3;

/** Return the rank of a bot among the levels, or null. @param {string} level */
function rankOf(level) {
  return catalogue().bots.find((bot) => bot.name === level)?.rank ?? null;
}

/**
 * Return whether we won a game against bots, and the rank of the strongest of them. Returns null for all other games:
 * several own seats, other people, bots without a rank, no winner, practice games.
 * @param {FinishedGame} game
 * @returns {{ won: boolean, rank: number } | null}
 */
function resultAgainstBots(game) {
  const [own, ...more] = game.you;
  if (!own || more.length || game.from_position || !game.winner) return null;
  const ranks = game.seats.filter((seat) => seat.colour !== own).map((seat) => rankOf(seat.level));
  const levels = ranks.filter((rank) => rank !== null);
  const onlyLevels = levels.length > 0 && levels.length === ranks.length;
  return onlyLevels ? { won: game.winner === own, rank: Math.max(...levels) } : null;
}

/**
 * Return the level to try next: one up after two wins in a row, one down after three losses. A win counts only if the
 * game was at least as hard as the last one, and a loss only if it was no harder.
 * @param {FinishedGame[]} games our finished games, the newest first
 * @returns {{ won: boolean, level: string } | null}
 */
export function suggestedLevel(games) {
  const results = games.map(resultAgainstBots).filter((result) => result !== null);
  const [last] = results;
  if (!last) return null;
  const { won, rank } = last;
  const row = results.slice(0, won ? WINS : LOSSES);
  const enough = row.length === (won ? WINS : LOSSES);
  if (!enough || !row.every((one) => one.won === won && (won ? one.rank >= rank : one.rank <= rank))) return null;
  const level = catalogue().bots.find((bot) => bot.rank === rank + (won ? 1 : -1))?.name;
  return level ? { won, level } : null;
}
