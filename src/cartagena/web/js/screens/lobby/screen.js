/** The page of tables: quick match, our own games, public tables to join, and games to watch. */

import { isServerless } from "../../lib/address.js";
import { el, h, setTitle, toast } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { games, presetTitle } from "../../model/catalogue.js";
import { gameName, limitName } from "../../model/names.js";
import * as api from "../../net/api.js";
import { fetchLobby, listTables, quickMatch } from "../../net/api.js";
import { me } from "../../net/http.js";
import { rememberMatch } from "../../net/storage.js";
import { errorText } from "../../ui/errors.js";
import { oneDeviceText } from "../../ui/panels.js";
import { isTurnOf, tableItem, tableParts, withoutOldPractice } from "../../ui/table_item.js";

/** @import { VNode } from "../../lib/patch.js" */
/** @import { LobbyTable, TableInfo } from "../../net/types.js" */

/** Poll interval in milliseconds. Most responses say that nothing has changed. */
const POLL_MS = 3000;

/** Show the page. Returns a function that leaves it. @param {HTMLElement} main */
export function lobbyScreen(main) {
  setTitle(t("Tables"));
  const mine = el("section", { class: "listing", hidden: true });
  const open = el("section", { class: "listing" });
  const running = el("section", { class: "listing" });
  main.replaceChildren(
    el(
      "div",
      { class: "page lobby" },
      h("h1", {}, t("Tables")),
      isServerless() ? oneDeviceForm() : matchForm(),
      h("div", {}, mine, !isServerless() && open),
      !isServerless() && running,
    ),
  );
  let closed = false;

  async function refresh() {
    if (closed || document.hidden) return;
    try {
      const [{ id }, { tables }, lobby] = await Promise.all([me(), listTables("mine=true&limit=20"), fetchLobby()]);
      if (!closed) show(id, tables, lobby);
    } catch {
      // The lists stay unchanged until the next poll.
    }
  }

  /** @param {string} me @param {TableInfo[]} tables @param {{ waiting: LobbyTable[], running: LobbyTable[] }} lobby */
  function show(me, tables, lobby) {
    const unfinished = withoutOldPractice(
      tables.filter((table) => table.status === "waiting" || table.status === "running"),
    );
    const ours = unfinished.sort((a, b) => Number(isTurnOf(b, me)) - Number(isTurnOf(a, me)));
    const ourIds = new Set(ours.map((table) => table.id));
    const isOthers = (/** @type {TableInfo} */ table) => !ourIds.has(table.id);
    const waiting = lobby.waiting.filter(isOthers);
    const items = ours.map((table) => tableItem(table, isTurnOf(table, me)));
    mine.hidden = !items.length;
    patch(mine, h("h2", {}, t("Your games")), h("ul", { class: "tables" }, items));
    const there = waiting.filter((table) => table.owner_present);
    const away = waiting.filter((table) => !table.owner_present);
    showList(open, t("Open tables"), [...there, ...away].map(joinItem), t("No open tables right now."));
    showList(
      running,
      t("Games to watch"),
      lobby.running.filter(isOthers).map(watchItem),
      t("No games to watch right now."),
    );
  }

  refresh();
  const timer = setInterval(refresh, POLL_MS);
  document.addEventListener("visibilitychange", refresh);
  return () => {
    closed = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", refresh);
  };
}

/** @param {HTMLElement} section @param {string} heading @param {VNode[]} items @param {string} nothing */
function showList(section, heading, items, nothing) {
  const list = items.length ? h("ul", { class: "tables" }, items) : h("p", { class: "quiet" }, nothing);
  patch(section, h("h2", {}, heading), list);
}

/** Return seats, bots and time limit in words. @param {TableInfo} table */
function tableFacts(table) {
  const seats = table.seats.filter((seat) => seat.kind !== "closed");
  const bots = seats.filter((seat) => seat.kind === "bot").length;
  const taken = seats.filter((seat) => seat.kind !== "open").length;
  return [
    table.status === "waiting"
      ? t("{taken} of {all} seats taken", { taken, all: seats.length })
      : n("{count} player", "{count} players", seats.length),
    bots > 0 && n("{count} bot", "{count} bots", bots),
    limitName(table),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {LobbyTable} table */
function joinItem(table) {
  const label = t("Join: {game}", { game: gameName(table.rules) });
  const kind = table.owner_present ? "action" : "action quiet";
  const onclick = (/** @type {Event} */ event) => join(table, event.currentTarget);
  return h(
    "li",
    { key: table.id, class: "row", "data-table": table.id },
    tableParts(table),
    h("small", { class: "facts" }, tableFacts(table), !table.owner_present && ` · ${t("the host is away")}`),
    h("button", { type: "button", class: kind, "aria-label": label, onclick }, t("Join")),
  );
}

/** @param {LobbyTable} table */
function watchItem(table) {
  const label = t("Watch: {game}", { game: gameName(table.rules) });
  return h(
    "li",
    { key: table.id, class: "row", "data-table": table.id },
    tableParts(table),
    h("small", { class: "facts" }, tableFacts(table)),
    h("a", { class: "action quiet", "aria-label": label, href: `/table/${table.id}` }, t("Watch")),
  );
}

/** Take the first open seat. @param {TableInfo} table @param {EventTarget | null} button */
async function join(table, button) {
  const seat = table.seats.find((one) => one.kind === "open")?.colour ?? "";
  if (button instanceof HTMLButtonElement) button.disabled = true;
  try {
    await api.join(table, seat);
    navigate(`/table/${table.id}`);
  } catch (problem) {
    toast(errorText(problem));
    if (button instanceof HTMLButtonElement) button.disabled = false;
  }
}

/** Return what a page without a server offers instead of tables of others. */
function oneDeviceForm() {
  return h(
    "div",
    { class: "quick-match" },
    h("p", {}, oneDeviceText()),
    h("p", {}, h("a", { class: "action main", href: "/create" }, t("Create a table"))),
  );
}

/** Return the form for a quick match. */
function matchForm() {
  const game = el(
    "select",
    { id: "match-game" },
    h("option", { value: "" }, t("Any game")),
    games().map(({ name }) => h("option", { value: name }, presetTitle(name))),
  );
  const button = el("button", { type: "submit", class: "big" }, t("Find a game"));
  const problem = el("p", { class: "form-error", role: "alert" });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    try {
      const table = await quickMatch(game.value);
      rememberMatch(table.id, game.value);
      navigate(`/table/${table.id}`);
    } catch (error) {
      problem.textContent = errorText(error);
      button.disabled = false;
    }
  };
  return h(
    "form",
    { class: "quick-match", onsubmit: send },
    h("h2", {}, t("Quick match")),
    h("p", {}, t("Join the first table that fits, or open one and wait. A bot can step in at any time.")),
    h(
      "div",
      { class: "field-line" },
      button,
      h("span", { class: "field-line" }, h("label", { for: "match-game" }, t("Game")), game),
      h("a", { class: "action quiet", href: "/create" }, t("Create a table")),
      h("a", { class: "action quiet", href: "/duplicate" }, t("Same cards for everyone")),
    ),
    problem,
  );
}
