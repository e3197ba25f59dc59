/** Buttons that save the board as a picture; what draws it is loaded when one is pressed. */

import { h, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { Picture } from "./picture.js" */

/**
 * Buttons that save the board as SVG and PNG, as it is when one is pressed.
 * @param {Picture} picture
 * @param {() => string} getCaption
 * @param {() => string} getName
 */
export function saveButtons(picture, getCaption, getName) {
  const saver = (/** @type {"saveSvg" | "savePng"} */ kind) => async () => {
    try {
      const saving = await import("./export.js");
      await saving[kind](picture, getCaption(), getName());
    } catch {
      toast(t("Can’t reach the server."));
    }
  };
  return [
    h(
      "button",
      { type: "button", class: "action quiet picture-svg", onclick: saver("saveSvg") },
      t("Save the picture as SVG"),
    ),
    h(
      "button",
      { type: "button", class: "action quiet picture-png", onclick: saver("savePng") },
      t("Save the picture as PNG"),
    ),
  ];
}
