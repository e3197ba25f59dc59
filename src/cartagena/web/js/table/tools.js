/** What can be taken away from a table: its link and its picture. */

import { savePng, saveSvg } from "../board/export.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { Picture } from "../board/picture.js" */

/**
 * The board as a picture, as it stands when a button is pressed.
 * @param {Picture} picture
 * @param {() => string} caption
 * @param {() => string} name
 */
export function pictureButtons(picture, caption, name) {
  const save = (/** @type {typeof saveSvg | typeof savePng} */ how) => () => void how(picture, caption(), name());
  return [
    h(
      "button",
      {
        type: "button",
        class: "action picture-svg",
        "aria-label": t("Save the picture as SVG"),
        "data-tip": t("Save the picture as SVG"),
        onclick: save(saveSvg),
      },
      "SVG",
    ),
    h(
      "button",
      {
        type: "button",
        class: "action picture-png",
        "aria-label": t("Save the picture as PNG"),
        "data-tip": t("Save the picture as PNG"),
        onclick: save(savePng),
      },
      "PNG",
    ),
  ];
}
