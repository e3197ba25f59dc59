/** The puzzles solved on this device, the puzzle of the day, and the streak. */

import { today } from "../../model/days.js";

const STORAGE_KEY = "puzzles";

/**
 * The table and the number of the current puzzle, the numbers of the solved ones, and for how many days in a row the
 * puzzle of the day was solved, with the last of these days.
 * @typedef {{ table: string, number: number, solved: number[], streak: number, day: number }} Progress
 */

/** @returns {Progress} */
function stored() {
  const nothing = { table: "", number: 0, solved: [], streak: 0, day: 0 };
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") };
  } catch {
    return nothing;
  }
}

/** @param {Partial<Progress>} change */
function store(change) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...stored(), ...change }));
}

/** Puzzles are sorted by level, so the puzzle of the day jumps through the list. It shares no factor with their number. */
const STRIDE = 97;

/** Return the number of the puzzle of the day. @param {number} count @param {number} [day] */
export const puzzleOfTheDay = (count, day = today()) => (day * STRIDE) % count;

/** Return the next puzzle that is not solved, or simply the next. @param {number} count @param {number} number */
export function nextPuzzle(count, number) {
  const solved = solvedPuzzles();
  const following = Array.from({ length: count }, (_, i) => (number + 1 + i) % count);
  return following.find((one) => !solved.has(one)) ?? (number + 1) % count;
}

/** Store which puzzle this table is for. @param {string} table @param {number} number */
export const beginPuzzle = (table, number) => store({ table, number });

/** Return the number of the puzzle of a table, or null. @param {string} table */
export function puzzleAt(table) {
  const now = stored();
  return now.table === table ? now.number : null;
}

/** Return the numbers of the solved puzzles. */
export const solvedPuzzles = () => new Set(stored().solved);

/** Return the length of the streak: the days in a row with a solved puzzle of the day, up to today or yesterday. */
export function streak() {
  const { streak: days, day } = stored();
  return day >= today() - 1 ? days : 0;
}

/** Store that a puzzle is solved. @param {number} number @param {number} count of all puzzles */
export function noteSolved(number, count) {
  const solved = [...solvedPuzzles().add(number)];
  const day = today();
  if (number !== puzzleOfTheDay(count, day) || stored().day === day) return store({ solved });
  store({ solved, streak: streak() + 1, day });
}
