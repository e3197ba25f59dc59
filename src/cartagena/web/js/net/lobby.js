/** Lists of tables, and the quick match, as functions. */

import { me, postWithRetry, request } from "./api.js";

/** @import { LobbyTable, TableInfo } from "./types.js" */

/** Tables, the newest first. @param {string} query @returns {Promise<{ tables: TableInfo[] }>} */
export async function listTables(query) {
  await me();
  return request("GET", `/api/v1/tables?${query}`);
}

/** Public tables to join and to watch. @returns {Promise<{ waiting: LobbyTable[], running: LobbyTable[] }>} */
export const fetchLobby = () => request("GET", "/api/v1/lobby");

/**
 * A seat at the first public table that fits, or at a new one of ours.
 * @param {string} game a preset, or "" for any
 * @returns {Promise<TableInfo>}
 */
export const quickMatch = (game) => postWithRetry("/api/v1/quick-match", { rules: game || null });
