/** Which puzzles are solved on this device, the puzzle of the day, and the streak. */

const STORAGE_KEY = "puzzles";
const DAY = 86_400_000;

/**
 * The table and the number of the puzzle that is being solved; the numbers of those solved; how many
 * days in a row the puzzle of the day was solved, and the last of them.
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

/** The day now, counted since 1970: the same for all, wherever they are. */
export const today = () => Math.floor(Date.now() / DAY);

/** The number of the puzzle of the day, of so many. @param {number} count @param {number} [day] */
export const puzzleOfTheDay = (count, day = today()) => day % count;

/** All puzzles at all tables, one at a time: remember which one this table is for. @param {string} table @param {number} number */
export const beginPuzzle = (table, number) => store({ table, number });

/** The number of the puzzle that is solved at a table, if there is one. @param {string} table */
export function puzzleAt(table) {
  const now = stored();
  return now.table === table ? now.number : null;
}

/** The puzzles that are solved. */
export const solvedPuzzles = () => new Set(stored().solved);

/** How many days in a row the puzzle of the day was solved, until today or yesterday. */
export function streak() {
  const { streak: days, day } = stored();
  return day >= today() - 1 ? days : 0;
}

/** A puzzle was solved. @param {number} number @param {number} count of all puzzles */
export function noteSolved(number, count) {
  const solved = [...solvedPuzzles().add(number)];
  const day = today();
  if (number !== puzzleOfTheDay(count, day) || stored().day === day) return store({ solved });
  store({ solved, streak: streak() + 1, day });
}
