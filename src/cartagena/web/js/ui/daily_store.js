/** The daily escapes that are stored on this device, and the streak. */

import { daysInARow, today } from "../model/days.js";

/** @import { DailyResult } from "../net/types.js" */

/**
 * A daily escape on this device. `onTime` says whether it was begun on its day, so that it counts for the streak.
 * `moves` wait to be sent to the server. A game that the player left has no result.
 * @typedef {{ table: string, seed: string, onTime: boolean, left?: boolean, moves?: string[] | null,
 *   result?: DailyResult | null }} DailyEntry
 */

const GAMES = "daily";

/** Return an object from the local storage. @param {string} key @returns {Record<string, any>} */
export function storedObject(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** Return the game of a day on this device, if there is one. @param {number} day @returns {DailyEntry | undefined} */
export const dailyEntry = (day) => storedObject(GAMES)[day];

/** Store the game of a day. @param {number} day @param {DailyEntry} entry */
export function storeEntry(day, entry) {
  localStorage.setItem(GAMES, JSON.stringify({ ...storedObject(GAMES), [day]: entry }));
}

/** Return the streak: the number of days in a row on which the daily escape was played in time. */
export function dailyStreak() {
  const games = /** @type {[string, DailyEntry][]} */ (Object.entries(storedObject(GAMES)));
  const days = games.filter(([, { onTime, result }]) => onTime && result).map(([day]) => Number(day));
  return daysInARow(new Set(days), today());
}
