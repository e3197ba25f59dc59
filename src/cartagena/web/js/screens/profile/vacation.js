/** Days off on our profile: our clocks stand still while we are away. */

import { el, h } from "../../lib/dom.js";
import { language, n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { me, post } from "../../net/http.js";
import { request } from "../../net/table_link.js";
import { showFailure } from "../../ui/errors.js";

/** @import { Vacation } from "../../net/types.js" */

const DAY_MS = 86_400_000;

/** Return the section of the profile. It stays hidden if this server gives no days off. */
export function vacationSection() {
  const content = el("div", { "aria-live": "polite" });
  const section = el(
    "section",
    { "aria-labelledby": "vacation", hidden: true },
    h("h2", { id: "vacation" }, t("Days off")),
    h(
      "p",
      {},
      t(
        "Going away? At tables with a day or more per turn, your clock stands still until you’re back. Others see that.",
      ),
    ),
    content,
  );

  /** Show what a request returns. @param {Promise<Vacation>} request */
  async function show(request) {
    const { days, left_ms, since, until } = await request;
    section.hidden = !days;
    const left = Math.floor(left_ms / DAY_MS + 0.01);
    const button = (/** @type {string} */ label, /** @type {boolean} */ away, disabled = false) =>
      h("button", { key: label, type: "button", class: "action", disabled, onclick: () => set(away) }, label);
    const date = new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(until);
    patch(
      content,
      h(
        "p",
        {},
        since
          ? t("You’re away, until {date} at the latest. You can still play.", { date })
          : n("You have {count} day off left this year.", "You have {count} days off left this year.", left),
      ),
      h(
        "p",
        { class: "buttons" },
        since ? button(t("I’m back"), false) : button(t("I’m going away"), true, left_ms < DAY_MS / 24),
      ),
    );
  }

  /** @param {boolean} away */
  const set = (away) => showFailure(show(post("/api/v1/me/vacation", { away })));
  showFailure(show(me().then(() => request("GET", "/api/v1/me/vacation"))));
  return section;
}
