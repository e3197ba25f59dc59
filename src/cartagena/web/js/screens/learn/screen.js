/** Learn: the tutorial, the rulebooks' worked examples, puzzles, and the rules of every game. */

import { currentScreen } from "../../lib/address.js";
import { el, h, setTitle, toast } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { loadStyles } from "../../lib/styles.js";
import { showFailure } from "../../ui/errors.js";
import { startFirstGame } from "../first_game/start.js";
import { examplesPage } from "./examples.js";
import { puzzlesPage } from "./puzzles.js";
import { rulesPage } from "./rules_page.js";
import { tutorial } from "./tutorial.js";

/**
 * The parts of the screen by the fragment of their address: a file to fetch, and the function that shows it. The
 * service worker keeps the files for offline use.
 * @type {Record<string, { file: string, show: (home: HTMLElement, data: any) => (() => void) | void }>}
 */
const PARTS = {
  "": { file: "lessons.json", show: tutorial },
  "#examples": { file: "examples.json", show: examplesPage },
  "#puzzles": { file: "puzzles.json", show: puzzlesPage },
  "#rules": { file: "examples.json", show: rulesPage },
};

/** Show the part of Learn in the address. Returns a function that leaves it. @param {HTMLElement} main */
export function learnScreen(main) {
  setTitle(t("Learn to play"));
  const { hash } = currentScreen();
  const fragment = hash in PARTS ? hash : "";
  const part = PARTS[fragment];
  const names = { "": t("Tutorial"), "#examples": t("Examples"), "#puzzles": t("Puzzles"), "#rules": t("Rules") };
  const links = Object.entries(names).map(([end, text]) =>
    h("a", { href: `/learn${end}`, "aria-current": end === fragment ? "page" : null }, text),
  );
  const first = el(
    "button",
    { type: "button", class: "action quiet", onclick: () => showFailure(startFirstGame()) },
    t("Your first game"),
  );
  const home = el("div", { class: "learn-part" }, h("p", {}, t("One moment…")));
  main.replaceChildren(
    el(
      "div",
      { class: "page learn" },
      h("nav", { class: "parts", "aria-label": t("Learn to play") }, links, first),
      home,
    ),
  );
  let closed = false;
  let stop = () => {};
  Promise.all([fetchJson(`../../../${part?.file}`), fragment === "#rules" ? loadStyles("rules") : null])
    .then(([data]) => {
      if (!closed) stop = part?.show(home, data) ?? stop;
    })
    .catch(() => toast(t("Can’t reach the server.")));
  return () => {
    closed = true;
    stop();
  };
}

/** @param {string} file relative to this module @returns {Promise<any>} */
async function fetchJson(file) {
  return (await fetch(new URL(file, import.meta.url))).json();
}
