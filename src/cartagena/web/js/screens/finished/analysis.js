/** Follows the analysis of a finished game: requests it, and polls until it is done. */

import { fetchAnalysis, startAnalysis, stopAnalysis } from "../../net/api.js";

/** @import { AnalysisState } from "../../net/types.js" */

/** Poll interval in milliseconds. */
const POLL_MS = 700;

/**
 * Return functions that follow the analysis of a game while its page is open.
 * @param {string} id
 * @param {() => boolean} isOpen
 * @param {(state: AnalysisState) => void} onChange
 * @param {(error: unknown) => void} onError
 */
export function followAnalysis(id, isOpen, onChange, onError) {
  /** True while a poll is running or scheduled. */
  let polling = false;
  let done = false;

  async function poll() {
    if (done) return;
    polling = true;
    try {
      const state = await fetchAnalysis(id);
      done = state.status === "done";
      onChange(state);
      polling = state.status === "running" && isOpen();
      if (polling) setTimeout(poll, POLL_MS);
    } catch (error) {
      polling = false;
      onError(error);
    }
  }

  return {
    /** Fetch the state of the analysis, and poll while it runs. */
    resume: () => {
      if (!polling) poll();
    },
    /** Request the analysis. */
    start: () => {
      onChange({ status: "running", done: 0, total: 0, analysis: null });
      startAnalysis(id).then(() => {
        if (!polling) poll();
      }, onError);
    },
    /** Stop the analysis. */
    stop: () => {
      stopAnalysis(id).then(onChange, onError);
    },
  };
}
