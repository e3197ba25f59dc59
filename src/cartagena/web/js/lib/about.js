/** Whose game this is: its author, that this client is unofficial, licence, source and version. */

import { h } from "./dom.js";
import { t } from "./i18n.js";

const SOURCE = "https://github.com/cartagena-game/cartagena";

/** The line at the foot of every page. @param {string} version of the program */
export function aboutLine(version) {
  return h(
    "p",
    { class: "about" },
    t("Cartagena is a game by Leo Colovini. This version is unofficial, free and open (MIT licence)."),
    " ",
    h("a", { href: SOURCE, rel: "noopener" }, t("Source code")),
    " ",
    h("span", { dir: "ltr" }, version),
  );
}
