/** Whose game this is: its author, that this client is unofficial, licence and version. */

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** The line at the foot of every page. @param {string} version of the program */
export function aboutLine(version) {
  return h(
    "p",
    { class: "about" },
    t("Cartagena is a game by Leo Colovini. This version is unofficial, free and open (MIT licence)."),
    " ",
    h("span", { dir: "ltr" }, version),
  );
}
