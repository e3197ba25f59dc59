/**
 * The first page: a board that fills the window, and one button. Players who return also find their games and puzzles.
 */

import { isServerless } from "../../lib/address.js";
import { art, el, h, setTitle, titleArt } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { presetRules } from "../../model/catalogue.js";
import { gameName } from "../../model/names.js";
import * as api from "../../net/api.js";
import { fetchLobby, listTables } from "../../net/api.js";
import { connection } from "../../net/failures.js";
import { fetchInvitations } from "../../net/friends.js";
import { me } from "../../net/http.js";
import { onTurns } from "../../net/turns.js";
import { storedBotSpeed, storedGame, storedLevel } from "../../ui/bot_choice.js";
import { dailyStreak } from "../../ui/daily_store.js";
import { errorText, showFailure } from "../../ui/errors.js";
import { isTurnOf, tableItem, withoutOldPractice } from "../../ui/table_item.js";
import { endFirstGame, fetchFirstGame, mayOfferFirstGame, startFirstGame } from "../first_game/start.js";
import { streak } from "../puzzle/progress.js";
import { choiceText, openChoice, PLAYERS } from "./choice.js";
import { demo, sceneOf } from "./demo.js";
import { showInbox } from "./inbox.js";

/** @import { TableInfo } from "../../net/types.js" */

/** Number of tables in each list. */
const MAX_TABLES = 8;

/** Show the first page. Returns a function that leaves it. @param {HTMLElement} main */
export function homeScreen(main) {
  setTitle();
  const isNew = mayOfferFirstGame();
  const scene = demo(sceneOf(presetRules(isNew ? "short" : storedGame())), !isNew);
  const status = el("p", { class: "home-status", role: "status" });
  const mine = el("section", { class: "listing", hidden: true });
  const open = el("section", { class: "listing", hidden: true });
  const panel = el("div", { class: "home-panel" });
  const goOn = el("div", { class: "home-continue" });
  main.replaceChildren(
    el(
      "div",
      { class: "home" },
      el("div", { class: "home-stage" }, scene.board, panel),
      h("div", { class: "page home-lists" }, mine, open),
    ),
  );
  const showBack = () => {
    scene.show(sceneOf(presetRules(storedGame())));
    patch(
      panel,
      title(),
      goOn,
      known(status, scene.button, () => scene.show(sceneOf(presetRules(storedGame())))),
      status,
    );
  };
  if (isNew) {
    const skip = () => {
      endFirstGame();
      showBack();
      panel.querySelector("button")?.focus();
    };
    patch(panel, title(), goOn, newcomer(skip), status);
    // The board of the game that the button starts.
    fetchFirstGame().then(
      (position) => scene.show({ ...position, rules: { ...presetRules("short"), ...position.rules } }),
      () => {},
    );
  } else {
    showBack();
  }
  /** The tables where it is our turn. @type {string[]} */
  let turns = [];
  /** Our newest running game. @type {TableInfo | undefined} */
  let running;
  const showGoOn = () => patch(goOn, turnLink(turns) ?? continueLink(running));
  const stopTurns = onTurns((tables) => {
    turns = tables;
    showGoOn();
  });
  listings(mine, open).then(
    (newest) => {
      running = newest;
      showGoOn();
    },
    () => {},
  );
  return () => {
    scene.stop();
    stopTurns();
  };
}

/** Return the title as lettering, with text for screen readers. */
function title() {
  return h("h1", {}, titleArt(), h("span", { class: "visually-hidden" }, t("Escape from Cartagena")));
}

/** Return the panel for newcomers: one button. @param {() => void} skip */
function newcomer(skip) {
  const start = () => showFailure(startFirstGame());
  return h(
    "div",
    { key: "new", class: "home-new" },
    h("p", { class: "lead" }, t("Break your pirates out of the fortress before the others do.")),
    h("button", { type: "button", class: "big", onclick: start }, t("Break out")),
    h("p", {}, t("One minute. No account.")),
    h("button", { type: "button", class: "action quiet", onclick: skip }, t("I’ve played before")),
  );
}

/**
 * Return the panel for players who return.
 * @param {HTMLElement} status
 * @param {HTMLElement} pause the button that pauses the demo
 * @param {() => void} onChoice called when another game is chosen
 */
function known(status, pause, onChoice) {
  const choice = el("span", { class: "choice-text" }, choiceText());
  const play = el("button", { type: "button", class: "big", onclick: () => start() }, t("Play now"));
  const changed = () => {
    choice.textContent = choiceText();
    onChoice();
  };
  async function start() {
    play.disabled = true;
    status.textContent = t("Dealing the cards…");
    const retrying = () => (status.textContent = t("Connection lost. Reconnecting…"));
    connection.addEventListener("failed", retrying);
    try {
      const bots = { players: PLAYERS, level: storedLevel(), bot_speed: storedBotSpeed() };
      const table = await api.quickStart({ rules: storedGame(), colour: "blue", ...bots });
      navigate(`/table/${table.id}`);
    } catch (problem) {
      status.textContent = errorText(problem);
      play.disabled = false;
    } finally {
      connection.removeEventListener("failed", retrying);
    }
  }
  const [days, escapes] = [streak(), dailyStreak()];
  const change = t("Change the game or the bots");
  return h(
    "div",
    { key: "known", class: "home-known" },
    play,
    h(
      "div",
      { class: "choice-line" },
      h(
        "button",
        {
          type: "button",
          class: "quick-choice",
          "aria-label": change,
          onclick: () => showFailure(openChoice(changed, start)),
        },
        choice,
        h("span", { class: "pencil", "aria-hidden": "true" }, "✎"),
      ),
      pause,
    ),
    h(
      "nav",
      { class: "ways", "aria-label": t("Other ways to play") },
      way(
        "/learn#puzzles",
        "lantern",
        t("Puzzle of the day"),
        days ? n("{count} day in a row", "{count} days in a row", days) : "",
      ),
      way(
        "/daily",
        "bottle",
        t("Daily escape"),
        escapes ? n("{count} day in a row", "{count} days in a row", escapes) : "",
      ),
      way("/voyage", "hat", t("The voyage"), ""),
      way("/create", "key", t("Play with a friend"), ""),
    ),
  );
}

/** @param {string} href @param {string} symbol @param {string} label @param {string} note */
function way(href, symbol, label, note) {
  return h("a", { class: "way", href }, art(symbol), h("span", {}, h("b", {}, label), note && h("small", {}, note)));
}

/** Return a link to the table where it is our turn, or to the list if there are several. @param {string[]} tables */
function turnLink(tables) {
  if (!tables.length) return null;
  const href = tables.length === 1 ? `/table/${tables[0]}` : "/tables";
  const text = n("Your turn at {count} table", "Your turn at {count} tables", tables.length);
  return h("a", { class: "big", href }, text);
}

/** Return a link to a running game, if there is one. @param {TableInfo} [table] */
function continueLink(table) {
  if (!table) return null;
  const text = t("Continue: {game}", { game: gameName(table.rules) });
  return h("a", { class: "big", href: `/table/${table.id}` }, text);
}

/**
 * List our own games and the tables of others.
 * @param {HTMLElement} mine
 * @param {HTMLElement} open
 * @returns our first running game
 */
async function listings(mine, open) {
  const [{ id }, { tables: listed }, { waiting, running }, invitations] = await Promise.all([
    me(),
    listTables("mine=true&limit=50"),
    fetchLobby(),
    isServerless() ? [] : fetchInvitations().catch(() => []),
  ]);
  const ours = withoutOldPractice(listed.filter((table) => table.status !== "closed"));
  const ourIds = new Set(ours.map((table) => table.id));
  const others = [...waiting, ...running].filter((table) => !ourIds.has(table.id));
  const invited = invitations.map(({ table }) => table).filter((table) => !ourIds.has(table.id));
  showInbox(mine, [...ours, ...invited], id);
  showOpenTables(open, others);
  const sorted = [...ours.filter((table) => isTurnOf(table, id)), ...ours];
  return sorted.find((table) => table.status === "running");
}

/** @param {HTMLElement} home @param {TableInfo[]} tables */
function showOpenTables(home, tables) {
  if (!tables.length) return;
  home.hidden = false;
  patch(
    home,
    h("h2", {}, t("Open tables")),
    h(
      "ul",
      { class: "tables" },
      tables.slice(0, MAX_TABLES).map((table) => tableItem(table, false)),
    ),
  );
}
