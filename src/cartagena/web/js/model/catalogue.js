/** The catalogue of presets, options and bots (GET /api/v1/catalogue). The page fetches it once, when it starts. */

import { n, t } from "../lib/i18n.js";

/** @import { Catalogue, Message, PresetInfo, Rules } from "../net/types.js" */

/** @type {Catalogue} */
let current = {
  version: "",
  presets: [],
  title_parts: [],
  kinds: [],
  morgan_end_cards: 0,
  outcomes: {},
  decisions: [],
  reasons: {},
  spell_reasons: {},
  options: [],
  levels: [],
  bots: [],
  colours: [],
  week: [],
  first_daily: 0,
  public_url: "",
};

/** Use this catalogue from now on. @param {Catalogue} next */
export function setCatalogue(next) {
  current = next;
}

/** Return the catalogue. */
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

/** Return the public address of a table, or an empty string if the server does not know its own address. @param {string} id */
export function publicAddress(id) {
  return current.public_url && `${current.public_url}/table/${id}`;
}

/** Return the presets that are separate games, not a rulebook's variant of another preset. */
export function games() {
  return current.presets.filter((preset) => !preset.rulebook);
}

/** @param {string} name */
function findPreset(name) {
  return current.presets.find((preset) => preset.name === name);
}

/** Return the rules of a preset. @param {string} name @returns {Rules} */
export function presetRules(name) {
  const preset = findPreset(name);
  if (!preset) throw new Error(`no preset ${name}`);
  return preset.rules;
}

/** Return the title of a preset in the reader's language. @param {string} name */
export function presetTitle(name) {
  return t(findPreset(name)?.title ?? name);
}

/** @param {string} level */
function findBot(level) {
  return current.bots.find((bot) => bot.name === level);
}

/** Return the name of a bot. @param {string} level */
export function levelName(level) {
  return t(findBot(level)?.title ?? level);
}

/** Return a line about a bot, or an empty string. @param {string} level */
export function levelSentence(level) {
  const sentence = findBot(level)?.sentence;
  return sentence ? t(sentence) : "";
}

/** Return the rival who plays at a level, with English texts, or null. @param {string} level */
export function rivalOf(level) {
  return findBot(level)?.rival ?? null;
}

/** Return a level with its rival, such as "Cook · Dolores". @param {string} level */
export function rivalTitle(level) {
  const rival = rivalOf(level);
  return rival ? `${levelName(level)} · ${t(rival.person)}` : levelName(level);
}

/** Return the most similar preset, if one has the same way. @param {Rules} rules */
export function presetLike(rules) {
  const alike = (/** @type {string[]} */ names) =>
    current.presets.find((preset) => names.every((name) => preset.rules[name] === rules[name]));
  const way = ["edition", "tunnel", "jungle", "pirates"];
  const cards = ["magic", "filibusters", "tunnel_cards", "hands", "supply"];
  return alike([...way, ...cards]) ?? alike([...way, ...cards.slice(0, 3)]) ?? alike(way);
}

/** Return about how many minutes a game takes, taken from the most similar preset. @param {Rules} rules */
export function minutesFor(rules) {
  return presetLike(rules)?.minutes;
}

/** Return a sentence about a preset. @param {string} name */
export function presetSentence(name) {
  return t(findPreset(name)?.sentence ?? "");
}

/**
 * Return the options in which the rulebooks of the 2000 edition differ, with the values of each rulebook.
 * @returns {{ rulebook: string, options: Partial<Rules> }[]} the most common variant first
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
