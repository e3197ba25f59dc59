/** A select for the level of a bot, the weakest first, with a line on what the chosen one is like. */

import { h } from "../lib/dom.js";
import { catalogue } from "../model/catalogue.js";
import { levelName, levelSentence } from "../model/levels.js";

/** Where the level that was chosen last is remembered. */
const STORED = "bot-level";
/** The level for those who have chosen none yet. */
const FIRST = "deckhand";

/** The level of bots that was chosen last. */
export function storedLevel() {
  const stored = localStorage.getItem(STORED) ?? "";
  return catalogue().levels.includes(stored) ? stored : FIRST;
}

/** Remember the level for the next table. @param {string} level */
export function rememberLevel(level) {
  localStorage.setItem(STORED, level);
}

/** The options of a select, one for each level. @param {string} chosen */
export function levelOptions(chosen) {
  return catalogue().levels.map((level) =>
    h("option", { value: level, selected: level === chosen, title: levelSentence(level) }, levelName(level)),
  );
}

/**
 * A select and, below it, what the chosen level is like.
 * @param {string} id of the select
 * @param {string} chosen
 * @param {(level: string) => void} onChange
 */
export function levelSelect(id, chosen, onChange) {
  const sentence = h("small", { class: "quiet level-sentence", id: `${id}-sentence` }, levelSentence(chosen));
  const change = () => {
    sentence.textContent = levelSentence(select.value);
    onChange(select.value);
  };
  const select = h("select", { id, "aria-describedby": sentence.id, onchange: change }, levelOptions(chosen));
  return { select, sentence };
}
