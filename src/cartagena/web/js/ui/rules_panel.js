/** The rules of a game as elements. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { ruleChapters } from "../model/rulebook.js";

/** @import { Rules } from "../net/types.js" */

/** Return the rules, a section for each chapter. @param {Rules} rules */
export function ruleSections(rules) {
  return ruleChapters(rules).map(({ heading, sentences }) => {
    const items = sentences.map((sentence) => h("li", {}, sentence));
    return h("section", {}, h("h2", {}, heading), h("ul", {}, items));
  });
}

/** Return the tab with the rules. @param {Rules} rules */
export function rulesPanel(rules) {
  const properties = { key: "rules", class: "rules-panel", tabindex: "0", role: "region", "aria-label": t("Rules") };
  return h("div", properties, ruleSections(rules));
}
