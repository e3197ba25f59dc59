/** Fetches puzzles and starts them, each at its own table. */

import { navigate } from "../../lib/router.js";
import * as api from "../../net/api.js";
import { beginPuzzle } from "./progress.js";

/** @import { Puzzle } from "./grading.js" */

/** The bots that play the other seats. */
const LEVEL = "bosun";

/** Fetch all puzzles. @returns {Promise<Puzzle[]>} */
export async function fetchPuzzles() {
  return (await fetch(new URL("../../../puzzles.json", import.meta.url))).json();
}

/** Start a puzzle. @param {Puzzle} puzzle @param {number} number */
export async function startPuzzle({ position, seat }, number) {
  const { id } = await api.startFrom({ position, seat, level: LEVEL });
  beginPuzzle(id, number);
  navigate(`/table/${id}`);
}
