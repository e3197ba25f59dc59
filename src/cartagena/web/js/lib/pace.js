/** The pace of everything that moves on a board. The player chooses it in the menu of a table. */

/** The key of the setting in the local storage. */
const SETTING = "pace";

/** The factor on all durations, by the name of the pace. @type {Record<string, number>} */
const FACTORS = { slow: 1.7, normal: 1, fast: 0.5 };

/** The pace that was chosen last. */
let chosen = "normal";

/** Return the name of the pace. */
export function paceName() {
  return chosen;
}

/** Return a duration at this pace. @param {number} duration at the usual pace */
export function paced(duration) {
  return duration * (FACTORS[chosen] ?? 1);
}

/** Choose a pace, for this page and the next. @param {string} name */
export function setPace(name) {
  localStorage.setItem(SETTING, name);
  loadPace();
}

/** Take the pace that is stored in this browser, for scripts and, as `--pace`, for style sheets. */
export function loadPace() {
  const stored = localStorage.getItem(SETTING) ?? "";
  chosen = stored in FACTORS ? stored : "normal";
  document.documentElement.style.setProperty("--pace", String(FACTORS[chosen]));
}
