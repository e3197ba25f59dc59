/** Our games on the first page: our turn, invitations, those that wait for others, and those that have ended. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { isTurnOf, tableItem } from "../../ui/table_item.js";

/** @import { TableInfo } from "../../net/types.js" */

/** Number of tables in each group. */
const MAX_TABLES = 8;
/** Minimum time limits in seconds, per turn and per game, at a table whose players come back for each turn. */
const LONG_TURN = 600;
const LONG_GAME = 3600;

/**
 * Return our tables in groups, with a title for each.
 * @param {TableInfo[]} tables
 * @param {string} me
 * @param {(table: TableInfo) => boolean} isNew whether we have not seen that a game has ended
 * @returns {[string, TableInfo[]][]}
 */
export function groups(tables, me, isNew) {
  const isInvitation = (/** @type {TableInfo} */ table) => table.status === "waiting" && table.owner !== me;
  const isRunning = (/** @type {TableInfo} */ table) => table.status === "waiting" || table.status === "running";
  const turns = tables.filter((table) => isTurnOf(table, me));
  const invitations = tables.filter(isInvitation);
  const others = tables.filter((table) => isRunning(table) && !isInvitation(table) && !turns.includes(table));
  const ended = tables.filter((table) => table.status === "finished" && hasOthers(table, me) && isNew(table));
  /** @type {[string, TableInfo[]][]} */
  const all = [
    [t("Your turn"), turns],
    [t("Invitations"), invitations],
    [t("Waiting for others"), others],
    [t("Finished since your last visit"), ended],
  ];
  return all.filter(([, listed]) => listed.length > 0);
}

/** Return whether other people play at a table. @param {TableInfo} table @param {string} me */
const hasOthers = (table, me) => table.seats.some((seat) => seat.identity && seat.identity !== me);

/** Return whether players come back to a table for each turn. @param {TableInfo} table @param {string} me */
export function isLong(table, me) {
  const { seconds, budget } = table;
  return hasOthers(table, me) && (seconds >= LONG_TURN || budget >= LONG_GAME || !(seconds || budget));
}

/**
 * Return a function that says whether a game has ended since our last visit. A visit lasts until the tab is closed.
 * @param {TableInfo[]} tables
 */
function newlyFinished(tables) {
  const ids = (/** @type {string | null} */ text) => new Set(/** @type {string[]} */ (JSON.parse(text ?? "[]")));
  const stored = localStorage.getItem("seen-finished");
  const newGames = ids(sessionStorage.getItem("new-finished"));
  const finished = tables.filter((table) => table.status === "finished").map((table) => table.id);
  const earlier = ids(stored);
  if (stored !== null) for (const id of finished) if (!earlier.has(id)) newGames.add(id);
  localStorage.setItem("seen-finished", JSON.stringify(finished));
  sessionStorage.setItem("new-finished", JSON.stringify([...newGames]));
  return (/** @type {TableInfo} */ table) => newGames.has(table.id);
}

/** Draw our tables, if there are any. @param {HTMLElement} home @param {TableInfo[]} tables @param {string} me */
export function showInbox(home, tables, me) {
  const listed = groups(tables, me, newlyFinished(tables));
  if (!listed.length) return;
  home.hidden = false;
  patch(
    home,
    h("h2", {}, t("Your games")),
    listed.flatMap(([heading, group]) => [
      h("h3", { key: heading }, heading),
      h(
        "ul",
        { key: `${heading} list`, class: "tables" },
        group.slice(0, MAX_TABLES).map((table) => tableItem(table, isTurnOf(table, me))),
      ),
    ]),
    tables.some((table) => isLong(table, me)) && offer(),
  );
}

/** Return the offer of messages for a closed page, for those who play long games and have neither accepted nor declined. */
function offer() {
  const isPossible = "PushManager" in window && window.isSecureContext;
  if (!isPossible || localStorage.getItem("notices") !== null) return null;
  const decline = () => {
    localStorage.setItem("notices", "off");
    box.remove();
  };
  const box = el(
    "p",
    { class: "paper-row notices-offer" },
    h("span", {}, t("Want to know when it’s your turn, even while this page is closed?")),
    h("a", { class: "action", href: "/profile" }, t("Turn on messages")),
    h("button", { type: "button", class: "action quiet", onclick: decline }, t("No, thanks")),
  );
  return box;
}
