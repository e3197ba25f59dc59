/** The talk at a table: what was said, saying something, and hearing somebody no more. */

import { announce, h, pirateArt } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import * as api from "../net/api.js";
import { tell } from "../net/errors.js";

/** @import { Word } from "../net/types.js" */
/** @import { State } from "../model/state.js" */

/** How long what somebody says stands beside them, in milliseconds. */
const SPOKEN = 6000;
/** In pixels: how far they keep from the edges of the window. */
const GAP = 8;
/** In pixels: the head of a player's panel, with the clock, stays in sight. */
const HEAD = 38;
const FACES = ["⚓", "🏴‍☠️", "👍", "😮", "😂", "🍹"];

/**
 * What was said. Others can be heard no more, and again.
 * @param {State} state
 * @param {string} id
 * @param {string} me
 */
export function talk(state, id, me) {
  /** @param {string} whom @param {string} name @param {boolean} muted */
  const button = (whom, name, muted) => {
    const words = muted ? t("Mute {name}", { name }) : t("Hear {name} again", { name });
    const onclick = () => tell(api.mute(id, whom, muted));
    return h(
      "button",
      { type: "button", class: "mute", "aria-label": words, onclick },
      muted ? t("Mute") : t("Hear again"),
    );
  };
  const lines = state.chat.map((word) =>
    h(
      "li",
      { class: `word ${word.seat}`, "data-key": word.seq },
      word.seat && pirateArt(word.seat),
      h("b", { dir: "auto" }, word.name),
      " ",
      h("span", { dir: "auto" }, word.text),
      word.identity !== me && button(word.identity, word.name, true),
    ),
  );
  const silent = state.muted.map(({ identity, name }) =>
    h(
      "li",
      { "data-key": identity },
      h("span", { dir: "auto" }, t("You do not hear {name}.", { name })),
      " ",
      button(identity, name, false),
    ),
  );
  return h(
    "div",
    {},
    lines.length
      ? h("ol", { class: "talk", "aria-label": t("Chat"), tabindex: "0" }, lines)
      : h("p", { class: "quiet nothing" }, t("Nobody has said anything yet.")),
    silent.length > 0 && h("ul", { class: "unheard", "aria-label": t("Muted") }, silent),
  );
}

/** A line to say something with. @param {string} id */
export function talkLine(id) {
  const line = h("input", { id: "say", maxlength: 300, autocomplete: "off", dir: "auto" });
  const say = (/** @type {string} */ text) => tell(api.say(id, text));
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (line.value.trim()) say(line.value.trim());
    line.value = "";
  };
  const faces = FACES.map((face) =>
    h(
      "button",
      { type: "button", class: "emote", "aria-label": t("Send {face}", { face }), onclick: () => say(face) },
      face,
    ),
  );
  return h(
    "div",
    {},
    h("div", { class: "emotes" }, faces),
    h(
      "form",
      { class: "typed", onsubmit: send },
      h("label", { for: "say" }, t("Say something")),
      line,
      h("button", { type: "submit", class: "action" }, t("Send")),
    ),
  );
}

/**
 * Something said just now, to be seen beside who said it and heard by those who listen.
 * @param {Word} word
 * @param {Element | null} speaker
 */
export function speak(word, speaker) {
  announce(`${word.name}: ${word.text}`);
  const box = speaker?.getBoundingClientRect();
  if (!box?.width) return;
  const bubble = h("p", { class: "bubble", dir: "auto", "aria-hidden": "true" }, word.text);
  bubble.style.maxWidth = `min(${Math.max(box.width, 160)}px, 100vw - ${2 * GAP}px)`;
  document.body.append(bubble);
  // Nobody stands so near to an edge of the window that their words would run over it.
  const { width, height } = bubble.getBoundingClientRect();
  bubble.style.left = `${Math.max(GAP, Math.min(box.left, innerWidth - width - GAP))}px`;
  bubble.style.top = `${Math.max(GAP, Math.min(box.top + Math.min(box.height, HEAD), innerHeight - height - GAP))}px`;
  setTimeout(() => bubble.remove(), SPOKEN);
}
