/** Learn: the tutorial, the rulebooks' worked examples as puzzles, and the rules of every game. */

import { h, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { puzzles } from "./puzzles.js";
import { reading } from "./rules_page.js";
import { school } from "./tutorial.js";

/**
 * The parts of the screen, by the end of their address: a file to fetch, and what shows it.
 * Both files are kept for times without a line.
 * @type {Record<string, { file: string, show: (home: HTMLElement, told: any) => (() => void) | void }>}
 */
const PARTS = {
  "": { file: "lessons.json", show: school },
  "#puzzles": { file: "puzzles.json", show: puzzles },
  "#rules": { file: "puzzles.json", show: reading },
};

/** @param {HTMLElement} main */
export function learnScreen(main) {
  document.title = `${t("Learn")} – Cartagena`;
  const chosen = location.hash in PARTS ? location.hash : "";
  const part = PARTS[chosen];
  const names = { "": t("Tutorial"), "#puzzles": t("Puzzles"), "#rules": t("Rules") };
  const links = Object.entries(names).map(([end, words]) =>
    h("a", { href: `/learn${end}`, "aria-current": end === chosen ? "page" : null }, words),
  );
  const home = h("div", { class: "learn-part" }, h("p", {}, t("One moment …")));
  main.replaceChildren(
    h("div", { class: "page learn" }, h("nav", { class: "parts", "aria-label": t("Learn") }, links), home),
  );
  let left = false;
  let stop = () => {};
  fetch(new URL(`../../${part?.file}`, import.meta.url))
    .then((answer) => answer.json())
    .then((told) => {
      if (!left) stop = part?.show(home, told) ?? stop;
    })
    .catch(() => toast(t("The server cannot be reached.")));
  return () => {
    left = true;
    stop();
  };
}
