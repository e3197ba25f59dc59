/** A table in a list: its game, who plays there, and whether it is our turn. */

import { h, pirateArt } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { gameName, personName } from "../model/names.js";

/** @import { TableInfo } from "../net/types.js" */

/**
 * Return whether it is this person's turn. Practice games wait for nobody, and the badge does not count them either.
 * @param {TableInfo} table
 * @param {string} identity
 */
export function isTurnOf(table, identity) {
  return (
    !table.from_position && table.seats.some((seat) => seat.identity === identity && seat.colour === table.decider)
  );
}

/**
 * Return tables without practice games, such as puzzles, except the newest: nobody goes back to the others.
 * @param {TableInfo[]} tables the newest first
 */
export function withoutOldPractice(tables) {
  const newest = tables.find((table) => table.from_position);
  return tables.filter((table) => !table.from_position || table === newest);
}

/** Return the description of a table in every list. @param {TableInfo} table */
export function tableParts(table) {
  const seats = table.seats.filter((seat) => seat.kind !== "closed");
  return [
    h(
      "span",
      { class: "pirates-home", "aria-hidden": "true" },
      seats.map((seat) => pirateArt(seat.colour)),
    ),
    h(
      "span",
      {},
      h("b", {}, gameName(table.rules)),
      h("small", {}, h("bdi", {}, seats.map(personName).filter(Boolean).join(", "))),
    ),
  ];
}

/** Return a table as a link. @param {TableInfo} table @param {boolean} ourTurn */
export function tableItem(table, ourTurn) {
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const status = {
    waiting: n("{count} open seat", "{count} open seats", free),
    running: t("in progress"),
    finished: t("finished"),
    closed: "",
  }[table.status];
  return h(
    "li",
    { key: table.id, "data-table": table.id },
    h(
      "a",
      { href: `/table/${table.id}` },
      tableParts(table),
      h("span", { class: ourTurn ? "tag due" : "tag" }, ourTurn ? t("Your turn") : status),
    ),
  );
}
