/** The rules of every game to read, each with a board on which it is played. */

import { Picture } from "../board/picture.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { PRESETS, presetName, presetSentence } from "../model/names.js";
import { chapters } from "../model/rulebook.js";
import { stand, tableau } from "./position.js";

/** @import { Rules } from "../net/types.js" */
/** @import { Puzzle } from "./puzzles.js" */

/**
 * @param {HTMLElement} home
 * @param {{ games: Record<string, Rules>, puzzles: Puzzle[] }} told
 */
export function reading(home, told) {
  const picture = new Picture();
  const title = h("h1");
  const about = h("p", { class: "lead" });
  const text = h("div", { class: "rules-text" });
  const list = h("nav", { class: "games-list", "aria-label": t("Which game?") });
  home.replaceChildren(h("div", { class: "rules-page" }, list, h("article", {}, title, about, picture.root, text)));

  /** @param {string} name */
  function show(name) {
    const rules = told.games[name];
    const shown = told.puzzles.find((one) => one.game === name);
    if (!rules || !shown) return;
    title.textContent = presetName(name);
    about.textContent = presetSentence(name);
    text.replaceChildren(...chapters(rules));
    list.replaceChildren(
      ...PRESETS.map((one) =>
        h(
          "button",
          { type: "button", "aria-current": one === name ? "true" : null, onclick: () => show(one) },
          presetName(one),
        ),
      ),
    );
    picture.pirates = [];
    const state = tableau({ ...shown, rules }, shown.view);
    stand(picture, state);
  }
  show("jamaica");
}
