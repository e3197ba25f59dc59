/** Our own part of the chance: drawn here, and remembered until the shuffle can be checked. */

/** @typedef {{ commitment: string, values: Record<string, string> }} Given */

const PLACE = "chance";
const KEPT = 60;

/** Random bytes as hexadecimal digits. @param {number} bytes */
export function draw(bytes = 32) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {[string, Given][]} the last tables at which we gave something, with what they had promised */
function all() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * What we gave at a table, and what the server had promised when we did.
 * @param {string} id
 * @returns {Given | undefined}
 */
export const given = (id) => all().find(([table]) => table === id)?.[1];

/**
 * @param {{ id: string, commitment: string }} table as it was shown before
 * @param {string} seat
 * @param {string} value
 */
export function remember(table, seat, value) {
  const known = given(table.id) ?? { commitment: table.commitment, values: {} };
  const others = all().filter(([id]) => id !== table.id);
  /** @type {Given} */
  const now = { ...known, values: { ...known.values, [seat]: value } };
  localStorage.setItem(PLACE, JSON.stringify([...others, [table.id, now]].slice(-KEPT)));
}
