/** The kinds of move, as the catalogue of the server lists them: how each is written, and what it is. */

import { catalogue } from "./catalogue.js";

/** @import { Catalogue, MoveKind } from "../net/types.js" */

/** What fits into each gap of a form. A card may be dark ("rum*") or hidden ("?"), a symbol neither. @type {Record<string, string>} */
const GAPS = {
  CARD: "(?<card>\\?|[a-z]+\\*?)",
  SYMBOL: "(?<card>[a-z]+)",
  COLOUR: "(?<colour>[a-z]+)",
  FROM: "(?<from>\\w+)",
  TO: "(?<to>\\w+)",
  SPACE: "(?<from>\\d+)",
};

/** The patterns of the kinds, and the catalogue that they were made of. @type {{ of: Catalogue | null, all: [string, RegExp][] }} */
let patterns = { of: null, all: [] };

/** The form of a kind as a pattern with a group for each gap. @param {MoveKind} kind */
function patternOf({ form, symbol }) {
  const card = symbol ? `(?<card>${symbol}\\*?)` : GAPS.CARD;
  const second = symbol ? `${symbol}\\*?` : "[a-z]+\\*?";
  const filled = form
    .replace("+CARD", `\\+${second}`)
    .replace(/[A-Z]+/g, (gap) => (gap === "CARD" ? card : GAPS[gap]) ?? gap);
  return new RegExp(`^${filled}$`);
}

/** The patterns by kind; a form that begins with a word comes before one that begins with any card. */
export function kindPatterns() {
  const current = catalogue();
  if (patterns.of !== current) {
    const startsWithCard = (/** @type {MoveKind} */ { form, symbol }) => form.startsWith("CARD") && !symbol;
    const ordered = [
      ...current.kinds.filter((kind) => !startsWithCard(kind)),
      ...current.kinds.filter((kind) => startsWithCard(kind)),
    ];
    patterns = { of: current, all: ordered.map((kind) => [kind.name, patternOf(kind)]) };
  }
  return patterns.all;
}

/** What the catalogue says about a kind of move. @param {string} name */
export function kindOf(name) {
  return catalogue().kinds.find((kind) => kind.name === name);
}
