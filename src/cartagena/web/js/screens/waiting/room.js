/** The waiting room: invitation, seats, the link for others, chat, a preview of the board, and the start. */

import { h, pirateArt } from "../../lib/dom.js";
import { isolate, n, t } from "../../lib/i18n.js";
import { levelSentence, minutesFor, presetLike, publicAddress } from "../../model/catalogue.js";
import { colourName, gameName, limitName, nameAndLevel } from "../../model/names.js";
import * as api from "../../net/api.js";
import { rename, storedName } from "../../net/http.js";
import { isLocal } from "../../net/table_link.js";
import { levelOptions, rememberLevel, storedLevel } from "../../ui/bot_choice.js";
import { chatForm, chatLog } from "../../ui/chat.js";
import { showFailure } from "../../ui/errors.js";
import { closedPanel, oneDeviceText } from "../../ui/panels.js";
import { loadPosters, posterArt } from "../../ui/posters.js";
import { portrait } from "../../ui/rivals.js";
import { ruleSections } from "../../ui/rules_panel.js";
import { linkField } from "../../ui/share.js";
import { inviteFriends } from "./invite.js";
import { matchPanel } from "./match.js";
import { boardPreview } from "./preview.js";

/** @import { SeatInfo, TableInfo } from "../../net/types.js" */

export { followMatch, stopWaiting } from "./match.js";

/** @import { TableState } from "../../model/table_state.js" */

/**
 * Return the room of a table that waits for players.
 * @param {TableState} state
 * @param {string} me who we are
 */
export function waitingRoom(state, me) {
  const { table, you } = state;
  const { id } = table;
  loadPosters().catch(() => {});
  const host = me === table.owner;
  if (table.status === "closed") return h("section", { key: "closed", class: "page" }, closedPanel());
  const open = table.seats.filter((seat) => seat.kind === "open");
  const seats = table.seats.map((seat) =>
    h("li", { key: seat.colour, class: `seat ${seat.colour} ${seat.kind}` }, seatItems(state, seat, host)),
  );
  const starter = h(
    "button",
    {
      type: "button",
      class: "big",
      onclick: () => showFailure(api.start(state.table, state.you)),
      "aria-disabled": open.length ? "true" : null,
    },
    t("Start the game"),
  );
  return h(
    "section",
    { key: "room", class: "page waiting-room" },
    host || you.length > 0 ? ownHeading(table) : invitationCard(table),
    host && matchPanel(state),
    h("p", { key: "welcome" }, isLocal(id) ? oneDeviceText() : welcomeText(open.length > 0, you.length > 0, host)),
    (host || you.length > 0) && open.length > 0 && !isLocal(id) && shareLink(id),
    (host || you.length > 0) && open.length > 0 && !isLocal(id) && inviteFriends(id),
    h("details", { class: "table-rules" }, h("summary", {}, t("Rules")), ruleSections(table.rules)),
    open.length > 0 && maySit(state, host) && nameField(you),
    h("ul", { class: "seats" }, seats),
    h(
      "p",
      { key: "buttons", class: "buttons" },
      you.length > 0 &&
        h(
          "button",
          { key: "leave", type: "button", class: "action quiet", onclick: () => showFailure(api.leave(id)) },
          t("Leave the seat"),
        ),
      host &&
        h(
          "button",
          { key: "close", type: "button", class: "action quiet", onclick: () => showFailure(api.closeTable(id)) },
          t("Close the table"),
        ),
    ),
    host && h("div", { key: "start", class: "start" }, starter),
    host &&
      open.length > 0 &&
      h("p", { key: "open seats", class: "quiet" }, t("Fill or close every open seat to start.")),
    (you.length > 0 || table.spectators) && !isLocal(id) && chat(state, me, host),
    boardPreview(table),
  );
}

/** Return the link to this table and, if the server knows its own address, its QR code. @param {string} id */
function shareLink(id) {
  const address = publicAddress(id);
  const alt = t("QR code of the link to this table");
  const code = address && h("img", { src: `/table/${id}/qr.svg`, alt, width: 180, height: 180, loading: "lazy" });
  return h(
    "div",
    { key: "link" },
    linkField(address || location.href),
    code && h("details", { class: "qr-code" }, h("summary", {}, t("QR code")), code),
  );
}

/** Return the heading for players who have a seat. @param {TableInfo} table */
function ownHeading(table) {
  return h(
    "div",
    { key: "heading", class: "invitation" },
    posterArt(presetLike(table.rules)?.name ?? ""),
    h("h1", {}, gameName(table.rules)),
    h("p", { class: "quiet" }, gameFacts(table)),
  );
}

/**
 * The form of the chat. It is created once for a table, so that typed text stays.
 * @type {{ id: string, root: HTMLElement } | null}
 */
let form = null;

/** @param {TableState} state @param {string} me @param {boolean} host */
function chat(state, me, host) {
  const { id } = state.table;
  if (form?.id !== id) form = { id, root: chatForm(id) };
  return h(
    "section",
    { class: "waiting-chat" },
    h("h2", {}, t("Chat")),
    h("div", { "aria-live": "polite" }, chatLog(state, id, me, host)),
    form.root,
  );
}

/**
 * Tell the host, a player or a guest what the table waits for.
 * @param {boolean} open whether there are free seats
 * @param {boolean} seated
 * @param {boolean} host
 */
function welcomeText(open, seated, host) {
  if (!open) return host ? t("Everyone is here.") : t("Everyone is here. The host will start the game.");
  if (host || seated) return t("Waiting for players. Send them this link:");
  return t("Enter your name and choose a seat.");
}

/** Return whether we may take a seat. At a public table only the host may have several. @param {TableState} state @param {boolean} host */
function maySit({ table, you }, host) {
  return host || !you.length || !table.public;
}

/**
 * Return the field for the name to take a seat with. For a second seat at this screen, it is another player's name.
 * @param {string[]} ours the colours that we play
 */
function nameField(ours) {
  const text = ours.length ? t("Name of the next player on this screen") : t("Your name");
  const value = ours.length ? "" : storedName();
  return h(
    "p",
    { key: `name after ${ours.length}`, class: "field-line" },
    h("label", { for: "sit-as" }, text),
    h("input", { id: "sit-as", maxlength: 40, dir: "auto", autocomplete: ours.length ? "off" : "nickname", value }),
  );
}

/**
 * Take a seat with the name in the field. The first player at this screen is renamed.
 * @param {TableState} state
 * @param {string} colour
 */
async function takeSeat(state, colour) {
  const input = document.getElementById("sit-as");
  const name = input instanceof HTMLInputElement ? input.value.trim() : "";
  if (name && !state.you.length && name !== storedName()) await rename(name);
  await api.join(state.table, colour, name || (state.you.length ? t("Pirate") : undefined));
}

/**
 * Return the select for the level of a bot, for the host.
 * @param {string} id
 * @param {SeatInfo} seat
 */
function botField(id, { colour, level }) {
  /** @param {Event} event */
  const change = ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    rememberLevel(target.value);
    showFailure(api.setSeat(id, colour, { kind: "bot", level: target.value }));
  };
  return h(
    "span",
    { key: "bot", class: "who bot" },
    h(
      "select",
      {
        "aria-label": t("Bot’s level: {colour}", { colour: colourName(colour) }),
        value: level,
        onchange: change,
      },
      levelOptions(level),
    ),
    h("small", { class: "quiet level-sentence" }, portrait(level), levelSentence(level)),
  );
}

/**
 * Return a seat with its player and its buttons.
 * @param {TableState} state
 * @param {SeatInfo} seat
 * @param {boolean} host
 */
function seatItems(state, seat, host) {
  const { id } = state.table;
  const mine = state.you.includes(seat.colour);
  const text = {
    open: t("open seat"),
    closed: t("closed"),
    bot: t("Bot: {level}", { level: nameAndLevel(seat) }),
    player: mine ? t("{name} (you)", { name: seat.name }) : seat.name,
  }[seat.kind];
  const buttons = [];
  const name = colourName(seat.colour);
  // For guests, taking a seat is the most important button.
  const look = state.you.length ? "action quiet" : "action";
  /** @param {string} text @param {string} label @param {() => Promise<unknown>} action */
  const button = (text, label, action) =>
    h(
      "button",
      { key: label, type: "button", class: look, "aria-label": label, onclick: () => showFailure(action()) },
      text,
    );
  if (seat.kind === "open" && maySit(state, host)) {
    // A player who has a seat gives this one to another person at the same screen.
    const [text, label] = state.you.length
      ? [t("Add a player on this screen"), t("Add a player on this screen: {colour}", { colour: name })]
      : [t("Sit here"), t("Sit here: {colour}", { colour: name })];
    buttons.push(button(text, label, () => takeSeat(state, seat.colour)));
  }
  if (host && seat.kind === "open") {
    buttons.push(
      button(t("Add a bot"), t("Add a bot: {colour}", { colour: name }), () =>
        api.setSeat(id, seat.colour, { kind: "bot", level: storedLevel() }),
      ),
    );
    buttons.push(
      button(t("Close"), t("Close: {colour}", { colour: name }), () =>
        api.setSeat(id, seat.colour, { kind: "closed" }),
      ),
    );
  } else if (host && seat.kind === "player" && !mine) {
    buttons.push(button(t("Remove"), t("Remove: {colour}", { colour: name }), () => api.remove(id, seat.colour)));
  } else if (host && seat.kind !== "player") {
    buttons.push(
      button(t("Open"), t("Open: {colour}", { colour: name }), () => api.setSeat(id, seat.colour, { kind: "open" })),
    );
  }
  return [
    pirateArt(seat.colour),
    h("b", {}, name),
    host && seat.kind === "bot"
      ? botField(id, seat)
      : h("span", { key: "player", class: "who", dir: "auto" }, text ?? ""),
    h("span", { key: "actions", class: "seat-actions" }, buttons),
  ];
}

/** Return the name of the host, if the host has a seat. @param {TableInfo} table */
function hostName(table) {
  return table.seats.find((seat) => seat.identity === table.owner)?.name ?? "";
}

/** Return the game in a line: players, duration and time limit. @param {TableInfo} table */
function gameFacts(table) {
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

/** Return the card for a guest. @param {TableInfo} table */
function invitationCard(table) {
  const name = hostName(table);
  return h(
    "div",
    { key: "invitation", class: "invitation" },
    posterArt(presetLike(table.rules)?.name ?? ""),
    h("h1", {}, name ? t("{name} invites you", { name: isolate(name) }) : t("You’re invited!")),
    h("p", { class: "invited-to" }, gameName(table.rules)),
    h("p", { class: "quiet" }, gameFacts(table)),
  );
}
