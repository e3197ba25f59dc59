/** Home: what this is, a game at once, tables to join or watch, and your own. */

import { art, h, pirateArt, toast } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { gameName, personName, presetName } from "../model/names.js";
import * as api from "../net/api.js";
import { sentence, tell } from "../net/errors.js";
import { go } from "../router.js";
import { demo } from "./demo.js";

/** @import { TableInfo } from "../net/types.js" */

/** @param {HTMLElement} main */
export function homeScreen(main) {
  document.title = "Cartagena";
  const mine = h("section", { class: "listing", hidden: true });
  const open = h("section", { class: "listing", hidden: true });
  const game = h(
    "select",
    { id: "quick-game" },
    ["jamaica", "escape", "short", "tortuga", "complete", "black-magic", "everything"].map((name) =>
      h("option", { value: name }, presetName(name)),
    ),
  );
  const name = h("input", { id: "name", maxlength: 40, dir: "auto", autocomplete: "nickname", value: api.knownName() });
  name.addEventListener("change", () => {
    if (name.value.trim()) tell(api.rename(name.value.trim()));
  });
  const play = h("button", { type: "button", class: "big", onclick: () => start() }, t("Play now"));

  async function start() {
    play.disabled = true;
    try {
      const table = await api.quickStart({ rules: game.value, players: 3, level: "deckhand", colour: "blue" });
      go(`/table/${table.id}`);
    } catch (problem) {
      toast(sentence(problem));
      play.disabled = false;
    }
  }

  const [board, stop] = demo();
  main.replaceChildren(
    h(
      "div",
      { class: "page home" },
      h(
        "section",
        { class: "hero" },
        h(
          "div",
          { class: "crowd-art", "aria-hidden": "true" },
          ["purple", "green", "blue", "red", "yellow"].map(pirateArt),
        ),
        h("h1", {}, t("Escape from Cartagena")),
        h(
          "p",
          { class: "lead" },
          t(
            "1672. Your six pirates break out of the fortress. Play cards to leap ahead from symbol to symbol, fall back to gain more, and bring everyone aboard the sloop before the others do.",
          ),
        ),
        h(
          "div",
          { class: "play" },
          play,
          h("span", { class: "pick" }, h("label", { for: "quick-game" }, t("Game")), game),
        ),
        h("p", { class: "quiet" }, t("Against two bots, at once. No account.")),
        h("p", { class: "name-line" }, h("label", { for: "name" }, t("Your name")), name),
        h(
          "div",
          { class: "ways" },
          h(
            "a",
            { class: "way", href: "/create" },
            art("key"),
            h("b", {}, t("Create a table")),
            h("span", {}, t("With friends, bots or at one screen; every edition and variant.")),
          ),
          h(
            "a",
            { class: "way", href: "/learn" },
            art("lantern"),
            h("b", {}, t("Learn")),
            h("span", {}, t("Five minutes by playing, puzzles, and the rules.")),
          ),
        ),
      ),
      mine,
      open,
      h("div", { class: "demo" }, board),
    ),
  );
  listings(mine, open).catch(() => {});
  return stop;
}

/** How many tables are shown of each kind. */
const MOST = 8;

/**
 * Our own games, those first where we must choose; and those of others.
 * @param {HTMLElement} mine
 * @param {HTMLElement} open
 */
async function listings(mine, open) {
  const [{ id }, { tables: ours }, { tables: all }] = await Promise.all([
    api.me(),
    api.tables("mine=true&limit=20"),
    api.tables("limit=20"),
  ]);
  const isDue = (/** @type {TableInfo} */ table) =>
    table.seats.some((seat) => seat.identity === id && seat.colour === table.decider);
  const known = new Set(ours.map((table) => table.id));
  fill(mine, t("Your games"), [...ours.filter(isDue), ...ours.filter((table) => !isDue(table))], isDue);
  fill(
    open,
    t("Open tables"),
    all.filter((table) => table.status !== "finished" && !known.has(table.id)),
    () => false,
  );
}

/**
 * @param {HTMLElement} home
 * @param {string} heading
 * @param {TableInfo[]} tables
 * @param {(table: TableInfo) => boolean} isDue whether we must choose there
 */
function fill(home, heading, tables, isDue) {
  if (!tables.length) return;
  home.hidden = false;
  home.replaceChildren(
    h("h2", {}, heading),
    h(
      "ul",
      { class: "tables" },
      tables.slice(0, MOST).map((table) => line(table, isDue(table))),
    ),
  );
}

/** @param {TableInfo} table @param {boolean} due */
function line(table, due) {
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const status = {
    waiting: n("{count} open seat", "{count} open seats", free),
    running: t("running"),
    finished: t("finished"),
  }[table.status];
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/table/${table.id}` },
      h(
        "span",
        { class: "crew", "aria-hidden": "true" },
        table.seats.filter((seat) => seat.kind !== "closed").map((seat) => pirateArt(seat.colour)),
      ),
      h(
        "span",
        {},
        h("b", {}, gameName(table.rules)),
        h("small", { dir: "auto" }, table.seats.map(personName).filter(Boolean).join(", ")),
      ),
      h("span", { class: due ? "tag due" : "tag" }, due ? t("Your turn") : (status ?? "")),
    ),
  );
}
