/** Begins: fetches the art and the language, shows the screen that the address means. */

import { createScreen } from "./create.js";
import { art, byId, h, s } from "./dom.js";
import { homeScreen } from "./home.js";
import { learnScreen } from "./learn.js";
import { onArrival } from "./pages.js";
import { setSound, soundOn } from "./sounds.js";
import { tableScreen } from "./table.js";
import { giveTips } from "./tips.js";
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

/** A ship's horn, with or without its voice. @param {boolean} on */
function horn(on) {
  const voice = on ? "M15 6Q18.5 10 15 14M17.5 3.5Q23 10 17.5 16.5" : "M15.5 7L21 13M21 7L15.5 13";
  return s(
    "svg",
    { viewBox: "0 0 24 20", class: "art", "aria-hidden": "true" },
    s("path", { d: "M2 7H6L12 2V18L6 13H2Z", fill: "currentColor" }),
    s("path", { d: voice, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" }),
  );
}

function header() {
  const choice = h(
    "select",
    { id: "language", "aria-label": t("Language"), onchange: () => change(choice.value) },
    Object.entries(LANGUAGES).map(([tag, { name }]) => h("option", { value: tag, lang: tag, selected: tag === language() }, name)),
  );
  const noise = h("button", { type: "button", class: "noise", "aria-label": t("Sound"), "data-tip": t("Sound"), onclick: () => quiet(!soundOn()) });
  const quiet = (/** @type {boolean} */ on) => {
    if (on !== soundOn()) setSound(on);
    noise.setAttribute("aria-pressed", String(on));
    noise.replaceChildren(horn(on));
  };
  quiet(soundOn());
  byId("top").replaceChildren(
    h("a", { class: "logo", href: "/", "aria-label": "Cartagena" }, art("pirate-blue", "0 0 24 36"), h("span", {}, "Cartagena")),
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
giveTips();
header();
onArrival(show);
show();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
