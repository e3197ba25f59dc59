/** Requests about ranks, results against each opponent, and the statistics of shuffles. */

import { me, post } from "./http.js";
import { request } from "./table_link.js";

/** @import { Opponent, Ranks, ShuffleStatistics } from "./types.js" */

/** Fetch the ranks of a game. @param {string} variant @returns {Promise<Ranks>} */
export async function fetchRanks(variant) {
  await me();
  return request("GET", `/api/v1/ranks/${variant}`);
}

/** Be ranked from the next game on, or no longer. @param {boolean} ranked */
export const setRanked = (ranked) => post("/api/v1/me/ranked", { ranked });

/** Fetch our results against each person. @returns {Promise<Opponent[]>} */
export async function fetchOpponents() {
  await me();
  return (await request("GET", "/api/v1/me/opponents")).opponents;
}

/** Fetch the statistics of all shuffles. @returns {Promise<ShuffleStatistics>} */
export const fetchShuffles = () => request("GET", "/api/v1/shuffles");
