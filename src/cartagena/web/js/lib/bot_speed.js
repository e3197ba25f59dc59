/** How quickly bots answer at the tables that we create: chosen once, and remembered in the browser. */

import { t } from "./i18n.js";

/** Where it is remembered. */
const STORED = "bot-speed";

/** The speeds, by the name that the server has for each. @returns {Record<string, string>} */
export function botSpeeds() {
  return { slow: t("slow"), normal: t("normal"), fast: t("fast") };
}

/** The speed that was chosen last. */
export function storedBotSpeed() {
  const stored = localStorage.getItem(STORED) ?? "";
  return stored in botSpeeds() ? stored : "normal";
}

/** Remember the speed for the next table. @param {string} speed */
export function rememberBotSpeed(speed) {
  localStorage.setItem(STORED, speed);
}
