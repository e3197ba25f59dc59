/** Starts the page: loads art, catalogue and language, then shows the screen of the address. */

import { currentScreen, rootPath } from "./lib/address.js";
import { art, byId, el, h, pirateArt, s, setTitle, titleArt, toast } from "./lib/dom.js";
import { allMessages, language, n, preferredLanguage, setLanguage, t } from "./lib/i18n.js";
import { LANGUAGES } from "./lib/languages.js";
import { loadPace } from "./lib/pace.js";
import { patch } from "./lib/patch.js";
import { onNavigation } from "./lib/router.js";
import { loadStyles } from "./lib/styles.js";
import { catalogue, setCatalogue } from "./model/catalogue.js";
import { fetchCatalogue } from "./net/api.js";
import { fetchTurns, onTurns, pollTurns } from "./net/turns.js";
import { homeScreen } from "./screens/home/screen.js";
import { aboutLine } from "./ui/menu.js";
import { playSound, setSound, soundOn, wakeSounds } from "./ui/sounds.js";
import { installTooltips } from "./ui/tooltip.js";

/** First and longest wait in milliseconds before another attempt to fetch what the page needs. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 15_000;
/** After a longer wait the page starts in English, if everything else is loaded. */
const LANGUAGE_WAIT_MS = 2000;

/** Closes the current screen. @type {() => void} */
let closeScreen = () => {};
/** Number of screens requested so far. A screen that is loaded after the next one was requested is not shown. */
let requests = 0;

/**
 * The screens by path. Those that a first game does not need are loaded when they are opened.
 * @type {Record<string, () => Promise<(main: HTMLElement) => () => void>>}
 */
const SCREENS = {
  "/": async () => homeScreen,
  "/create": async () => (await loadScreen("create", import("./screens/create/screen.js"))).createScreen,
  "/tables": async () => (await loadScreen("lobby", import("./screens/lobby/screen.js"))).lobbyScreen,
  "/profile": async () => (await loadScreen("profile", import("./screens/profile/screen.js"))).profileScreen,
  "/continue": async () => (await loadScreen("profile", import("./screens/profile/continue.js"))).continueScreen,
  "/mail": async () => (await loadScreen("profile", import("./screens/profile/mail.js"))).mailScreen,
  "/voyage": async () => (await loadScreen("voyage", import("./screens/voyage/screen.js"))).voyageScreen,
  "/record": async () => (await loadScreen("record", import("./screens/record/screen.js"))).recordScreen,
  "/daily": async () => (await loadScreen("daily", import("./screens/daily/screen.js"))).dailyScreen,
  "/duplicate": async () => (await loadScreen("people", import("./screens/duplicate/screen.js"))).duplicateScreen,
  "/ranks": async () => (await loadScreen("people", import("./screens/ranks/screen.js"))).ranksScreen,
  "/shuffles": async () => (await loadScreen("people", import("./screens/shuffles/screen.js"))).shufflesScreen,
  "/friend": async () => (await loadScreen("people", import("./screens/friend/screen.js"))).friendScreen,
  "/learn": async () => (await loadScreen("learn", import("./screens/learn/screen.js"))).learnScreen,
};

/**
 * Load a screen with its style sheet.
 * @template T
 * @param {string} styles
 * @param {Promise<T>} screen
 * @returns {Promise<T>}
 */
async function loadScreen(styles, screen) {
  const [module] = await Promise.all([screen, loadStyles(styles), allMessages()]);
  return module;
}

/** The screen of tables, once it is requested. @type {Promise<typeof import("./screens/table/screen.js")> | null} */
let tableModule = null;

/** Load the screen of tables once. A failure is forgotten, so that the next call tries again. */
function loadTableScreen() {
  tableModule ??= import("./screens/table/screen.js").catch((error) => {
    tableModule = null;
    throw error;
  });
  return tableModule;
}

/** Return the screen of tables as soon as it can be loaded. */
async function tableScreenAtLast() {
  for (;;) {
    try {
      return (await loadTableScreen()).tableScreen;
    } catch {
      toast(t("Can’t reach the server."));
      await new Promise((done) => setTimeout(done, FIRST_WAIT_MS));
    }
  }
}

/** Show the screen of the address. */
async function show() {
  const number = ++requests;
  closeScreen();
  closeScreen = () => {};
  const main = byId("main");
  const path = currentScreen().pathname;
  const table = /^\/table\/([\w-]+)$/.exec(path)?.[1];
  document.body.dataset.screen = table ? "table" : path.slice(1) || "home";
  main.replaceChildren();
  // A message of the last screen may cover something here.
  byId("toast").classList.remove("shown");
  fetchTurns();
  if (table) {
    // A table can be played in English, too, so it does not wait for long.
    const wait = new Promise((done) => setTimeout(done, LANGUAGE_WAIT_MS));
    const [open] = await Promise.all([tableScreenAtLast(), Promise.race([allMessages(), wait]).catch(() => {})]);
    if (number === requests) closeScreen = open(main, table);
    return;
  }
  if (number !== requests) return;
  const load = SCREENS[path];
  if (!load) return notFound(main);
  try {
    const open = await load();
    if (number === requests) closeScreen = open(main);
  } catch {
    toast(t("Can’t reach the server."));
  }
}

/** Show the screen of an address that does not exist. @param {HTMLElement} main */
function notFound(main) {
  setTitle();
  main.replaceChildren(
    el(
      "section",
      { class: "page lost" },
      h(
        "div",
        { class: "lost-art", "aria-hidden": "true" },
        ["purple", "green", "red"].map((colour) => pirateArt(colour)),
      ),
      h("h1", {}, t("Page not found.")),
      h("p", {}, t("These pirates have lost their way, too.")),
      h("p", {}, h("a", { class: "action main", href: "/" }, t("New game"))),
    ),
  );
}

/** Return an icon of a loudspeaker, with waves if sound is on. @param {boolean} on */
function soundIcon(on) {
  const waves = on ? "M15 6Q18.5 10 15 14M17.5 3.5Q23 10 17.5 16.5" : "M15.5 7L21 13M21 7L15.5 13";
  return s(
    "svg",
    { viewBox: "0 0 24 20", class: "art", "aria-hidden": "true" },
    s("path", { d: "M2 7H6L12 2V18L6 13H2Z", fill: "currentColor" }),
    s("path", { d: waves, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" }),
  );
}

/** Return an icon of a head and shoulders. */
function profileIcon() {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "art", "aria-hidden": "true" },
    s("path", { d: "M12 12a4.6 4.6 0 1 0 0-9.2a4.6 4.6 0 0 0 0 9.2ZM3 22q1-8 9-8t9 8Z", fill: "currentColor" }),
  );
}

/** The number of other tables where it is our turn, next to the link to the tables. */
const turnBadge = el("span", { class: "turn-badge", role: "img", hidden: true });

/** @param {string[]} tables */
function showTurns(tables) {
  const elsewhere = tables.filter((table) => currentScreen().pathname !== `/table/${table}`).length;
  turnBadge.hidden = elsewhere === 0;
  turnBadge.textContent = String(elsewhere);
  turnBadge.setAttribute("aria-label", n("Your turn at {count} table", "Your turn at {count} tables", elsewhere));
}

/** Draw the head and the foot of the page, which all screens share. */
function header() {
  const chooseLanguage = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLSelectElement) changeLanguage(target.value);
  };
  const switchSound = () => {
    setSound(!soundOn());
    playSound("turn");
    header();
  };
  patch(
    byId("top"),
    h(
      "a",
      { key: "home", class: "logo", href: "/", "aria-label": "Cartagena" },
      art("pirate-blue", "0 0 24 36"),
      titleArt(),
    ),
    h(
      "nav",
      { "aria-label": t("Pages") },
      h("a", { key: "tables", href: "/tables", class: "with-badge" }, t("Tables"), turnBadge),
      h("a", { key: "create", href: "/create", class: "to-create" }, t("Create a table")),
      h("a", { key: "learn", href: "/learn" }, t("Learn to play")),
    ),
    h(
      "a",
      {
        key: "profile",
        class: "profile-link",
        href: "/profile",
        "aria-label": t("Your profile"),
        "data-tip": t("Your profile"),
      },
      profileIcon(),
    ),
    h(
      "button",
      {
        type: "button",
        class: "sound-button",
        "aria-label": t("Sound"),
        "aria-pressed": String(soundOn()),
        "data-tip": t("Sound"),
        onclick: switchSound,
      },
      soundIcon(soundOn()),
    ),
    h(
      "select",
      { id: "language", "aria-label": t("Language"), value: language(), onchange: chooseLanguage },
      Object.entries(LANGUAGES).map(([tag, { name }]) => h("option", { key: tag, value: tag, lang: tag }, name)),
    ),
  );
  patch(byId("foot"), aboutLine(catalogue().version));
  const skip = document.querySelector(".skip-link");
  if (skip) skip.textContent = t("Skip to the game");
}

/** @param {string} tag */
async function changeLanguage(tag) {
  try {
    await setLanguage(tag);
    localStorage.setItem("language", tag);
  } catch {
    toast(t("Can’t reach the server."));
  }
  header();
  show();
}

async function loadArt() {
  const response = await fetch(new URL("../art.svg", import.meta.url));
  if (!response.ok) throw new Error(`${response.status} for the art`);
  const parsed = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  byId("art").replaceChildren(document.importNode(parsed, true));
}

/** Load art, catalogue and language, and retry until they are loaded. Nothing can be shown without the first two. */
async function loadEverything() {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
    const [artLoaded, catalogueLoaded, languageLoaded] = await Promise.allSettled([
      loadArt(),
      fetchCatalogue().then(setCatalogue),
      setLanguage(preferredLanguage()),
    ]);
    if (
      artLoaded.status === "fulfilled" &&
      catalogueLoaded.status === "fulfilled" &&
      (languageLoaded.status === "fulfilled" || wait > LANGUAGE_WAIT_MS)
    )
      return;
    byId("main").replaceChildren(el("p", { class: "page", role: "alert" }, t("Connection lost. Reconnecting…")));
    await new Promise((done) => setTimeout(done, wait));
  }
}

await loadEverything();
byId("art").hidden = false;
loadPace();
installTooltips();
header();
onNavigation(show);
for (const press of ["pointerdown", "keydown"]) addEventListener(press, wakeSounds, { once: true });
// Start fetching what the other screens need with the first press.
for (const press of ["pointerdown", "keydown"]) {
  addEventListener(press, () => Promise.allSettled([allMessages(), loadTableScreen()]), { once: true });
}
onTurns(showTurns);
pollTurns();
show();
if ("serviceWorker" in navigator) navigator.serviceWorker.register(`${rootPath()}worker.js`).catch(() => {});
