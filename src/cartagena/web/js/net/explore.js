/** The request of the analysis board. */

import { post } from "./api.js";

/** @import { TriedPosition } from "./types.js" */

/**
 * What moves are worth in a position of a table, after some that were tried.
 * @param {string} id
 * @param {{ at: number, tried: string[], reply: boolean }} wanted `at` is `answers` of a running game, or how many
 *   moves of a finished one had been made; with `reply` bots play on for the others
 * @returns {Promise<TriedPosition>}
 */
export const tryMoves = (id, wanted) => post(`/api/v1/tables/${id}/try`, wanted);
