/** Begins: fetches the art and the language, shows the screen that the address means. */

import { createScreen } from "./create.js";
import { art, byId, h } from "./dom.js";
import { homeScreen } from "./home.js";
import { learnScreen } from "./learn.js";
import { onArrival } from "./pages.js";
import { setSound, soundOn } from "./sounds.js";
import { tableScreen } from "./table.js";
import { LANGUAGES, language, preferred, speak, t } from "./words.js";

/** @type {() => void} */
let leave = () => {};

function show() {
  leave();
  const main = byId("main");
  const path = location.pathname;
  const table = /^\/table\/([\w-]+)$/.exec(path)?.[1];
  document.body.dataset.screen = table ? "table" : path.slice(1) || "home";
  if (table) leave = tableScreen(main, table);
  else if (path === "/create") leave = createScreen(main);
  else if (path === "/learn") leave = learnScreen(main);
  else leave = homeScreen(main);
}

function header() {
  const choice = h(
    "select",
    { id: "language", "aria-label": t("Language"), onchange: () => change(choice.value) },
    Object.entries(LANGUAGES).map(([tag, { name }]) => h("option", { value: tag, lang: tag, selected: tag === language() }, name)),
  );
  const noise = h("button", { type: "button", class: "noise", "aria-pressed": String(soundOn()), "aria-label": t("Sound"), onclick: () => {
    setSound(!soundOn());
    noise.setAttribute("aria-pressed", String(soundOn()));
    noise.textContent = soundOn() ? "🔊" : "🔇";
  } }, soundOn() ? "🔊" : "🔇");
  byId("top").replaceChildren(
    h("a", { class: "logo", href: "/" }, art("pirate-blue", "0 0 24 36"), h("span", {}, "Cartagena")),
    h("nav", { "aria-label": t("Pages") }, h("a", { href: "/create" }, t("Create a table")), h("a", { href: "/learn" }, t("Learn"))),
    noise,
    choice,
  );
  const skip = document.querySelector(".to-main");
  if (skip) skip.textContent = t("To the game");
}

/** @param {string} tag */
async function change(tag) {
  localStorage.setItem("language", tag);
  await speak(tag);
  header();
  show();
}

async function drawings() {
  const text = await (await fetch(new URL("../art.svg", import.meta.url))).text();
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  byId("art").append(document.importNode(parsed, true));
}

await Promise.all([drawings(), speak(preferred())]);
byId("art").hidden = false;
header();
onArrival(show);
show();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
