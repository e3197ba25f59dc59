/** The findings about one move of an analysis as text, to pass between workers. */

import { toJson } from "./json.js";
import { np } from "./numpy.js";
import * as program from "./program.js";
import { py } from "./python.js";

/** Write findings as JSON. @param {any} findings */
export const writeFindings = (findings) => toJson(findings);

/** @param {any} value @returns {any} */
const estimate = (value) => (value ? new program.Estimate(np.array(value.samples)) : null);

/** Read findings. @param {string} text */
export function readFindings(text) {
  const plain = JSON.parse(text);
  const estimates = ["before_move", "before_draws", "after_draws", "reevaluation"].map((name) => [
    name,
    estimate(plain[name]),
  ]);
  const candidates = plain.ranking.candidates.map((/** @type {any} */ one) => py.instance(program.Candidate, one));
  const ranking = py.instance(program.BetterMove, { ...plain.ranking, candidates });
  return py.instance(program.Findings, { ...plain, ...Object.fromEntries(estimates), ranking });
}
