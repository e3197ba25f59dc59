/** What stands above the board of some tables: the coach of a first game, or a puzzle. */

import { loadAllMessages } from "../../lib/i18n.js";
import { isFirstGame } from "../first_game/start.js";
import { puzzleAt } from "../puzzle/progress.js";

/** @import { TableState } from "../../model/table_state.js" */

/** @typedef {{ show: (state: TableState) => void }} Guide */

/**
 * The guide of a table; silent at all but those tables.
 * @param {string} id
 * @param {HTMLElement} table
 * @param {() => void} redraw called when the guide has come
 * @returns {Guide}
 */
export function guideFor(id, table, redraw) {
  /** @type {Guide | null} */
  let guide = null;
  const puzzle = puzzleAt(id);
  /** @returns {Promise<Guide | null>} */
  const load = async () => {
    if (isFirstGame(id)) return (await import("../first_game/coach.js")).openCoach(table);
    return puzzle === null ? null : (await import("../puzzle/panel.js")).openPuzzlePanel(table, puzzle);
  };
  const open = async () => {
    await loadAllMessages();
    guide = await load();
    redraw();
  };
  if (isFirstGame(id) || puzzle !== null) open().catch(() => {});
  return { show: (state) => guide?.show(state) };
}
