/** Requests about friends, blocked people, invitations and reports. */

import { me, post } from "./http.js";
import { request } from "./table_link.js";

/** @import { FriendLink, Friends, Invitation } from "./types.js" */

/** Fetch our friends and the people whom we have blocked. @returns {Promise<Friends>} */
export async function fetchFriends() {
  await me();
  return request("GET", "/api/v1/me/friends");
}

/** Create our friend link. The previous one stops working. @returns {Promise<Friends>} */
export const renewFriendLink = () => post("/api/v1/me/friends/link");

/** End a friendship. @param {string} person @returns {Promise<Friends>} */
export const removeFriend = (person) => post(`/api/v1/me/friends/${person}/remove`);

/** Fetch whose friend link this is. @param {string} code @returns {Promise<FriendLink>} */
export async function fetchFriendLink(code) {
  await me();
  return request("GET", `/api/v1/friend-links/${encodeURIComponent(code)}`);
}

/** Become friends with the owner of a link. @param {string} code @returns {Promise<Friends>} */
export const acceptFriendLink = (code) => post(`/api/v1/friend-links/${encodeURIComponent(code)}`);

/** Block or unblock a person. @param {string} whom @param {boolean} blocked @returns {Promise<Friends>} */
export const setBlocked = (whom, blocked) => post("/api/v1/me/blocks", { whom, blocked });

/** Fetch our invitations. @returns {Promise<Invitation[]>} */
export async function fetchInvitations() {
  await me();
  return (await request("GET", "/api/v1/me/invitations")).invitations;
}

/** Invite a friend to a table. @param {string} table @param {string} friend */
export const inviteFriend = (table, friend) => post(`/api/v1/tables/${table}/invite`, { friend });

/**
 * Report a player to the operator of the server.
 * @param {string} table
 * @param {{ whom: string, reason: string, text: string }} report
 */
export const reportPlayer = (table, report) => post(`/api/v1/tables/${table}/report`, report);
