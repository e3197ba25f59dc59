/**
 * Hints and analysis boards. This device computes them when it can, from what the player may know; otherwise the server
 * does. The figures are the same.
 */

import { post } from "./http.js";
import { sendToWorker } from "./local_link.js";
import { isAnsweredHere, requestText } from "./table_link.js";

/** @import { Progress } from "./local_link.js" */
/** @import { ExploredPosition, Hint, Rules, SeatUpdate } from "./types.js" */

/** What a player may know of a running game. @typedef {{ rules: Rules, board: string[], views: SeatUpdate[] }} Knowledge */

/** Connections over which the engine and a net, about 500 kB, would take longer than the server's answer. */
const SLOW = ["slow-2g", "2g", "3g"];

/** Return whether this device should think, rather than the server. */
function thinksHere() {
  const { saveData = false, effectiveType = "" } = /** @type {any} */ (navigator).connection ?? {};
  return typeof WebAssembly === "object" && !saveData && !SLOW.includes(effectiveType);
}

/** Return the view of the player to move, or null if the page does not have it. @param {Knowledge} knowledge */
function viewOf({ rules, board, views }) {
  const view = views.find((one) => one.viewer === (one.pending?.seat ?? one.turn));
  if (!view?.viewer) return null;
  // A covered hand is not in the state.
  const held = Object.values(view.hands[view.viewer] ?? {}).reduce((all, one) => all + one, 0);
  if (held !== view.hand_sizes[view.viewer]) return null;
  return { ...view, rules, board, players: Object.keys(view.hand_sizes) };
}

/**
 * Ask for a hint.
 * @param {string} id
 * @param {number} expected_seq the last event that we know
 * @param {Knowledge} knowledge
 * @param {Progress} progress
 * @returns {Promise<Hint>}
 */
export async function fetchHint(id, expected_seq, knowledge, progress) {
  const path = `/api/v1/tables/${id}/hint`;
  const body = { expected_seq };
  if (isAnsweredHere(path)) return JSON.parse(await sendToWorker("POST", path, body, progress));
  const view = thinksHere() ? viewOf(knowledge) : null;
  const here = view && { ...body, start: { view } };
  return (here && (await ask(`/api/v1/hints/${id}`, here, progress))) ?? post(path, body);
}

/** The record of the finished game that was explored last. */
let last = { id: "", record: "" };

/**
 * Explore a position of a table: play these moves on an analysis board and rate the next ones.
 * @param {string} id
 * @param {{ at: number, moves: string[], reply: boolean }} options `at` is `expected_seq` of a running game, or the
 *   number of moves made in a finished one. With `reply`, bots play on for the others
 * @param {Knowledge | null} knowledge of a running game
 * @returns {Promise<ExploredPosition>}
 */
export async function explore(id, options, knowledge) {
  const path = `/api/v1/tables/${id}/explore`;
  if (isAnsweredHere(path) || !thinksHere()) return post(path, options);
  const start = await startOf(id, options.at, knowledge);
  return (start && (await ask(`/api/v1/explorations/${id}`, { ...options, start }))) ?? post(path, options);
}

/** Return where an analysis board starts: see local/jobs.js. @param {string} id @param {number} moves @param {Knowledge | null} knowledge */
async function startOf(id, moves, knowledge) {
  if (knowledge) {
    const view = viewOf(knowledge);
    return view && { view };
  }
  if (last.id !== id) last = { id, record: await requestText("GET", `/api/v1/tables/${id}/record`) };
  return { record: last.record, moves };
}

/** Let this device think. Returns null if it cannot. @param {string} path @param {object} body @param {Progress} [progress] */
async function ask(path, body, progress) {
  try {
    return JSON.parse(await sendToWorker("POST", path, body, progress));
  } catch (error) {
    if (progress?.signal?.aborted) throw error;
    return null;
  }
}
