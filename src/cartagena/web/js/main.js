/** Begins: fetches the art and the language, shows the screen that the address means. */

import { createScreen } from "./create/screen.js";
import { homeScreen } from "./home/screen.js";
import { learnScreen } from "./learn/screen.js";
import { art, byId, h, s, toast } from "./lib/dom.js";
import { LANGUAGES, language, preferred, speak, t } from "./lib/i18n.js";
import { setSound, soundOn } from "./lib/sounds.js";
import { giveTips } from "./lib/tooltip.js";
import { onArrival } from "./router.js";
import { tableScreen } from "./table/screen.js";

/** In milliseconds: how long to wait before what the page needs is asked for again. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;
const FOR_A_LANGUAGE = 2000;

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
  else if (path === "/") leave = homeScreen(main);
  else nowhere(main);
}

/** An address that leads nowhere. @param {HTMLElement} main */
function nowhere(main) {
  leave = () => {};
  document.title = "Cartagena";
  main.replaceChildren(
    h(
      "section",
      { class: "page" },
      h("h1", {}, t("There is no such page.")),
      h("p", {}, h("a", { class: "action", href: "/" }, t("New game"))),
    ),
  );
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
  const held = document.activeElement?.id === "language";
  const choice = h(
    "select",
    { id: "language", "aria-label": t("Language"), onchange: () => change(choice.value) },
    Object.entries(LANGUAGES).map(([tag, { name }]) =>
      h("option", { value: tag, lang: tag, selected: tag === language() }, name),
    ),
  );
  const noise = h("button", {
    type: "button",
    class: "noise",
    "aria-label": t("Sound"),
    "data-tip": t("Sound"),
    onclick: () => quiet(!soundOn()),
  });
  const quiet = (/** @type {boolean} */ on) => {
    if (on !== soundOn()) setSound(on);
    noise.setAttribute("aria-pressed", String(on));
    noise.replaceChildren(horn(on));
  };
  quiet(soundOn());
  byId("top").replaceChildren(
    h(
      "a",
      { class: "logo", href: "/", "aria-label": "Cartagena" },
      art("pirate-blue", "0 0 24 36"),
      h("span", {}, "Cartagena"),
    ),
    h(
      "nav",
      { "aria-label": t("Pages") },
      h("a", { href: "/create" }, t("Create a table")),
      h("a", { href: "/learn" }, t("Learn")),
    ),
    noise,
    choice,
  );
  // The choice of the language was made anew with the rest: whoever is at it stays there.
  if (held) choice.focus();
  const skip = document.querySelector(".to-main");
  if (skip) skip.textContent = t("To the game");
}

/** @param {string} tag */
async function change(tag) {
  try {
    await speak(tag);
    localStorage.setItem("language", tag);
  } catch {
    toast(t("The server cannot be reached."));
  }
  header();
  show();
}

async function drawings() {
  const answer = await fetch(new URL("../art.svg", import.meta.url));
  if (!answer.ok) throw new Error(`${answer.status} for the drawings`);
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  byId("art").replaceChildren(document.importNode(parsed, true));
}

/** Nothing can be shown without the drawings: try until they are there. The language is worth some patience. */
async function prepare() {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    const [drawn, spoken] = await Promise.allSettled([drawings(), speak(preferred())]);
    if (drawn.status === "fulfilled" && (spoken.status === "fulfilled" || wait > FOR_A_LANGUAGE)) return;
    byId("main").replaceChildren(h("p", { class: "page", role: "alert" }, t("The connection is away. Trying again …")));
    await new Promise((done) => setTimeout(done, wait));
  }
}

await prepare();
byId("art").hidden = false;
giveTips();
header();
onArrival(show);
show();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
