/** The line after the first win against a rival, with a link to the chart. */

import { h } from "../../lib/dom.js";
import { isolate, t } from "../../lib/i18n.js";
import { rivalOf } from "../../model/catalogue.js";
import { viewOf } from "../../model/game_state.js";
import { levelsBeaten } from "../../model/voyage.js";
import { rememberBeaten } from "../../ui/voyage_progress.js";

/** @import { TableState } from "../../model/table_state.js" */

/** Return a line if this game has beaten a new rival, else null. @param {TableState} state */
export function voyageLine(state) {
  if (state.table.from_position) return null;
  const levels = rememberBeaten(levelsBeaten(state.table.seats, state.you, viewOf(state)?.winner ?? null));
  const names = levels.map((level) => rivalOf(level)?.person).filter((name) => name !== undefined);
  if (!names.length) return null;
  const name = isolate(names.map((one) => t(one)).join(", "));
  return h(
    "p",
    { class: "voyage-line" },
    t("Beaten for the first time: {name}.", { name }),
    " ",
    h("a", { href: "/voyage" }, t("Sail on")),
  );
}
