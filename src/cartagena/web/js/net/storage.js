/**
 * Data about tables in this browser's storage: our contributions to the shuffles, and the quick match that we wait for.
 */

/**
 * Our contribution for each colour, and the server's commitment before it.
 * @typedef {{ commitment: string, values: Record<string, string> }} Contribution
 */

const CONTRIBUTIONS = "contributions";
/** Number of tables whose contributions are stored. */
const MAX_TABLES = 60;

/** Return random bytes in hexadecimal. @param {number} bytes */
export function randomHex(bytes = 32) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {[string, Contribution][]} by table, the oldest first */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(CONTRIBUTIONS) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Return what we contributed at a table, if it is stored.
 * @param {string} id
 * @returns {Contribution | undefined}
 */
export const contributionAt = (id) => stored().find(([table]) => table === id)?.[1];

/**
 * Store what we contributed for a seat.
 * @param {{ id: string, commitment: string }} table as it was shown before
 * @param {string} seat
 * @param {string} value
 */
export function rememberContribution(table, seat, value) {
  const before = contributionAt(table.id) ?? { commitment: table.commitment, values: {} };
  const others = stored().filter(([id]) => id !== table.id);
  /** @type {Contribution} */
  const now = { ...before, values: { ...before.values, [seat]: value } };
  localStorage.setItem(CONTRIBUTIONS, JSON.stringify([...others, [table.id, now]].slice(-MAX_TABLES)));
}

/** The key of the quick match in the session storage. */
const MATCH = "match";

/**
 * Remember that we wait at this table for another player of this game. "" stands for any game.
 * @param {string} table
 * @param {string} game
 */
export function rememberMatch(table, game) {
  sessionStorage.setItem(MATCH, JSON.stringify({ table, game }));
}

/** Return the game that we wait for at this table, or null. @param {string} table @returns {string | null} */
export function matchAt(table) {
  const stored = JSON.parse(sessionStorage.getItem(MATCH) ?? "null");
  return stored?.table === table ? stored.game : null;
}

/** Stop waiting for a quick match. */
export function forgetMatch() {
  sessionStorage.removeItem(MATCH);
}
