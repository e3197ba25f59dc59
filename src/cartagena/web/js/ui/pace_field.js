/** The setting for the pace of the board, in the menu of a table. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { paceName, setPace } from "../lib/pace.js";

/** Return the field. */
export function paceField() {
  const names = { slow: t("slow"), normal: t("normal"), fast: t("fast") };
  const change = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLSelectElement) setPace(target.value);
  };
  return h(
    "p",
    { class: "setting" },
    h("label", { for: "pace" }, t("Speed of the animations")),
    h(
      "select",
      { id: "pace", onchange: change },
      Object.entries(names).map(([value, text]) => h("option", { value, selected: value === paceName() }, text)),
    ),
  );
}
