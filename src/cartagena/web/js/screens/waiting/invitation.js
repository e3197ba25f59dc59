/** What somebody who was invited sees first: by whom, to which game, and about how long it takes. */

import { h } from "../../lib/dom.js";
import { isolate, n, t } from "../../lib/i18n.js";
import { minutesFor } from "../../model/catalogue.js";
import { gameName, limitName } from "../../model/names.js";

/** @import { TableInfo } from "../../net/types.js" */

/** Who invites, if the host has a seat and so a name. @param {TableInfo} table */
function hostName(table) {
  return table.seats.find((seat) => seat.identity === table.owner)?.name ?? "";
}

/** The game in a line: its name, how many play, about how long, and the time limit. @param {TableInfo} table */
export function gameFacts(table) {
  const players = table.seats.filter((seat) => seat.kind !== "closed").length;
  const minutes = minutesFor(table.rules);
  return [
    n("{count} player", "{count} players", players),
    minutes && n("about {count} minute", "about {count} minutes", minutes),
    limitName(table),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The card for a guest. @param {TableInfo} table */
export function invitationCard(table) {
  const name = hostName(table);
  return h(
    "div",
    { class: "invitation" },
    h("h1", {}, name ? t("{name} invites you", { name: isolate(name) }) : t("You’re invited!")),
    h("p", { class: "invited-to" }, gameName(table.rules)),
    h("p", { class: "quiet" }, gameFacts(table)),
  );
}
