/** What a player can do at a table: select, move, undo, end the turn, ask for a hint. */

import { announce, toast } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { isCovered } from "../../model/hidden.js";
import * as api from "../../net/api.js";
import { Problem } from "../../net/failures.js";
import { fetchHint } from "../../net/thinking.js";
import { errorText } from "../../ui/errors.js";
import { hintText } from "../../ui/hints.js";
import { playSound } from "../../ui/sounds.js";
import { puzzleAt } from "../puzzle/progress.js";
import { undoWindowSetting } from "./turn_end.js";

/** @import { Hint } from "../../net/types.js" */
/** @import { Selection } from "../../model/moves.js" */
/** @import { TableStore } from "../../model/table_store.js" */

/**
 * Return the actions of a player at a table.
 * @param {string} id of the table
 * @param {TableStore} store
 * @param {AbortSignal} signal aborted when the table is left; no message is shown after that
 * @param {() => void} reconnect fetches the events that we have missed
 */
export function tableActions(id, store, signal, reconnect) {
  const isPuzzle = puzzleAt(id) !== null;
  /** Stops the hint that is being worked out. @type {AbortController | null} */
  let stopHint = null;
  signal.addEventListener("abort", () => stopHint?.abort());

  /**
   * Send a request that refers to the current state.
   * @param {(expected_seq: number) => Promise<{ seq: number }>} request
   * @returns {Promise<boolean>} whether the server has accepted it
   */
  async function send(request) {
    const state = store.get();
    if (!state || state.busy) return false;
    stopHint?.abort();
    store.dispatch({ type: "send" });
    try {
      const { seq } = await request(state.expected_seq);
      store.dispatch({ type: "accept", seq });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      toast(errorText(error));
      store.dispatch({ type: "reject" });
      if (error instanceof Problem && error.kind === "stale") reconnect();
      return false;
    }
  }

  /** @param {string} move */
  async function play(move) {
    const state = store.get();
    // The position of a puzzle stays until it is graded.
    const undoWindow = isPuzzle ? "until-ended" : undoWindowSetting();
    if (!state || !isCovered(state)) return send((seq) => api.playMove(id, move, seq, undoWindow));
    toast(t("First confirm that you’re the one at the screen."));
    return false;
  }

  /** Ask for a hint, and show it. A second call stops the first. */
  async function hint() {
    if (stopHint) return stopHint.abort();
    const state = store.get();
    if (!state) return;
    const { expected_seq } = state;
    const stop = new AbortController();
    stopHint = stop;
    store.dispatch({ type: "request-hint" });
    const onProgress = (/** @type {number} */ share) => {
      if (stopHint === stop) store.dispatch({ type: "hint-progress", share });
    };
    /** @type {Hint | null} */
    let answer = null;
    try {
      answer = await unlessStopped(
        fetchHint(id, expected_seq, state, { onProgress, signal: stop.signal }),
        stop.signal,
      );
    } catch (error) {
      if (!signal.aborted && !stop.signal.aborted) toast(errorText(error));
    }
    stopHint = null;
    if (signal.aborted) return;
    store.dispatch({ type: "hint", hint: answer, expected_seq });
    if (answer && store.get()?.hint === answer) announce(hintText(state, answer));
  }

  return {
    play,
    undo: () => send((seq) => api.undo(id, seq)),
    endTurn: () => send((seq) => api.endTurn(id, seq)),
    ...(isPuzzle ? {} : { hint }),
    say: toast,
    choose: (/** @type {Partial<Selection>} */ change) => {
      playSound("choose");
      store.dispatch({ type: "select", change });
    },
    reveal: () => store.dispatch({ type: "reveal" }),
  };
}

/**
 * Wait for a promise until it is stopped.
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
function unlessStopped(promise, signal) {
  const stopped = new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("stopped")));
  });
  return Promise.race([promise, /** @type {Promise<never>} */ (stopped)]);
}

/** @typedef {ReturnType<typeof tableActions>} TableActions */
