/** The panel of a finished game. It is loaded with its messages when the first game ends. */

import { h } from "../../lib/dom.js";
import { loadAllMessages } from "../../lib/i18n.js";
import { statusSentence } from "../../model/sentences.js";

/** @import { TableState } from "../../model/table_state.js" */

/** @type {typeof import("../finished/panel.js") | null} */
let loaded = null;
/** Whether it is being loaded. */
let loading = false;

/**
 * The panel or, until it is there, the result.
 * @param {TableState} state
 * @param {string} id
 * @param {() => void} redraw called when the panel has come
 * @param {(move: number) => void} onMove gets the number of the move that the replay shows
 */
export function gameOver(state, id, redraw, onMove) {
  if (loaded) return loaded.finishedPanel(state, id, onMove);
  load(redraw).catch(() => {});
  return h("section", { class: "controls" }, h("h2", { class: "result" }, statusSentence(state)));
}

/** Show a move of the finished game in its replay. @param {number} move */
export function showReplayAt(move) {
  loaded?.showReplayAt(move);
}

/** @param {() => void} redraw */
async function load(redraw) {
  if (loading) return;
  loading = true;
  try {
    [loaded] = await Promise.all([import("../finished/panel.js"), loadAllMessages()]);
    redraw();
  } finally {
    loading = false;
  }
}
