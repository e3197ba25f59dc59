/** Fetches the empty board for the ratio of a box, and puts the symbols on its spaces. */

import { svg } from "../lib/dom.js";
import { templateFile } from "../model/board.js";

/** @import { Rules } from "../net/types.js" */

/**
 * The fetched templates by file. With them, turning a phone back and forth fetches nothing.
 * @type {Map<string, Promise<string>>}
 */
const fetched = new Map();

/** Offline, only the templates of every third step are available. See `offline` in the server. */
const OFFLINE_STEP = 3;

/** Return the address of a file next to this client's other files. @param {string} file */
const addressOf = (file) => new URL(`../../${file}`, import.meta.url).href;

/** @param {string} file */
async function fetchText(file) {
  const response = await fetch(addressOf(file));
  if (!response.ok) throw new Error(`${response.status} for ${file}`);
  return response.text();
}

/** Fetch a file once. A failure is forgotten, so that the next call tries again. @param {string} file */
function fetchOnce(file) {
  const pending = fetched.get(file);
  if (pending) return pending;
  const text = fetchText(file).catch((error) => {
    fetched.delete(file);
    throw error;
  });
  fetched.set(file, text);
  return text;
}

/**
 * Return the empty board for a ratio or, if that one cannot be fetched, for one close to it.
 * @param {Rules} rules
 * @param {number} step
 * @returns {Promise<SVGElement>}
 */
export async function fetchTemplate(rules, step) {
  const near = Math.round(step / OFFLINE_STEP) * OFFLINE_STEP;
  const text = await fetchOnce(templateFile(rules, step)).catch((error) => {
    if (near === step) throw error;
    return fetchOnce(templateFile(rules, near));
  });
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/**
 * Put the symbols on the spaces.
 * @param {SVGElement} ground
 * @param {string[]} board
 */
export function fillSymbols(ground, board) {
  const size = Number(ground.dataset.symbol ?? 0);
  const height = Number(ground.dataset.stone?.split(" ")[1] ?? 0);
  for (const space of ground.querySelectorAll(".space")) {
    const symbol = board[Number(space.getAttribute("data-place")) - 1];
    space.querySelector(".symbol")?.remove();
    if (!symbol) continue;
    space.append(
      svg("use", {
        class: "symbol",
        href: `#ct-${symbol}`,
        x: -size / 2,
        y: 4 - height / 2,
        width: size,
        height: size,
      }),
    );
  }
}
