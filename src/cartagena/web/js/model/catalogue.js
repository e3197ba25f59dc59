/** What can be played, as the server lists it (GET /api/v1/catalogue): fetched once, when the page starts. */

import { n, t } from "../lib/i18n.js";

/** @import { Catalogue, Message, PresetInfo, Rules } from "../net/types.js" */

/** @type {Catalogue} */
let current = {
  version: "",
  presets: [],
  kinds: [],
  outcomes: {},
  decisions: [],
  reasons: {},
  spell_reasons: {},
  options: [],
  levels: [],
  bots: [],
  colours: [],
  public_url: "",
};

/** Use this catalogue from now on. @param {Catalogue} fetched */
export function setCatalogue(fetched) {
  current = fetched;
}

/** The whole catalogue. */
export function catalogue() {
  return current;
}

/**
 * Fill a message of the catalogue, in the reader's language.
 * @param {Message | undefined} message
 * @param {Record<string, string | number>} [params]
 * @param {number} [count]
 */
export function fillMessage(message, params = {}, count = 0) {
  if (!message) return "";
  if (message.none && !count) return t(message.none, params);
  return message.plural ? n(message.text, message.plural, count, params) : t(message.text, params);
}

/** The address of a table for others; empty if the server does not know its own. @param {string} id */
export function publicAddress(id) {
  return current.public_url && `${current.public_url}/table/${id}`;
}

/** The presets that are games of their own, not one rulebook's reading of another preset. */
export function games() {
  return current.presets.filter((preset) => !preset.rulebook);
}

/** @param {string} name */
function findPreset(name) {
  return current.presets.find((preset) => preset.name === name);
}

/** The rules of a preset. @param {string} name @returns {Rules} */
export function presetRules(name) {
  const found = findPreset(name);
  if (!found) throw new Error(`no preset ${name}`);
  return found.rules;
}

/** The title of a preset in the reader's language. @param {string} name */
export function presetTitle(name) {
  return t(findPreset(name)?.title ?? name);
}

/** @param {string} level */
function findBot(level) {
  return current.bots.find((bot) => bot.name === level);
}

/** The name of a bot. @param {string} level */
export function levelName(level) {
  return t(findBot(level)?.title ?? level);
}

/** What a bot is like, in a line; empty where that is not known. @param {string} level */
export function levelSentence(level) {
  const sentence = findBot(level)?.sentence;
  return sentence ? t(sentence) : "";
}

/** About how many minutes a game by these rules takes: as long as a preset most like it. @param {Rules} rules */
export function minutesFor(rules) {
  const alike = (/** @type {string[]} */ names) =>
    current.presets.find((preset) => names.every((name) => preset.rules[name] === rules[name]));
  const way = ["edition", "tunnel", "jungle", "pirates"];
  return (alike([...way, "magic", "filibusters", "tunnel_cards"]) ?? alike(way))?.minutes;
}

/** What a preset is, in a sentence. @param {string} name */
export function presetSentence(name) {
  return t(findPreset(name)?.sentence ?? "");
}

/**
 * How the rulebook of a language reads the rules of the 2000 edition where the rulebooks differ: the
 * options in which its presets differ from the others.
 * @returns {{ rulebook: string, options: Partial<Rules> }[]} the common reading first
 */
export function rulebookReadings() {
  const common = presetRules("jamaica");
  const readings = current.presets.filter((preset) => preset.rulebook && preset.name.startsWith("jamaica"));
  const names = Object.keys(common).filter((name) => readings.some(({ rules }) => rules[name] !== common[name]));
  /** @param {Rules} rules */
  const options = (rules) => Object.fromEntries(names.map((name) => [name, rules[name]]));
  const differing = readings.filter(({ rules }) => names.some((name) => rules[name] !== common[name]));
  return [
    { rulebook: "", options: options(common) },
    ...differing.map(({ rulebook, rules }) => ({ rulebook, options: options(rules) })),
  ];
}
