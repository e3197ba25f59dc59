/** The requests about ourselves: who we are, and the recovery link. */

import { me, post, request, setIdentity } from "./api.js";

/** @import { Me } from "./types.js" */

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
