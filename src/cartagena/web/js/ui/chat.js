/** The chat of a table: messages, a form to write one, muting, and bubbles with new messages. */

import { announce, el, h, pirateArt } from "../lib/dom.js";
import { isolate, t } from "../lib/i18n.js";
import * as api from "../net/api.js";
import { isLocal } from "../net/table_link.js";
import { showFailure } from "./errors.js";
import { messageText, REACTIONS } from "./reactions.js";
import { openReport, othersAt } from "./report.js";

/** @import { ChatLine } from "../net/types.js" */
/** @import { TableState } from "../model/table_state.js" */

/** How long a bubble is shown, in milliseconds. */
const BUBBLE_MS = 6000;
/** Number of bubbles that are shown at once. */
const MAX_BUBBLES = 3;
/** The server's name for everyone without a seat, in the list of muted people. */
const GUESTS = "guests";

/**
 * Return the messages, each with a button that mutes its author, and the list of muted players.
 * @param {TableState} state
 * @param {string} id
 * @param {string} me
 * @param {boolean} host whether we created this table, and can mute for everyone
 */
export function chatLog(state, id, me, host) {
  /** @param {string} whom @param {string} name @param {boolean} muted @param {boolean} [forAll] */
  const button = (whom, name, muted, forAll = false) => {
    const muteLabel = forAll ? t("Mute {name} for everyone", { name }) : t("Mute {name}", { name });
    const label = muted ? muteLabel : t("Unmute {name}", { name });
    const text = forAll ? t("Mute for everyone") : t("Mute");
    const onclick = () => showFailure(api.mute(id, whom, muted, forAll));
    return h(
      "button",
      { key: label, type: "button", class: "mute", "aria-label": label, onclick },
      muted ? text : t("Unmute"),
    );
  };
  const messages = state.chat.map((message) =>
    h(
      "li",
      { key: message.seq, class: `chat-message ${message.seat}` },
      message.seat && pirateArt(message.seat),
      h("b", { dir: "auto" }, message.name),
      " ",
      messageText(message.text),
      message.identity !== me && button(message.identity, message.name, true),
      message.identity !== me && host && button(message.identity, message.name, true, true),
    ),
  );
  /** @param {boolean} muted */
  const guestsButton = (muted) =>
    h(
      "button",
      {
        key: "guests",
        type: "button",
        class: "mute",
        onclick: () => showFailure(api.mute(id, GUESTS, muted, true)),
      },
      muted ? t("Let only players write") : t("Let everyone write"),
    );
  const others = othersAt(state, me);
  const playersOnly = state.muted.some(({ identity }) => identity === GUESTS);
  const people = state.muted.filter(({ identity }) => identity !== GUESTS);
  const mutedItems = people.map(({ identity, name, for_all: forAll }) =>
    h(
      "li",
      { key: identity },
      forAll
        ? t("{name} is muted for everyone.", { name: isolate(name) })
        : t("{name} is muted.", { name: isolate(name) }),
      " ",
      (host || !forAll) && button(identity, name, false, forAll),
    ),
  );
  return h(
    "div",
    { key: "chat", class: "chat" },
    messages.length
      ? h("ol", { class: "chat-log", "aria-label": t("Chat"), tabindex: "0" }, messages)
      : h("p", { class: "quiet nothing" }, t("No messages yet.")),
    playersOnly &&
      h(
        "p",
        { key: "players", class: "chat-rights" },
        t("Only players can chat here."),
        " ",
        host && guestsButton(false),
      ),
    host && state.table.spectators && !playersOnly && h("p", { key: "all", class: "chat-rights" }, guestsButton(true)),
    others.size > 0 &&
      !isLocal(id) &&
      h(
        "p",
        { key: "report", class: "chat-rights" },
        h("button", { type: "button", class: "mute", onclick: () => openReport(id, others) }, t("Report a player")),
      ),
    mutedItems.length > 0 && h("ul", { class: "muted-list", "aria-label": t("Muted players") }, mutedItems),
  );
}

/** Return a form to write a message, and buttons that send a reaction. @param {string} id */
export function chatForm(id) {
  const input = el("input", { id: "say", maxlength: 300, autocomplete: "off", dir: "auto" });
  const say = (/** @type {string} */ text) => showFailure(api.sendChat(id, text));
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim()) say(input.value.trim());
    input.value = "";
  };
  const buttons = REACTIONS.map((face) =>
    h(
      "button",
      { type: "button", class: "emote", "aria-label": t("Send {face}", { face }), onclick: () => say(face) },
      messageText(face),
    ),
  );
  return el(
    "div",
    {},
    h("div", { class: "emotes" }, buttons),
    h(
      "form",
      { class: "typed", onsubmit: send },
      h("label", { for: "say" }, t("Write a message")),
      input,
      h("button", { type: "submit", class: "action" }, t("Send")),
    ),
  );
}

/**
 * Show a new message in a bubble for a while, and announce it to screen readers.
 * @param {ChatLine} message
 */
export function showBubble(message) {
  announce(`${message.name}: ${message.text}`);
  const bubble = el(
    "p",
    { class: `bubble ${message.seat}` },
    message.seat && pirateArt(message.seat),
    h("b", { dir: "auto" }, message.name),
    " ",
    messageText(message.text),
  );
  const bubbles = document.querySelector(".bubbles") ?? el("div", { class: "bubbles", "aria-hidden": "true" });
  if (!bubbles.isConnected) document.body.append(bubbles);
  bubbles.append(bubble);
  if (bubbles.childElementCount > MAX_BUBBLES) bubbles.firstElementChild?.remove();
  setTimeout(() => bubble.remove(), BUBBLE_MS);
}
