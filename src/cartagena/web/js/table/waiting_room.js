/** Before the game: who sits where, the link to send, and the start. */

import { h, pirateArt, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { colourName, gameName, levelName, limitName } from "../model/names.js";
import { chapters } from "../model/rulebook.js";
import * as api from "../net/api.js";
import { tell } from "../net/errors.js";

/** @import { Seat, TableInfo } from "../net/types.js" */
/** @import { State } from "../model/state.js" */

/**
 * A link to copy.
 * @param {string} address
 */
export function shareLink(address) {
  const line = h("input", { readonly: true, value: address, "aria-label": t("Link to this table"), dir: "ltr" });
  const copy = async (/** @type {Event} */ event) => {
    const button = event.currentTarget;
    if (button instanceof Element) button.parentElement?.querySelector("input")?.select();
    try {
      await navigator.clipboard.writeText(address);
      toast(t("The link is copied."));
    } catch {
      toast(t("Copy the link from the line."));
    }
  };
  return h(
    "div",
    { class: "share" },
    line,
    h("button", { type: "button", class: "action", onclick: copy }, t("Copy link")),
  );
}

/**
 * @param {State} state
 * @param {string} id
 * @param {boolean} host whether we have laid this table
 */
export function waitingRoom(state, id, host) {
  const { table, you } = state;
  const open = table.seats.filter((seat) => seat.kind === "open");
  const seats = table.seats.map((seat) =>
    h("li", { class: `seat ${seat.colour} ${seat.kind}` }, seatLine(state, seat, id, host)),
  );
  const starter = h(
    "button",
    {
      type: "button",
      class: "big",
      onclick: () => tell(begin(state.table, state.you)),
      "aria-disabled": open.length ? "true" : null,
    },
    t("Start the game"),
  );
  return h(
    "section",
    { class: "page waiting-room" },
    h("h1", {}, gameName(table.rules)),
    h("p", {}, welcome(open.length > 0, you.length > 0, host)),
    (host || you.length > 0) && open.length > 0 && shareLink(location.href),
    h("p", { class: "quiet" }, t("Time"), ": ", limitName(table.seconds)),
    h("details", { class: "house-rules" }, h("summary", {}, t("Rules")), chapters(table.rules)),
    open.length > 0 && nameField(you),
    h("ul", { class: "seats" }, seats),
    you.length > 0 &&
      h(
        "p",
        {},
        h("button", { type: "button", class: "action quiet", onclick: () => tell(api.leave(id)) }, t("Stand up")),
      ),
    host && h("div", { class: "start" }, starter),
    host && open.length > 0 && h("p", { class: "quiet" }, t("Fill or close every open seat to start.")),
  );
}

/**
 * What is waited for, as host, player or guest.
 * @param {boolean} open whether there are free seats
 * @param {boolean} seated
 * @param {boolean} host
 */
function welcome(open, seated, host) {
  if (!open) return host ? t("Everyone is here.") : t("Everyone is here. The host will start the game.");
  if (host || seated) return t("Waiting for players. Send them this link:");
  return t("You are invited: write your name and choose a seat.");
}

/**
 * By what name one sits down. Whoever sits here already may lend the screen to somebody else.
 * @param {string[]} ours the colours that we play
 */
function nameField(ours) {
  const words = ours.length ? t("Name of the next one at this screen") : t("Your name");
  const value = ours.length ? "" : api.knownName();
  return h(
    "p",
    { class: "name-line", "data-key": `name after ${ours.length}` },
    h("label", { for: "sit-as" }, words),
    h("input", { id: "sit-as", maxlength: 40, dir: "auto", autocomplete: ours.length ? "off" : "nickname", value }),
  );
}

/**
 * Sit down by the name that is written above. Who sits down first at this screen goes by it from
 * now on.
 * @param {State} state
 * @param {string} colour
 */
async function sitDown(state, colour) {
  const line = document.getElementById("sit-as");
  const name = line instanceof HTMLInputElement ? line.value.trim() : "";
  if (name && !state.you.length && name !== api.knownName()) await api.rename(name);
  await api.join(state.table, colour, name || (state.you.length ? t("Pirate") : undefined));
}

/**
 * Give each of our seats its part of the chance, then deal.
 * @param {TableInfo} table as it is shown
 * @param {string[]} ours the colours that we play
 */
export async function begin(table, ours) {
  await api.contributeAll(table, ours);
  await api.start(table.id);
}

/**
 * @param {State} state
 * @param {Seat} seat
 * @param {string} id
 * @param {boolean} host
 */
function seatLine(state, seat, id, host) {
  const mine = state.you.includes(seat.colour);
  const words = {
    open: t("open"),
    closed: t("not used"),
    bot: t("Bot: {level}", { level: levelName(seat.level) }),
    player: mine ? t("{name} (you)", { name: seat.name }) : seat.name,
  }[seat.kind];
  const deeds = [];
  const name = colourName(seat.colour);
  /** @param {string} text @param {string} label @param {() => Promise<unknown>} deed */
  const button = (text, label, deed) =>
    h("button", { type: "button", class: "action", "aria-label": label, onclick: () => tell(deed()) }, text);
  if (seat.kind === "open") {
    deeds.push(button(t("Sit here"), t("Sit at {colour}", { colour: name }), () => sitDown(state, seat.colour)));
  }
  if (host && seat.kind === "open") {
    deeds.push(
      button(t("Add a bot"), t("Add a bot at {colour}", { colour: name }), () =>
        api.setSeat(id, seat.colour, { kind: "bot", level: "bosun" }),
      ),
    );
    deeds.push(
      button(t("Close"), t("Close {colour}", { colour: name }), () => api.setSeat(id, seat.colour, { kind: "closed" })),
    );
  } else if (host && seat.kind !== "player") {
    deeds.push(
      button(t("Open"), t("Open {colour}", { colour: name }), () => api.setSeat(id, seat.colour, { kind: "open" })),
    );
  }
  return [
    pirateArt(seat.colour),
    h("b", {}, name),
    h("span", { class: "who", dir: "auto" }, words ?? ""),
    h("span", { class: "deeds" }, deeds),
  ];
}
