/** Suggests a level after a game against bots. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { levelName, levelSentence } from "../../model/catalogue.js";
import * as api from "../../net/api.js";
import { fetchGames } from "../../net/api.js";
import { rememberLevel, storedBotSpeed } from "../../ui/bot_choice.js";
import { showFailure } from "../../ui/errors.js";
import { suggestedLevel } from "./next_level.js";

/** @import { TableState } from "../../model/table_state.js" */

/**
 * Return a line that suggests another level if our last games call for it, with a button that plays it.
 * @param {TableState} state
 * @param {string} id
 */
export function suggestion(state, id) {
  const line = el("div", { class: "suggestion", role: "status" });
  if (state.you.length === 1 && !state.table.from_position) show().catch(() => {});

  async function show() {
    const { games } = await fetchGames(null);
    // If another game has finished since, the suggestion appears there.
    const next = games[0]?.table === id ? suggestedLevel(games) : null;
    if (!next) return;
    const level = levelName(next.level);
    const text = next.won
      ? t("Two wins in a row: try the next level, {level}.", { level })
      : t("Three losses in a row: {level} may be a better match.", { level });
    const onclick = () => showFailure(play(next.level));
    patch(
      line,
      h("p", {}, text, " ", h("small", { class: "quiet" }, levelSentence(next.level))),
      h("button", { type: "button", class: "action", onclick }, t("Play against: {level}", { level })),
    );
  }

  /** Start the same game with bots of that level. @param {string} level */
  async function play(level) {
    rememberLevel(level);
    const { rules, seats } = state.table;
    const players = seats.filter((seat) => seat.kind !== "closed").length;
    const colour = state.you[0] ?? "";
    const table = await api.quickStart({ rules, players, level, colour, bot_speed: storedBotSpeed() });
    navigate(`/table/${table.id}`);
  }

  return line;
}
