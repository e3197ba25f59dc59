/** Days, counted since 1970 in UTC, so that a day is the same everywhere. */

/** The length of a day in milliseconds. */
export const DAY_MS = 86_400_000;

/** Return the current day. */
export const today = () => dayAt(Date.now());

/** Return the day of a time in milliseconds. @param {number} at */
export const dayAt = (at) => Math.floor(at / DAY_MS);

/**
 * Return the number of days in a row that end on a day, or on the day before it.
 * @param {Set<number>} days
 * @param {number} day
 */
export function daysInARow(days, day) {
  const last = days.has(day) ? day : day - 1;
  let first = last;
  while (days.has(first)) first--;
  return last - first;
}
