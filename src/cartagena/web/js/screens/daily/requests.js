/** Requests of the daily escape: games on this device, and results on the server. */

import { isServerless } from "../../lib/address.js";
import { post } from "../../net/http.js";
import { sendToWorker } from "../../net/local_link.js";
import { request } from "../../net/table_link.js";

/** @import { DailyDay, DailyResult, TableInfo } from "../../net/types.js" */

/**
 * A game of a daily escape on this device. `moves` and `result` are null while it is not over.
 * @typedef {{ day: number, seed: string, left: boolean, moves: string[] | null, result: DailyResult | null }} DailyPlay
 */

/** Fetch the deal of a day and its results. Returns null without a server or a connection. @param {number} day @returns {Promise<DailyDay | null>} */
export async function fetchDaily(day) {
  if (isServerless()) return null;
  return request("GET", `/api/v1/daily/${day}`).catch(() => null);
}

/**
 * Start a daily escape on this device. Without a seed of the server, the seed follows from the date.
 * @param {number} day
 * @param {string | undefined} seed
 * @param {string} bot_speed
 * @returns {Promise<TableInfo>}
 */
export async function startDaily(day, seed, bot_speed) {
  return JSON.parse(await sendToWorker("POST", "/api/v1/daily", { day, seed, bot_speed }));
}

/** Fetch the game of a daily escape from this device. @param {string} table @returns {Promise<DailyPlay>} */
export const fetchDailyPlay = (table) => request("GET", `/api/v1/tables/${table}/daily`);

/** Send the moves of a day to the server, which plays them again and adds the result. @param {number} day @param {string[]} moves @returns {Promise<DailyDay>} */
export const sendDaily = (day, moves) => post(`/api/v1/daily/${day}`, { moves });
