/** Home: what this is, a game at once, tables to join or watch, and your own. */

import * as api from "./api.js";
import { demo } from "./demo.js";
import { art, h, pirateArt, toast } from "./dom.js";
import { gameName, presetName } from "./names.js";
import { go } from "./pages.js";
import { sentence, tell } from "./problems.js";
import { n, t } from "./words.js";

/** @import { TableInfo } from "./types.js" */

/** @param {HTMLElement} main */
export function homeScreen(main) {
  document.title = "Cartagena";
  const mine = h("section", { class: "listing", hidden: true });
  const open = h("section", { class: "listing", hidden: true });
  const game = h(
    "select",
    { id: "quick-game" },
    ["jamaica", "escape", "short", "tortuga", "complete", "black-magic", "everything"].map((name) => h("option", { value: name }, presetName(name))),
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
        h("div", { class: "crowd-art", "aria-hidden": "true" }, ["purple", "green", "blue", "red", "yellow"].map(pirateArt)),
        h("h1", {}, t("Escape from Cartagena")),
        h("p", { class: "lead" }, t("1672. Your six pirates break out of the fortress. Play cards to leap ahead from symbol to symbol, fall back to gain more, and bring everyone aboard the sloop before the others do.")),
        h("div", { class: "play" }, play, h("span", { class: "pick" }, h("label", { for: "quick-game" }, t("Game")), game)),
        h("p", { class: "quiet" }, t("Against two bots, at once. No account.")),
        h("p", { class: "name-line" }, h("label", { for: "name" }, t("Your name")), name),
        h(
          "div",
          { class: "ways" },
          h("a", { class: "way", href: "/create" }, art("key"), h("b", {}, t("Create a table")), h("span", {}, t("With friends, bots or at one screen; every edition and variant."))),
          h("a", { class: "way", href: "/learn" }, art("lantern"), h("b", {}, t("Learn")), h("span", {}, t("Five minutes by playing, puzzles, and the rules."))),
        ),
      ),
      mine,
      open,
      h("div", { class: "demo" }, board),
    ),
  );
  fill(mine, t("Your games"), "mine=true&limit=20").catch(() => {});
  fill(open, t("Open tables"), "limit=20").catch(() => {});
  return stop;
}

/**
 * @param {HTMLElement} home
 * @param {string} heading
 * @param {string} query
 */
async function fill(home, heading, query) {
  const { tables } = await api.tables(query);
  const wanted = tables.filter((table) => table.status !== "finished" || query.startsWith("mine")).slice(0, 8);
  if (!wanted.length) return;
  home.hidden = false;
  home.replaceChildren(h("h2", {}, heading), h("ul", { class: "tables" }, wanted.map(line)));
}

/** @param {TableInfo} table */
function line(table) {
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
      h("span", { class: "crew", "aria-hidden": "true" }, table.seats.filter((seat) => seat.kind !== "closed").map((seat) => pirateArt(seat.colour))),
      h("b", {}, gameName(table.rules)),
      h("span", { class: "tag" }, status ?? ""),
    ),
  );
}
