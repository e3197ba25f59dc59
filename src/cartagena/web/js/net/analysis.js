/** The requests about what moves are worth: the analysis of a finished game, and the analysis board. */

import { post, request } from "./api.js";

/** @import { AnalysisState, ExploredPosition } from "./types.js" */

/**
 * Explore a position of a table: play these moves on an analysis board and rate the next ones.
 * @param {string} id
 * @param {{ at: number, moves: string[], reply: boolean }} wanted `at` is `expected_seq` of a running game, or how many
 *   moves of a finished one had been made; with `reply` bots play on for the others
 * @returns {Promise<ExploredPosition>}
 */
export const tryMoves = (id, wanted) => post(`/api/v1/tables/${id}/try`, wanted);

/** How far the analysis of a game is, and its result. @param {string} id @returns {Promise<AnalysisState>} */
export const fetchAnalysis = (id) => request("GET", `/api/v1/tables/${id}/analysis`);

/** Have a game analysed. @param {string} id @returns {Promise<AnalysisState>} */
export const startAnalysis = (id) => post(`/api/v1/tables/${id}/analysis`);
