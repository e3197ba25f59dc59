/** The calendar: dates and names of days, and the weeks of a month. */

import { DAY_MS, dayAt } from "../../model/days.js";

/** Return the date of a day, at midnight in UTC. @param {number} day */
export const dateOf = (day) => new Date(day * DAY_MS);

/** Return the name of a day in addresses, such as `2026-11-19`. @param {number} day */
export const isoDay = (day) => dateOf(day).toISOString().slice(0, 10);

/** Return the day of a name, or null if it is not one. @param {string} name */
export function readDay(name) {
  const at = /^\d{4}-\d\d-\d\d$/.test(name) ? Date.parse(name) : Number.NaN;
  return Number.isNaN(at) ? null : dayAt(at);
}

/**
 * Return the days of a month in weeks from Monday on, with null before the first day and after the last.
 * @param {number} day any day of the month
 * @returns {(number | null)[][]}
 */
export function weeksOfMonth(day) {
  const date = dateOf(day);
  const first = day - date.getUTCDate() + 1;
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const before = weekdayOf(first);
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, i) => {
      const at = 7 * week + i - before;
      return at >= 0 && at < length ? first + at : null;
    }),
  );
}

/** Return the number of a day in its week, from 0 for Monday. @param {number} day */
export const weekdayOf = (day) => (day + 3) % 7;
