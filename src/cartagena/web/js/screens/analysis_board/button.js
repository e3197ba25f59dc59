/** The button that opens the analysis board, which is loaded when it is first needed. */

import { el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { loadStyles } from "../../lib/styles.js";
import { showFailure } from "../../ui/errors.js";

/** @import { GameState } from "../../model/game_state.js" */

/**
 * Return a button that opens an analysis board on the current position.
 * @param {string} id of the table
 * @param {() => { state: GameState, at: number, isRunning: boolean } | null} where see `explore` in net/thinking.js
 */
export function analysisBoardButton(id, where) {
  const open = async () => {
    const from = where();
    if (!from) return;
    const [{ openBoard }] = await Promise.all([import("./board.js"), loadStyles("analysis_board")]);
    await openBoard(from.state, id, from.at, from.isRunning);
  };
  const onclick = () => showFailure(open());
  return el("button", { type: "button", class: "action quiet analysis-board", onclick }, t("Analysis board"));
}
