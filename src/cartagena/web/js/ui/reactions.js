/** Reactions: messages of one sign, shown as stickers of our own. Other clients and screen readers get the sign. */

import { h } from "../lib/dom.js";

/** The file of each sign. @type {Record<string, string>} */
const FILES = { "⚓": "anchor", "🏴‍☠️": "flag", "👍": "bravo", "😮": "gasp", "😂": "laugh", "🍹": "toast" };

/** The signs that can be sent. */
export const REACTIONS = Object.keys(FILES);

/** Return a text of the chat, or the sticker that it stands for. @param {string} text */
export function messageText(text) {
  const file = FILES[text];
  if (!file) return h("span", { dir: "auto" }, text);
  const src = new URL(`../../reactions/${file}.svg`, import.meta.url).href;
  return h("img", { class: "reaction", src, alt: text, width: 64, height: 64, draggable: "false" });
}
