/** The language of the page: sentences from the catalogues, with plurals and names filled in. */

/** @type {Record<string, { name: string, direction: "ltr" | "rtl" }>} */
export const LANGUAGES = {
  en: { name: "English", direction: "ltr" },
  cs: { name: "Čeština", direction: "ltr" },
  hu: { name: "Magyar", direction: "ltr" },
  is: { name: "Íslenska", direction: "ltr" },
  he: { name: "עברית", direction: "rtl" },
};

/** @typedef {Record<string, string | number>} Filling */

/** @type {Record<string, string | Record<string, string>>} */
let catalogue = {};
let current = "en";
let plurals = new Intl.PluralRules("en");

/** The language now shown. */
export function language() {
  return current;
}

/** The language to begin with: the one chosen before, or the first the browser likes. */
export function preferred() {
  const kept = localStorage.getItem("language");
  if (kept && kept in LANGUAGES) return kept;
  const liked = navigator.languages.map((tag) => tag.split("-")[0] ?? "");
  return liked.find((tag) => tag in LANGUAGES) ?? "en";
}

/**
 * Show everything in this language from now on. If its sentences cannot be had, all stays as it is.
 * @param {string} tag
 */
export async function speak(tag) {
  const wanted = tag in LANGUAGES ? tag : "en";
  catalogue = wanted === "en" ? {} : await sentences(wanted);
  current = wanted;
  plurals = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
  document.documentElement.dir = LANGUAGES[wanted]?.direction ?? "ltr";
}

/** @param {string} tag */
async function sentences(tag) {
  const answer = await fetch(new URL(`../../locale/${tag}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.status} for the sentences of ${tag}`);
  return answer.json();
}

/**
 * @param {string} sentence
 * @param {Filling} filling
 */
function fill(sentence, filling) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(filling[name] ?? whole));
}

/**
 * A sentence in the reader's language.
 * @param {string} sentence
 * @param {Filling} [filling]
 */
export function t(sentence, filling = {}) {
  const known = catalogue[sentence];
  return fill(typeof known === "string" && known ? known : sentence, filling);
}

/**
 * A sentence with a number in it, in the right form.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Filling} [filling]
 */
export function n(one, many, count, filling = {}) {
  const forms = catalogue[one];
  const all = { ...filling, count };
  if (forms && typeof forms === "object") {
    return fill(forms[plurals.select(count)] ?? forms.other ?? many, all);
  }
  return fill(count === 1 ? one : many, all);
}
