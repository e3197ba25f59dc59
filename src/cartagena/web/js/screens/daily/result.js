/** The result of a daily escape: place, turns, points, a symbol for each turn, and a button that shares them. */

import { wholeAddressOf } from "../../lib/address.js";
import { h, pirateArt, toast } from "../../lib/dom.js";
import { language, t } from "../../lib/i18n.js";
import { today } from "../../model/days.js";
import { dateOf, isoDay } from "./dates.js";
import { resultSentence, shareText, symbolMeanings, turnsInWords } from "./game.js";

/** @import { DailyResult } from "../../net/types.js" */

/** @param {string} symbol */
const turnSymbol = (symbol) => h("i", { class: `turn-symbol ${symbol}` }, symbol === "h" && pirateArt("blue"));

/** Return the symbols of the turns. @param {string} symbols */
export function turnSymbols(symbols) {
  return h(
    "span",
    { class: "turn-symbols", role: "img", "aria-label": turnsInWords(symbols), dir: "ltr" },
    [...symbols].map(turnSymbol),
  );
}

/** Return the legend of the symbols. */
export function symbolKey() {
  return h(
    "ul",
    { class: "symbol-key", "aria-hidden": "true" },
    Object.entries(symbolMeanings()).map(([symbol, meaning]) => h("li", {}, turnSymbol(symbol), meaning)),
  );
}

/** Return a result with its symbols, and a button that shares it. @param {number} day @param {DailyResult} result */
export function dailyResult(day, result) {
  return h(
    "div",
    { class: "daily-result" },
    h("p", {}, h("b", {}, resultSentence(result))),
    h("p", {}, turnSymbols(result.symbols)),
    h(
      "p",
      {},
      h("button", { type: "button", class: "action main", onclick: () => share(day, result) }, t("Share the result")),
    ),
  );
}

/** Share a result as text, or copy it. @param {number} day @param {DailyResult} result */
async function share(day, result) {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" }).format(dateOf(day));
  const fragment = day === today() ? "" : `#${isoDay(day)}`;
  const text = shareText(date, result, wholeAddressOf(`/daily${fragment}`));
  try {
    // On a desktop, pasting the text is more useful than the dialogue for sharing.
    if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ text });
    await navigator.clipboard.writeText(text);
    toast(t("Copied. Paste it wherever you like."));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) toast(text);
  }
}
