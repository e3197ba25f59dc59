/** Our contributions to the shuffles: random values, remembered until the shuffle can be checked. */

/** What we contributed for each colour, and the server's commitment before that. @typedef {{ commitment: string, values: Record<string, string> }} Contribution */

const STORAGE_KEY = "contributions";
/** For how many tables contributions are remembered. */
const MAX_TABLES = 60;

/** Random bytes as hexadecimal digits. @param {number} bytes */
export function randomHex(bytes = 32) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {[string, Contribution][]} by table, the oldest first */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
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
  localStorage.setItem(STORAGE_KEY, JSON.stringify([...others, [table.id, now]].slice(-MAX_TABLES)));
}
