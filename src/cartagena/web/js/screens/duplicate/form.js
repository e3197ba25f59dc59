/** The form for a new contest: the game, who sits at each table, and the time for a turn. */

import { el, h } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { games, presetTitle, rivalTitle } from "../../model/catalogue.js";
import { limitName } from "../../model/names.js";
import { createContest } from "../../net/duplicates.js";
import { storedGame } from "../../ui/bot_choice.js";
import { errorText } from "../../ui/errors.js";

/** @import { DuplicateInfo } from "../../net/types.js" */

/** Levels whose moves do not depend on a clock, so that they are the same at all tables. */
const LEVELS = ["cabin-boy", "cook", "deckhand", "gunner", "bosun", "helmsman", "first-mate"];
/** Time limits per turn in seconds. The last player would otherwise hold up the ranking. */
const SECONDS = [90, 300, 86400, 259200];

/** Return the form. @param {(contest: DuplicateInfo) => void} onCreated */
export function newContestForm(onCreated) {
  const game = el(
    "select",
    { id: "contest-game" },
    games().map(({ name }) => h("option", { value: name, selected: name === storedGame() }, presetTitle(name))),
  );
  const people = select("contest-people", [1, 2, 3, 4, 5], 1, (count) => n("{count} person", "{count} people", count));
  const bots = select("contest-bots", [0, 1, 2, 3, 4], 2, (count) => n("{count} bot", "{count} bots", count));
  const level = el(
    "select",
    { id: "contest-level" },
    LEVELS.map((one) => h("option", { value: one, selected: one === "deckhand" }, rivalTitle(one))),
  );
  const time = select("contest-time", SECONDS, 86400, (seconds) => limitName({ seconds, budget: 0, increment: 0 }));
  const problem = el("p", { class: "form-error", role: "alert" });
  const button = el("button", { type: "submit", class: "big" }, t("Create the contest"));
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    try {
      onCreated(
        await createContest({
          rules: game.value,
          people: Number(people.value),
          bots: Array(Number(bots.value)).fill(level.value),
          seconds: Number(time.value),
        }),
      );
    } catch (error) {
      problem.textContent = errorText(error);
      button.disabled = false;
    }
  };
  return h(
    "form",
    { class: "paper contest-form", onsubmit: send },
    h("h2", {}, t("New contest")),
    field(t("Game"), game),
    field(t("People at each table"), people),
    field(t("Bots at each table"), bots),
    field(t("Level of the bots"), level),
    field(t("Time limit"), time),
    button,
    problem,
  );
}

/** @param {string} label @param {HTMLSelectElement} control */
const field = (label, control) => h("p", { class: "field" }, h("label", { for: control.id }, label), control);

/**
 * Return a select for a number.
 * @param {string} id
 * @param {number[]} values
 * @param {number} chosen
 * @param {(value: number) => string} nameOf
 */
function select(id, values, chosen, nameOf) {
  return el(
    "select",
    { id },
    values.map((value) => h("option", { value, selected: value === chosen }, nameOf(value))),
  );
}
