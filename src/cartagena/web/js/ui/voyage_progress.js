/** The rivals that the player has beaten: on this device, and by the results that the server keeps. */

import { fetchResults } from "../net/api.js";

/** The key in the local storage. */
const BEATEN = "beaten-rivals";

/** Return the levels that were beaten on this device. @returns {Set<string>} */
export function storedBeaten() {
  try {
    return new Set(JSON.parse(localStorage.getItem(BEATEN) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** Remember that levels were beaten, and return those that are new. @param {string[]} levels */
export function rememberBeaten(levels) {
  const before = storedBeaten();
  const newLevels = levels.filter((level) => !before.has(level));
  if (newLevels.length) localStorage.setItem(BEATEN, JSON.stringify([...before, ...newLevels]));
  return newLevels;
}

/** Return all levels beaten so far. The server knows those beaten on other devices. */
export async function fetchBeaten() {
  const { bots } = await fetchResults();
  rememberBeaten(bots.filter(({ won }) => won > 0).map(({ name }) => name));
  return storedBeaten();
}
