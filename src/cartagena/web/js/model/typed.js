/** Typed moves: translates the reader's words for cards, places, colours and verbs into notation and back. */

import { t } from "../lib/i18n.js";
import { catalogue, presetTitle } from "./catalogue.js";
import { colourName, placeName, symbolName } from "./names.js";

const SYMBOLS = "bottle pistol hat skull dagger key weapons rum lantern parrot hook chest".split(" ");
const PLACES = ["jail", "sloop", "cove"];
const VERBS = "back sail pass skip take keep give put discard with as";

/** How letters without a removable accent are typed on other keyboards. */
const PLAIN = new Map([
  ["þ", "th"],
  ["ð", "d"],
  ["æ", "ae"],
]);

/** A run of letters. */
const WORD = /[\p{L}\p{M}]+/gu;

/** Return a word without case and accents. @param {string} word */
function fold(word) {
  const bare = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replace(/[þðæ]/g, (letter) => PLAIN.get(letter) ?? letter);
}

/**
 * Return the words of the notation with the reader's words for them.
 * @returns {[string, string][]}
 */
function vocabulary() {
  const verbs = t("back sail pass skip take keep give put discard with as").split(" ");
  return [
    ...SYMBOLS.map((name) => /** @type {[string, string]} */ ([name, symbolName(name)])),
    ...PLACES.map((name) => /** @type {[string, string]} */ ([name, placeName(name)])),
    ...catalogue().colours.map((name) => /** @type {[string, string]} */ ([name, colourName(name).toLowerCase()])),
    ["morgan", presetTitle("morgan").toLowerCase()],
    ...VERBS.split(" ").map((verb, i) => /** @type {[string, string]} */ ([verb, verbs[i] ?? verb])),
  ];
}

/**
 * Translate a typed move into notation. Text that is already notation stays unchanged.
 * @param {string} typed
 */
export function toNotation(typed) {
  const notation = new Map(vocabulary().map(([name, word]) => [fold(word), name]));
  // A Hebrew hyphen joins two places like any other hyphen.
  return typed.replaceAll("־", "-").replace(WORD, (word) => notation.get(fold(word)) ?? word);
}

/**
 * Translate notation into the reader's words.
 * @param {string} notation
 */
export function fromNotation(notation) {
  const words = new Map(vocabulary());
  return notation.replace(WORD, (word) => words.get(word) ?? word);
}
