/** The requests about ourselves: our finished games, and the recovery link. */

import { me, post, request, setIdentity } from "./api.js";

/** @import { Me, FinishedGame, Results } from "./types.js" */

/**
 * Our finished games, the newest first.
 * @param {string | null} before what `next` was on the page before
 * @returns {Promise<{ games: FinishedGame[], next: string | null, complete: boolean }>}
 */
export async function fetchGames(before) {
  await me();
  return request("GET", `/api/v1/me/games${before ? `?before=${before}` : ""}`);
}

/** Our finished games in numbers. @returns {Promise<Results>} */
export async function fetchResults() {
  await me();
  return request("GET", "/api/v1/me/results");
}

/** When our recovery link was made, in milliseconds; null if there is none. @returns {Promise<{ created_at: number | null }>} */
export async function fetchRecovery() {
  await me();
  return request("GET", "/api/v1/me/recovery");
}

/** The secret of a new recovery link; an older link stops working. @returns {Promise<{ secret: string }>} */
export const createRecovery = () => post("/api/v1/me/recovery");

/** Revoke the link, and sign out all other browsers that are us. @returns {Promise<{ created_at: null }>} */
export const revokeRecovery = () => post("/api/v1/me/recovery/revoke");

/** Be the one whose recovery link this is, in this browser. @param {string} secret @returns {Promise<Me>} */
export async function recover(secret) {
  const who = await request("POST", "/api/v1/recovery", { secret });
  setIdentity(who);
  return who;
}
