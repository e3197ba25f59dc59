/** Which level to try next, by our last games against bots. */

import { catalogue } from "../../model/catalogue.js";

/** @import { FinishedGame } from "../../net/types.js" */

/** So many wins in a row, and the next level is suggested. */
const WINS = 2;
/** So many losses in a row, and the level below is suggested. */
const LOSSES = 3;

/** The place of a bot among the levels; null if it has none. @param {string} level */
function rankOf(level) {
  return catalogue().bots.find((bot) => bot.name === level)?.rank ?? null;
}

/**
 * Whether we won a game against bots alone, and the place of the strongest of them among the levels.
 * Null for all other games: several seats, other people, bots that are no level, no winner, practice.
 * @param {FinishedGame} game
 * @returns {{ won: boolean, rank: number } | null}
 */
function resultAgainstBots(game) {
  const [own, ...more] = game.you;
  if (!own || more.length || game.from_position || !game.winner) return null;
  const ranks = game.seats.filter((seat) => seat.colour !== own).map((seat) => rankOf(seat.level));
  const known = ranks.filter((rank) => rank !== null);
  return known.length && known.length === ranks.length ? { won: game.winner === own, rank: Math.max(...known) } : null;
}

/**
 * The level to try next: one up after two wins in a row, one down after three losses. Only games
 * count that were at least as hard as the last one, when they were won, or no harder, when lost: so nobody
 * is sent on by games of another level.
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
