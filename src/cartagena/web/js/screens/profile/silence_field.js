/** The switch in a table's menu that stops notices about this table. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showFailure } from "../../ui/errors.js";
import { fetchSilence, setSilence } from "./channels.js";

/** Return the switch, hidden until its state is known. @param {string} id of the table */
export function silenceField(id) {
  const box = el("input", { type: "checkbox", checked: true });
  box.onchange = () => showFailure(setSilence(id, !box.checked));
  const field = el("p", { class: "setting switch", hidden: true }, h("label", {}, box, t("Messages about this table")));
  fetchSilence(id).then(
    ({ silenced }) => {
      box.checked = !silenced;
      field.hidden = false;
    },
    () => {},
  );
  return field;
}
