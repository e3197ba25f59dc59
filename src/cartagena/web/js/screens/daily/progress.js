/** Plays daily escapes on this device, and sends their results to the server. */

import { dayAt } from "../../model/days.js";
import { Problem } from "../../net/failures.js";
import { dailyEntry, storedObject, storeEntry } from "../../ui/daily_store.js";
import { fetchDaily, fetchDailyPlay, sendDaily } from "./requests.js";

/** @import { DailyDay } from "../../net/types.js" */
/** @import { DailyEntry } from "../../ui/daily_store.js" */

/** The key of the server's seeds in the local storage, for offline use. */
const SEEDS = "daily-seeds";
/** Number of seeds that are kept. */
const MAX_SEEDS = 10;

/** Store that a day is played at a table. @param {number} day @param {{ id: string, created_at: number }} table @param {string} seed */
export function beginDaily(day, table, seed) {
  storeEntry(day, { table: table.id, seed, onTime: dayAt(table.created_at) === day });
}

/** Fetch a day from the server and remember its seed. Returns null if the server cannot be reached. @param {number} day */
export async function fetchDay(day) {
  const known = await fetchDaily(day);
  if (known) {
    const seeds = Object.entries({ ...storedObject(SEEDS), [day]: known.seed }).slice(-MAX_SEEDS);
    localStorage.setItem(SEEDS, JSON.stringify(Object.fromEntries(seeds)));
  }
  return known;
}

/** Return the seed of the server for a day, if it is known. @param {number} day @returns {string | undefined} */
export const storedSeed = (day) => storedObject(SEEDS)[day];

/** Store the result of a game on this device, once it is over. @param {number} day @returns {Promise<DailyEntry | undefined>} */
export async function settleDaily(day) {
  const entry = dailyEntry(day);
  if (!entry || entry.result || entry.left) return entry;
  const { left, moves, result } = await fetchDailyPlay(entry.table);
  const settled = { ...entry, left, ...(left || !result ? {} : { moves, result }) };
  storeEntry(day, settled);
  return settled;
}

/**
 * Send the moves of a day to the server if it has not got them yet. Returns the day as the server knows it then, or
 * null if nothing was sent.
 * @param {number} day
 * @param {DailyDay | null} known the day as the server has sent it
 * @returns {Promise<DailyDay | null>}
 */
export async function sendResult(day, known) {
  const entry = dailyEntry(day);
  if (!entry?.moves || !known || known.seed !== entry.seed) return null;
  try {
    const now = known.you ? known : await sendDaily(day, entry.moves);
    storeEntry(day, { ...entry, moves: null });
    return now;
  } catch (problem) {
    // The server would refuse the same result again. After any other failure the next visit tries again.
    if (problem instanceof Problem && problem.status === 422) storeEntry(day, { ...entry, moves: null });
    return null;
  }
}
