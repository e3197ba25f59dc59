/** The rules of every game, each with a board. */

import { Picture } from "../../board/picture.js";
import { art, el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { symbolsOf } from "../../model/board.js";
import { games, presetRules, presetSentence, presetTitle } from "../../model/catalogue.js";
import { positionState } from "../../model/game_state.js";
import { symbolName } from "../../model/names.js";
import { ruleSections } from "../../ui/rules_panel.js";

/** @import { Example } from "./examples.js" */

/**
 * Show the rules page.
 * @param {HTMLElement} home
 * @param {{ examples: Example[] }} data
 */
export function rulesPage(home, data) {
  const picture = new Picture();
  const title = el("h1");
  const about = el("p", { class: "lead" });
  const text = el("div", { class: "rules-text" });
  // Only the printed page shows the symbols: a player's aid for the table.
  const symbols = el("ul", { class: "aid-symbols" });
  const print = el(
    "button",
    { type: "button", class: "action quiet print", onclick: () => globalThis.print() },
    t("Print as a player aid"),
  );
  const list = el("nav", { class: "games-list", "aria-label": t("Which game?") });
  home.replaceChildren(
    el("div", { class: "rules-page" }, list, h("article", {}, title, about, picture.root, symbols, text, print)),
  );

  /** @param {string} name */
  function show(name) {
    const example = data.examples.find((one) => one.game === name);
    if (!example) return;
    const rules = presetRules(name);
    title.textContent = presetTitle(name);
    about.textContent = presetSentence(name);
    patch(text, ruleSections(rules));
    patch(
      symbols,
      symbolsOf(rules).map((symbol) => h("li", { key: symbol }, art(symbol), symbolName(symbol))),
    );
    patch(
      list,
      games().map(({ name: one }) =>
        h(
          "button",
          { key: one, type: "button", "aria-current": one === name ? "true" : null, onclick: () => show(one) },
          presetTitle(one),
        ),
      ),
    );
    picture.pirates = [];
    const state = positionState({ ...example, rules }, example.view);
    picture.show(state);
  }
  show("jamaica");
}
