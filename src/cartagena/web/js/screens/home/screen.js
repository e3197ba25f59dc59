/** The first page: a game against bots, the player's own games, open tables, and a demo. */

import { art, el, h, pirateArt, setTitle } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { presetTitle } from "../../model/catalogue.js";
import * as api from "../../net/api.js";
import { fetchLobby, listTables } from "../../net/api.js";
import { connection } from "../../net/failures.js";
import { me, rename, storedName } from "../../net/http.js";
import { onTurns } from "../../net/turns.js";
import { levelSelect, rememberLevel, storedBotSpeed, storedLevel } from "../../ui/bot_choice.js";
import { errorText, showFailure } from "../../ui/errors.js";
import { isTurnOf, tableItem } from "../../ui/table_item.js";
import { endFirstGame, mayOfferFirstGame, startFirstGame } from "../first_game/start.js";
import { demo } from "./demo.js";

/** @import { TableInfo } from "../../net/types.js" */

/** Show the first page until the returned function is called. @param {HTMLElement} main */
export function homeScreen(main) {
  setTitle();
  const mine = el("section", { class: "listing", hidden: true });
  const open = el("section", { class: "listing", hidden: true });
  const game = el(
    "select",
    { id: "quick-game" },
    ["jamaica", "escape", "short", "tortuga", "complete", "black-magic", "everything"].map((name) =>
      h("option", { value: name }, presetTitle(name)),
    ),
  );
  const level = levelSelect("quick-level", storedLevel(), rememberLevel);
  const name = el("input", {
    id: "name",
    maxlength: 40,
    dir: "auto",
    autocomplete: "nickname",
    value: storedName(),
  });
  name.addEventListener("change", () => {
    if (name.value.trim()) showFailure(rename(name.value.trim()));
  });
  const play = el("button", { type: "button", class: "big", onclick: () => start() }, t("Play now"));

  const status = el("p", { class: "quiet", role: "status" }, t("Play two bots right now. No account needed."));

  const offer = el(
    "p",
    { class: "first-game" },
    h(
      "button",
      { type: "button", class: "action quiet", onclick: () => showFailure(startFirstGame()) },
      t("New here? Play a first game with tips"),
    ),
    h("button", { type: "button", class: "action quiet", onclick: decline }, t("No, thanks")),
  );
  offer.hidden = !mayOfferFirstGame();

  function decline() {
    endFirstGame();
    offer.hidden = true;
    play.focus();
  }

  async function start() {
    play.disabled = true;
    status.textContent = t("Dealing the cards…");
    const retrying = () => (status.textContent = t("Connection lost. Reconnecting…"));
    connection.addEventListener("failed", retrying);
    try {
      const bots = { players: 3, level: level.select.value, bot_speed: storedBotSpeed() };
      const table = await api.quickStart({ rules: game.value, colour: "blue", ...bots });
      navigate(`/table/${table.id}`);
    } catch (problem) {
      status.textContent = errorText(problem);
      play.disabled = false;
    } finally {
      connection.removeEventListener("failed", retrying);
    }
  }

  const [board, stop] = demo();
  const turns = el("div", { class: "your-turn" });
  const stopTurns = onTurns((tables) => patch(turns, turnLink(tables)));
  main.replaceChildren(
    turns,
    el(
      "div",
      { class: "page home" },
      h(
        "section",
        { class: "hero" },
        h(
          "div",
          { class: "crowd-art", "aria-hidden": "true" },
          ["purple", "green", "blue", "red", "yellow"].map((colour) => pirateArt(colour)),
        ),
        h("h1", {}, t("Escape from Cartagena")),
        h(
          "p",
          { class: "lead" },
          t(
            "The year is 1672, and your six pirates are breaking out of the fortress. Play cards to dash from symbol to symbol, go back to draw more, and get everyone aboard the sloop before the others do.",
          ),
        ),
        h(
          "div",
          { class: "play" },
          play,
          h("span", { class: "pick" }, h("label", { for: "quick-game" }, t("Game")), game),
          h("span", { class: "pick" }, h("label", { for: "quick-level" }, t("Bots")), level.select),
          level.sentence,
        ),
        status,
        offer,
        h("p", { class: "name-line" }, h("label", { for: "name" }, t("Your name")), name),
        h(
          "div",
          { class: "ways" },
          h(
            "a",
            { class: "way", href: "/create" },
            art("key"),
            h("b", {}, t("Create a table")),
            h("span", {}, t("Play with friends, with bots, or together on one screen. Every edition and variant.")),
          ),
          h(
            "a",
            { class: "way", href: "/learn" },
            art("lantern"),
            h("b", {}, t("Learn to play")),
            h("span", {}, t("A five-minute tutorial, puzzles and the rules.")),
          ),
        ),
      ),
      mine,
      open,
      h("div", { class: "demo" }, board),
    ),
  );
  listings(mine, open, offer).catch(() => {});
  return () => {
    stop();
    stopTurns();
  };
}

/** Return a link to the table where it is our turn, or to the list if there are several. @param {string[]} tables */
function turnLink(tables) {
  if (!tables.length) return [];
  const href = tables.length === 1 ? `/table/${tables[0]}` : "/tables";
  const text = n("Your turn at {count} table", "Your turn at {count} tables", tables.length);
  return [h("a", { class: "big", href }, text)];
}

/** Number of tables in each list. */
const MAX_TABLES = 8;

/**
 * List our own games, first those where it is our turn, and the tables of others.
 * @param {HTMLElement} mine
 * @param {HTMLElement} open
 * @param {HTMLElement} offer of a first game, for those who have none yet
 */
async function listings(mine, open, offer) {
  const [{ id }, { tables: listed }, { waiting, running }] = await Promise.all([
    me(),
    listTables("mine=true&limit=20"),
    fetchLobby(),
  ]);
  const ours = listed.filter((table) => table.status !== "closed");
  const isOurTurn = (/** @type {TableInfo} */ table) => isTurnOf(table, id);
  if (ours.length) offer.hidden = true;
  const ourIds = new Set(ours.map((table) => table.id));
  showListing(
    mine,
    t("Your games"),
    [...ours.filter(isOurTurn), ...ours.filter((table) => !isOurTurn(table))],
    isOurTurn,
  );
  showListing(
    open,
    t("Open tables"),
    [...waiting, ...running].filter((table) => !ourIds.has(table.id)),
    () => false,
  );
}

/**
 * @param {HTMLElement} home
 * @param {string} heading
 * @param {TableInfo[]} tables
 * @param {(table: TableInfo) => boolean} isOurTurn whether we must choose there
 */
function showListing(home, heading, tables, isOurTurn) {
  if (!tables.length) return;
  home.hidden = false;
  patch(
    home,
    h("h2", {}, heading),
    h(
      "ul",
      { class: "tables" },
      tables.slice(0, MAX_TABLES).map((table) => tableItem(table, isOurTurn(table))),
    ),
  );
}
