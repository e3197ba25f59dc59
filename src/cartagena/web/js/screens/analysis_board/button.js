/** Opens the analysis board; it is loaded when it is first wanted. */

import { el } from "../../lib/dom.js";
import { loadAllMessages, t } from "../../lib/i18n.js";
import { loadStyles } from "../../lib/styles.js";
import { showFailure } from "../../ui/errors.js";

/** @import { GameState } from "../../model/game_state.js" */

/**
 * A button that opens an analysis board on the position that is shown then.
 * @param {string} id of the table
 * @param {() => { state: GameState, at: number } | null} where see net/analysis.js
 */
export function analysisBoardButton(id, where) {
  const open = async () => {
    const from = where();
    if (!from) return;
    const [{ openBoard }] = await Promise.all([import("./board.js"), loadStyles("explore"), loadAllMessages()]);
    await openBoard(from.state, id, from.at);
  };
  const onclick = () => showFailure(open());
  return el("button", { type: "button", class: "action quiet analysis-board", onclick }, t("Analysis board"));
}
