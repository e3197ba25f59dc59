/** The table at which this tab waits for a quick match, remembered also when the page is loaded again. */

const STORED = "match";

/** Wait at this table for somebody who wants this game; "" is any game. @param {string} table @param {string} game */
export function rememberMatch(table, game) {
  sessionStorage.setItem(STORED, JSON.stringify({ table, game }));
}

/** The game that is waited for at this table, if any is. @param {string} table @returns {string | null} */
export function matchAt(table) {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
  return stored?.table === table ? stored.game : null;
}

/** Wait no longer. */
export function forgetMatch() {
  sessionStorage.removeItem(STORED);
}
