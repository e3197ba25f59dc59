/** Our results against each friend and opponent, on our profile. */

import { el, h } from "../../lib/dom.js";
import { isolate, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { fetchOpponents } from "../../net/ranks.js";
import { showFailure } from "../../ui/errors.js";

/** @import { Opponent } from "../../net/types.js" */

/** Return the section, which is hidden while there is nobody to compare with. */
export function opponentsSection() {
  const section = el("section", { hidden: true, "aria-labelledby": "opponents" });
  const load = async () => {
    const opponents = await fetchOpponents();
    section.hidden = !opponents.length;
    patch(section, h("h2", { id: "opponents" }, t("Head to head")), h("div", { class: "wide" }, table(opponents)));
  };
  showFailure(load());
  return section;
}

/** @param {Opponent[]} opponents */
function table(opponents) {
  const heads = [t("Player"), t("Games"), t("Ahead"), t("Behind")];
  return h(
    "table",
    { class: "standings" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((text) => h("th", { key: text, scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      opponents.map(({ identity, name, friend, games, won, lost }) =>
        h(
          "tr",
          { key: identity },
          h("th", { scope: "row" }, friend && "★ ", isolate(name)),
          h("td", {}, games),
          h("td", {}, won),
          h("td", {}, lost),
        ),
      ),
    ),
  );
}
