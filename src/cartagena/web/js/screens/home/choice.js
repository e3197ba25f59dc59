/** The game that *Play now* starts, and the sheet with the choice of game, bots and name. */

import { byId, el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { loadStyles } from "../../lib/styles.js";
import { games, levelName, presetTitle } from "../../model/catalogue.js";
import { rename, storedName } from "../../net/http.js";
import { levelSelect, rememberGame, rememberLevel, storedGame, storedLevel } from "../../ui/bot_choice.js";
import { showFailure } from "../../ui/errors.js";
import { loadPosters, poster } from "../../ui/posters.js";

/** The number of players of a quick game. */
export const PLAYERS = 3;

/** Return the chosen game in a few words. */
export function choiceText() {
  return t("{game}, against two bots: {level}", {
    game: presetTitle(storedGame()),
    level: levelName(storedLevel()),
  });
}

/**
 * Open the sheet.
 * @param {() => void} onChange called when another game or level is chosen
 * @param {() => void} play starts the game
 */
export async function openChoice(onChange, play) {
  await Promise.all([loadPosters(), loadStyles("choice")]);
  const level = levelSelect("quick-level", storedLevel(), (chosen) => {
    rememberLevel(chosen);
    onChange();
  });
  const name = el("input", { id: "name", maxlength: 40, dir: "auto", autocomplete: "nickname", value: storedName() });
  name.addEventListener("change", () => {
    if (name.value.trim()) showFailure(rename(name.value.trim()));
  });
  const posters = games().map((preset) =>
    poster(preset, preset.name === storedGame(), () => {
      rememberGame(preset.name);
      onChange();
    }),
  );
  const title = el("h2", { id: "choice-title" }, t("What would you like to play?"));
  const close = el("button", { type: "button", class: "action quiet", onclick: () => box.close() }, t("Close"));
  const start = () => {
    box.close();
    play();
  };
  const box = el(
    "dialog",
    { class: "choice-sheet", "aria-labelledby": title.id, onclose: () => box.remove() },
    h("header", {}, title, close),
    h("fieldset", { class: "games" }, h("legend", { class: "hidden" }, t("Which game?")), posters),
    h(
      "footer",
      {},
      h("label", { for: "quick-level" }, t("Bots")),
      h("span", {}, level.select, level.sentence),
      h("label", { for: "name" }, t("Your name")),
      name,
      h("button", { type: "button", class: "big", onclick: start }, t("Play now")),
    ),
  );
  byId("main").append(box);
  box.showModal();
}
