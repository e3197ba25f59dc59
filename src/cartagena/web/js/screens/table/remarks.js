/** Remarks of the rivals, shown over their own banner or chip, never over the board and not too often. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { catalogue, rivalOf } from "../../model/catalogue.js";
import { seatOf } from "../../model/game_state.js";
import { remarkOn } from "../../model/remarks.js";
import { letRivalsSpeak, rivalsSpeak, seatPortrait } from "../../ui/rivals.js";

/** @import { MoveEvent } from "./announce.js" */

/** How long a remark stays, and the shortest time from one to the next, in milliseconds. */
const SHOWN_MS = 3500;
const PAUSE_MS = 9000;

/** Return the rank of a level, or -1 if nobody plays at it. @param {string} level */
const rankOf = (level) => (rivalOf(level) ? (catalogue().bots.find((bot) => bot.name === level)?.rank ?? -1) : -1);

/** The place for remarks in the panel of the players. */
export class Remarks {
  constructor() {
    // Remarks say nothing about the game. Screen readers announce the moves themselves.
    this.root = el("div", { class: "remark gone", "aria-hidden": "true" });
    this.last = Number.NEGATIVE_INFINITY;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Show a remark about the last of these moves that deserves one. @param {MoveEvent[]} moves @param {HTMLElement}
   * players
   */
  show(moves, players) {
    if (!rivalsSpeak()) return;
    const remarks = moves.map(({ before, now, seat, move }) => ({ now, ...remarkOn(before, now, seat, move, rankOf) }));
    const remark = remarks.filter((one) => one.words).at(-1);
    const { colour = "", words, now } = remark ?? {};
    if (!now || !words || (words !== "beaten" && performance.now() - this.last < PAUSE_MS)) return;
    const seat = seatOf(now, colour);
    const banner = players.querySelector(`[data-colour="${colour}"]`);
    const rival = rivalOf(seat?.level ?? "");
    if (!rival || !(banner instanceof HTMLElement)) return;
    this.last = performance.now();
    patch(this.root, seatPortrait(seat, words === "glad" ? "glad" : "sour"), h("q", {}, t(rival[words])));
    this.root.className = `remark ${colour}`;
    this.root.style.top = `${banner.offsetTop}px`;
    this.root.style.minHeight = `${banner.offsetHeight}px`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.root.classList.add("gone"), SHOWN_MS);
  }
}

/** Return the setting that silences the rivals. */
export function remarksField() {
  const change = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLInputElement) letRivalsSpeak(target.checked);
  };
  return h(
    "p",
    { class: "setting" },
    h("input", { type: "checkbox", id: "remarks", checked: rivalsSpeak(), onchange: change }),
    h("label", { for: "remarks" }, t("Rivals comment on great moves")),
  );
}
