/** The column beside the board: the table's name, the players, the supply, and the tabs below. */

import { h } from "../lib/dom.js";
import { part } from "../lib/frames.js";
import { n, t } from "../lib/i18n.js";
import { sound } from "../lib/sounds.js";
import { gameName } from "../model/names.js";
import { rulebook } from "../model/rulebook.js";
import { viewOf } from "../model/state.js";
import { speak, talk, talkLine } from "./chat.js";
import { tick } from "./clock.js";
import { leaveButton, mayLeave } from "./leave.js";
import { boardList, typedMove } from "./list.js";
import { Log } from "./log.js";
import { players, supply } from "./players.js";

/** @import { State } from "../model/state.js" */
/** @import { Deeds } from "./controls.js" */

/** @typedef {{ id: string, deeds: Deeds, pointed: (line?: number) => void, tools: Node[] }} Surroundings */

/** Everything of a table that is not the board, the turn and one's own hand. */
export class Beside {
  /** @param {Surroundings} surroundings */
  constructor({ id, deeds, pointed, tools }) {
    this.id = id;
    this.deeds = deeds;
    /** Who is looking: nobody mutes themselves. */
    this.me = "";
    this.tab = "log";
    this.log = new Log(pointed);
    /** The last word that was heard, and how many of them were not yet read. */
    this.heardTo = 0;
    this.unread = 0;
    /** @type {State | null} */
    this.shown = null;
    this.heading = h("h1", { class: "table-name" });
    this.people = h("div", { class: "people-area" });
    this.cards = h("div", { class: "supply-area" });
    this.tabs = h("div", { class: "tabs" });
    this.pane = h("div", { class: "pane", role: "tabpanel" });
    this.extra = h("div", { class: "pane-extra" });
    this.leave = leaveButton(id);
    const head = h("div", { class: "table-head" }, this.heading, h("div", { class: "tools" }, tools, this.leave));
    this.root = h("aside", { class: "side-column" }, head, this.people, this.cards, this.tabs, this.pane, this.extra);
  }

  /** @param {State} state */
  show(state) {
    const { views, table, present, deadline, seen, you, chat } = state;
    const fresh = this.words(state);
    const said = this.shown?.chat;
    this.unread = this.tab === "talk" ? 0 : this.unread + fresh.length;
    this.shown = state;
    this.heading.textContent = gameName(table.rules);
    this.leave.hidden = !mayLeave(state);
    part(this.people, [views, table, present, deadline, seen, you], () => players(state));
    part(this.cards, [views, seen], () => supply(state));
    this.showPane(state);
    tick(this.root);
    // Only now, when nothing more will change, is anything measured: one layout for each frame.
    if (this.log.show(state) || said !== chat) this.toEnd();
    this.root.dataset.answers = String(state.answers);
    for (const word of fresh)
      speak(
        word,
        this.people.querySelector(`[data-colour="${word.seat}"]`) ?? this.tabs.querySelector('[data-tab="talk"]'),
      );
    if (fresh.length) sound("word");
  }

  /** What others have said since the last time; at first everything has been said before. @param {State} state */
  words(state) {
    const fresh = this.shown ? state.chat.filter((word) => word.seq > this.heardTo && word.identity !== this.me) : [];
    this.heardTo = Math.max(this.heardTo, ...state.chat.map((word) => word.seq));
    return fresh;
  }

  /** @param {State} state */
  showPane(state) {
    const names = { log: t("Log"), talk: t("Chat"), list: t("Board as a list"), rules: t("Rules") };
    const news =
      this.unread > 0 &&
      h(
        "span",
        { class: "unread", "aria-label": n("{count} new message", "{count} new messages", this.unread), role: "img" },
        this.unread,
      );
    part(this.tabs, [this.tab, this.unread], () =>
      h(
        "div",
        { role: "tablist" },
        Object.entries(names).map(([name, words]) =>
          h(
            "button",
            {
              type: "button",
              role: "tab",
              "data-key": name,
              "data-tab": name,
              "aria-selected": String(this.tab === name),
              onclick: () => this.choose(name),
            },
            words,
            name === "talk" && news,
          ),
        ),
      ),
    );
    /** @type {Record<string, [unknown[], () => HTMLElement]>} */
    const panes = {
      log: [[], () => this.log.root],
      talk: [[state.chat, state.muted], () => talk(state, this.id, this.me)],
      list: [[state.views, state.legal, state.chosen], () => boardList(state, this.deeds)],
      rules: [[state.table.rules], () => rulebook(state)],
    };
    const [depends, make] = panes[this.tab] ?? [[], () => rulebook(state)];
    part(this.pane, [this.tab, ...depends], make);
    const wanted = this.tab === "talk" ? "talk" : state.seen && !viewOf(state)?.over ? "typed" : "";
    if (this.extra.dataset.kind !== wanted) {
      this.extra.dataset.kind = wanted;
      this.extra.replaceChildren(
        ...(wanted === "talk" ? [talkLine(this.id)] : wanted ? [typedMove(state, this.deeds)] : []),
      );
    }
  }

  /** The newest line of the log or the talk comes into sight. */
  toEnd() {
    const list = this.pane.querySelector(".log, .talk");
    if (list) list.scrollTop = list.scrollHeight;
  }

  /** @param {string} name */
  choose(name) {
    this.tab = name;
    if (this.shown) this.show(this.shown);
    this.toEnd();
  }
}
