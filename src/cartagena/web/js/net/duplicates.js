/** Requests about contests: several tables with equal deals. */

import { me, post, postWithRetry } from "./http.js";
import { contributionAt, randomHex, rememberContribution } from "./storage.js";
import { request } from "./table_link.js";

/** @import { DuplicateInfo } from "./types.js" */

/** The name under which our contribution to a contest is stored: its seats are drawn later. */
export const CONTEST_SEAT = "contest";

/** Fetch our contests, the newest first. @returns {Promise<DuplicateInfo[]>} */
export async function fetchContestes() {
  await me();
  return (await request("GET", "/api/v1/duplicates")).duplicates;
}

/** Fetch a contest. @param {string} id @returns {Promise<DuplicateInfo>} */
export async function fetchContest(id) {
  await me();
  return request("GET", `/api/v1/duplicates/${encodeURIComponent(id)}`);
}

/**
 * Create a contest and take part in it.
 * @param {{ rules: string, people: number, bots: string[], seconds: number }} options
 * @returns {Promise<DuplicateInfo>}
 */
export async function createContest(options) {
  return joinContest(await postWithRetry("/api/v1/duplicates", options));
}

/** Take part in a contest, and contribute to its shuffle. @param {DuplicateInfo} contest as it is shown @returns {Promise<DuplicateInfo>} */
export async function joinContest(contest) {
  const value = contributionAt(contest.id)?.values[CONTEST_SEAT] ?? randomHex();
  const joined = await post(`/api/v1/duplicates/${contest.id}/join`, { contribution: value });
  rememberContribution(contest, CONTEST_SEAT, value);
  return joined;
}

/**
 * Leave a contest before it begins or, as its host, start or close it.
 * @param {string} id
 * @param {"leave" | "start" | "close"} what
 * @returns {Promise<DuplicateInfo>}
 */
export const changeContest = (id, what) => post(`/api/v1/duplicates/${id}/${what}`);
