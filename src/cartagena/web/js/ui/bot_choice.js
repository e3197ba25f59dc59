/** The game, the level and the speed of bots, stored in the browser for the next table. */

import { el, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { patch } from "../lib/patch.js";
import { catalogue, games, levelSentence, rivalTitle } from "../model/catalogue.js";
import { portrait } from "./rivals.js";

/** The key of the speed in the local storage. */
const SPEED = "bot-speed";
/** The key of the level in the local storage. */
const LEVEL = "bot-level";
/** The key of the game in the local storage. */
const GAME = "quick-game";
/** The default game, which is the one suggested after a first game. */
export const DEFAULT_GAME = "escape";
/** The default level. */
const DEFAULT_LEVEL = "deckhand";

/** Return the preset that was chosen last. */
export function storedGame() {
  const stored = localStorage.getItem(GAME) ?? "";
  return games().some(({ name }) => name === stored) ? stored : DEFAULT_GAME;
}

/** Remember the preset for the next table. @param {string} name */
export function rememberGame(name) {
  localStorage.setItem(GAME, name);
}

/** Return the level of bots that was chosen last. */
export function storedLevel() {
  const stored = localStorage.getItem(LEVEL) ?? "";
  return catalogue().levels.includes(stored) ? stored : DEFAULT_LEVEL;
}

/** Remember the level for the next table. @param {string} level */
export function rememberLevel(level) {
  localStorage.setItem(LEVEL, level);
}

/** Return the options of a select, one for each level. @param {string} selected */
export function levelOptions(selected) {
  return catalogue().levels.map((level) =>
    h(
      "option",
      { key: level, value: level, selected: level === selected, title: levelSentence(level) },
      rivalTitle(level),
    ),
  );
}

/**
 * Return a select for the level, and a line that describes the selected one.
 * @param {string} id of the select
 * @param {string} selected
 * @param {(level: string) => void} onChange
 */
export function levelSelect(id, selected, onChange) {
  const sentence = el("small", { class: "quiet level-sentence", id: `${id}-sentence` });
  const describe = (/** @type {string} */ level) => patch(sentence, portrait(level), levelSentence(level));
  describe(selected);
  const change = () => {
    describe(select.value);
    onChange(select.value);
  };
  const select = el("select", { id, "aria-describedby": sentence.id, onchange: change }, levelOptions(selected));
  return { select, sentence };
}

/** Return the names of the speeds, by the server's names. @returns {Record<string, string>} */
export function botSpeeds() {
  return { slow: t("slow"), normal: t("normal"), fast: t("fast") };
}

/** Return the speed that was chosen last. */
export function storedBotSpeed() {
  const stored = localStorage.getItem(SPEED) ?? "";
  return stored in botSpeeds() ? stored : "normal";
}

/** Remember the speed for the next table. @param {string} speed */
export function rememberBotSpeed(speed) {
  localStorage.setItem(SPEED, speed);
}
