/** What this browser remembers of tables: our contributions to the shuffles, and the quick match we wait for. */

/** What we contributed for each colour, and the server's commitment before that. @typedef {{ commitment: string, values: Record<string, string> }} Contribution */

const CONTRIBUTIONS = "contributions";
/** For how many tables contributions are remembered. */
const MAX_TABLES = 60;

/** Random bytes as hexadecimal digits. @param {number} bytes */
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
 * What we contributed at a table, if this browser remembers it.
 * @param {string} id
 * @returns {Contribution | undefined}
 */
export const contributionAt = (id) => stored().find(([table]) => table === id)?.[1];

/**
 * Remember what we contributed for a seat.
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

/** Wait at this table for somebody who wants this game; "" is any game. @param {string} table @param {string} game */
export function rememberMatch(table, game) {
  sessionStorage.setItem(MATCH, JSON.stringify({ table, game }));
}

/** The game that is waited for at this table, if any is. @param {string} table @returns {string | null} */
export function matchAt(table) {
  const stored = JSON.parse(sessionStorage.getItem(MATCH) ?? "null");
  return stored?.table === table ? stored.game : null;
}

/** Wait no longer. */
export function forgetMatch() {
  sessionStorage.removeItem(MATCH);
}
