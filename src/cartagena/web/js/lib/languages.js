/** The languages of the page. Generated from locale/languages.toml by `make art`. */

/** Their own names and writing directions, by tag. @type {Record<string, { name: string, direction: "ltr" | "rtl" }>} */
export const LANGUAGES = {
  en: { name: "English", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
  fr: { name: "Français", direction: "ltr" },
  it: { name: "Italiano", direction: "ltr" },
  es: { name: "Español", direction: "ltr" },
  cs: { name: "Čeština", direction: "ltr" },
  hu: { name: "Magyar", direction: "ltr" },
  is: { name: "Íslenska", direction: "ltr" },
  he: { name: "עברית", direction: "rtl" },
};
