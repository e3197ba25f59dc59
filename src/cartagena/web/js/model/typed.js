/** Typed moves in the reader's own words: cards, places, colours and verbs, turned into notation and back. */

import { t } from "../lib/i18n.js";
import { presetTitle } from "./catalogue.js";
import { colourName, placeName, symbolName } from "./names.js";

const SYMBOLS = "bottle pistol hat skull dagger key weapons rum lantern parrot hook chest".split(" ");
const PLACES = ["jail", "sloop", "cove"];
const COLOURS = ["blue", "red", "green", "yellow", "purple"];
const VERBS = "back sail pass skip take keep give put discard with as";

/** Letters that have no accent to take off, as they are typed without their key. */
const PLAIN = new Map([
  ["þ", "th"],
  ["ð", "d"],
  ["æ", "ae"],
]);

/** A run of letters. */
const WORD = /[\p{L}\p{M}]+/gu;

/** A word without case and accents. @param {string} word */
function fold(word) {
  const bare = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replace(/[þðæ]/g, (letter) => PLAIN.get(letter) ?? letter);
}

/**
 * The words of the notation, each with the reader's word for it.
 * @returns {[string, string][]}
 */
function vocabulary() {
  const verbs = t("back sail pass skip take keep give put discard with as").split(" ");
  return [
    ...SYMBOLS.map((name) => /** @type {[string, string]} */ ([name, symbolName(name)])),
    ...PLACES.map((name) => /** @type {[string, string]} */ ([name, placeName(name)])),
    ...COLOURS.map((name) => /** @type {[string, string]} */ ([name, colourName(name).toLowerCase()])),
    ["morgan", presetTitle("morgan").toLowerCase()],
    ...VERBS.split(" ").map((verb, i) => /** @type {[string, string]} */ ([verb, verbs[i] ?? verb])),
  ];
}

/**
 * A move as it is sent, from how it was typed. What is in the notation already stays as it is.
 * @param {string} typed
 */
export function toNotation(typed) {
  const known = new Map(vocabulary().map(([name, word]) => [fold(word), name]));
  // A Hebrew hyphen joins two places as any other does.
  return typed.replaceAll("־", "-").replace(WORD, (word) => known.get(fold(word)) ?? word);
}

/**
 * A move as the reader would type it.
 * @param {string} notation
 */
export function fromNotation(notation) {
  const known = new Map(vocabulary());
  return notation.replace(WORD, (word) => known.get(word) ?? word);
}
