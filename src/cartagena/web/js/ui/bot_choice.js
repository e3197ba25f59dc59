/** The level of bots and how quickly they answer: chosen once, and remembered in the browser. */

import { el, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { catalogue, levelName, levelSentence } from "../model/catalogue.js";

/** Where the speed is remembered. */
const SPEED = "bot-speed";
/** Where the level is remembered. */
const LEVEL = "bot-level";
/** The level for those who have chosen none yet. */
const FIRST = "deckhand";

/** The level of bots that was chosen last. */
export function storedLevel() {
  const stored = localStorage.getItem(LEVEL) ?? "";
  return catalogue().levels.includes(stored) ? stored : FIRST;
}

/** Remember the level for the next table. @param {string} level */
export function rememberLevel(level) {
  localStorage.setItem(LEVEL, level);
}

/** The options of a select, one for each level. @param {string} chosen */
export function levelOptions(chosen) {
  return catalogue().levels.map((level) =>
    h(
      "option",
      { key: level, value: level, selected: level === chosen, title: levelSentence(level) },
      levelName(level),
    ),
  );
}

/**
 * A select and, below it, what the chosen level is like.
 * @param {string} id of the select
 * @param {string} chosen
 * @param {(level: string) => void} onChange
 */
export function levelSelect(id, chosen, onChange) {
  const sentence = el("small", { class: "quiet level-sentence", id: `${id}-sentence` }, levelSentence(chosen));
  const change = () => {
    sentence.textContent = levelSentence(select.value);
    onChange(select.value);
  };
  const select = el("select", { id, "aria-describedby": sentence.id, onchange: change }, levelOptions(chosen));
  return { select, sentence };
}

/** The speeds, by the name that the server has for each. @returns {Record<string, string>} */
export function botSpeeds() {
  return { slow: t("slow"), normal: t("normal"), fast: t("fast") };
}

/** The speed that was chosen last. */
export function storedBotSpeed() {
  const stored = localStorage.getItem(SPEED) ?? "";
  return stored in botSpeeds() ? stored : "normal";
}

/** Remember the speed for the next table. @param {string} speed */
export function rememberBotSpeed(speed) {
  localStorage.setItem(SPEED, speed);
}
