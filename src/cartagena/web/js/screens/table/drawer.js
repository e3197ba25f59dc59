/** The drawer of a table: log, chat, list view and rules as tabs. It is closed until its button is pressed. */

import { el, h } from "../../lib/dom.js";
import { drawIfChanged } from "../../lib/frames.js";
import { n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { linesSinceOurs } from "../../model/game_state.js";
import { isLocal } from "../../net/table_link.js";
import { chatForm, chatLog, showBubble } from "../../ui/chat.js";
import { icon } from "../../ui/icons.js";
import { playSound } from "../../ui/sounds.js";
import { boardList } from "./list.js";
import { Log } from "./log.js";

/** @import { VNode } from "../../lib/patch.js" */
/** @import { TableState } from "../../model/table_state.js" */
/** @import { Actions } from "../../ui/controls.js" */

/**
 * The options of a drawer. `onPoint` and `onPress` get the number of the log line that is pointed at or pressed;
 * `isHost` says whether we created the table.
 * @typedef {{ id: string, actions: Actions, onPoint: (line?: number) => void, onPress: (line: number) => void,
 *   isHost: () => boolean }} DrawerOptions
 */

/** The module with the rules in sentences, once the tab was opened. @type {typeof import("../../ui/rules_panel.js") | null} */
let rules = null;

async function loadRules() {
  rules = await import("../../ui/rules_panel.js");
}

/** The tabs of a table, and the button that opens them. */
export class Drawer {
  /** @param {DrawerOptions} options */
  constructor({ id, actions, onPoint, onPress, isHost }) {
    this.id = id;
    this.actions = actions;
    this.isHost = isHost;
    /** The identity of the player at this screen: nobody mutes themselves. */
    this.me = "";
    this.tab = "log";
    this.log = new Log(onPoint, onPress);
    /** The number of the last message, and how many messages are unread. */
    this.lastMessage = 0;
    this.unread = 0;
    /** The state that was drawn last. @type {TableState | null} */
    this.state = null;
    this.tablist = el("div", { class: "tablist" });
    this.pane = el("div", { class: "pane", role: "tabpanel" });
    this.footer = el("div", { class: "pane-footer" });
    this.closer = el("button", { type: "button", class: "tool drawer-close", onclick: () => this.toggle() });
    const head = el("div", { class: "tabs" }, this.tablist, this.closer);
    this.root = el("div", { class: "drawer", id: "drawer", "data-tab": this.tab, hidden: true }, head, this.pane);
    this.root.append(this.footer);
    const label = { "aria-expanded": "false", "aria-controls": this.root.id };
    this.button = el("button", { type: "button", class: "tool drawer-button", ...label, onclick: () => this.toggle() });
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle();
    });
  }

  /** Return whether a tab is on the page. @param {string} name */
  shows(name) {
    return !this.root.hidden && this.tab === name;
  }

  /** Open or close the drawer. The focus follows. */
  toggle() {
    this.root.hidden = !this.root.hidden;
    this.button.setAttribute("aria-expanded", String(!this.root.hidden));
    if (this.state) this.show(this.state);
    this.scrollToEnd();
    const focused = this.root.hidden ? this.button : this.root.querySelector("[aria-selected=true]");
    if (focused instanceof HTMLElement) focused.focus();
  }

  /** Draw a state. @param {TableState} state */
  show(state) {
    const newMessages = this.takeNewMessages(state);
    const chatBefore = this.state?.chat;
    this.unread = this.shows("chat") ? 0 : this.unread + newMessages.length;
    this.state = state;
    // A class, because `:has` on the table would be checked after every change in it.
    this.root.closest(".table")?.classList.toggle("lists", this.shows("list"));
    this.showButtons();
    this.showTabs();
    this.showPane(state);
    this.showFooter(state);
    // Nothing changes after this, so measuring costs only one layout per frame.
    if (this.log.show(state) || chatBefore !== state.chat) this.scrollToEnd();
    for (const message of newMessages) showBubble(message);
    if (newMessages.length) playSound("message");
  }

  /** Return the new messages of others; none at first. @param {TableState} state */
  takeNewMessages(state) {
    const isNew = (/** @type {TableState["chat"][number]} */ message) =>
      message.seq > this.lastMessage && message.identity !== this.me;
    const messages = this.state ? state.chat.filter(isNew) : [];
    this.lastMessage = Math.max(this.lastMessage, ...state.chat.map((message) => message.seq));
    return messages;
  }

  /** Return the number of unread messages as a badge. */
  badge() {
    const label = n("{count} new message", "{count} new messages", this.unread);
    return this.unread > 0 && h("span", { class: "unread", "aria-label": label, role: "img" }, this.unread);
  }

  showButtons() {
    const name = t("Log and chat");
    const news = n("{count} new message", "{count} new messages", this.unread);
    this.button.dataset.tip = name;
    this.button.setAttribute("aria-label", this.unread ? `${name}. ${news}` : name);
    patch(this.button, icon("log"), this.root.hidden && this.badge());
    this.closer.setAttribute("aria-label", t("Close"));
    patch(this.closer, icon("close"));
  }

  showTabs() {
    // Everyone at a table of this device is in the same room.
    const chat = isLocal(this.id) ? {} : { chat: t("Chat") };
    const names = { log: t("Log"), ...chat, list: t("List view"), rules: t("Rules") };
    /** @param {string} name @param {string} text */
    const tab = (name, text) => {
      const properties = { role: "tab", key: name, "data-tab": name, "aria-selected": String(this.tab === name) };
      const onclick = () => this.open(name);
      return h("button", { type: "button", ...properties, onclick }, text, name === "chat" && this.badge());
    };
    drawIfChanged(this.tablist, [this.tab, this.unread, document.documentElement.lang], () =>
      h(
        "div",
        { role: "tablist" },
        Object.entries(names).map(([name, text]) => tab(name, text)),
      ),
    );
  }

  /** Draw the open tab. @param {TableState} state */
  showPane(state) {
    /** @type {Record<string, [unknown[], () => VNode | HTMLElement]>} */
    const panes = {
      log: [[], () => this.log.root],
      chat: [[state.chat, state.muted], () => chatLog(state, this.id, this.me, this.isHost())],
      list: [[state.views, state.legal, state.selection], () => boardList(state, this.actions)],
      rules: [[state.rules, rules], () => rules?.rulesPanel(state.rules) ?? h("div", { key: "loading" })],
    };
    if (this.tab === "rules" && !rules)
      loadRules().then(
        () => this.state && this.showPane(this.state),
        () => {},
      );
    const [dependencies, make] = panes[this.tab] ?? [[], () => h("div")];
    drawIfChanged(this.pane, [this.tab, ...dependencies], make);
  }

  /** Draw the form of the chat, or the button that replays the last round below the log. @param {TableState} state */
  showFooter(state) {
    const form = this.tab === "chat" || (this.tab === "log" && state.you.length > 0) ? this.tab : "";
    if (this.footer.dataset.form !== form) {
      this.footer.dataset.form = form;
      const onclick = () => this.state && this.log.showAgain(linesSinceOurs(this.state).length);
      const again = el("button", { type: "button", class: "action quiet again", onclick }, t("Replay last round"));
      this.footer.replaceChildren(...(form === "chat" ? [chatForm(this.id)] : form === "log" ? [again] : []));
    }
    const again = /** @type {HTMLButtonElement | null} */ (this.footer.querySelector("button.again"));
    if (again) again.disabled = linesSinceOurs(state).length === 0;
  }

  /** Scroll to the newest line of the log or the chat. */
  scrollToEnd() {
    const list = this.pane.querySelector(".log, .chat-log");
    if (list) list.scrollTop = list.scrollHeight;
  }

  /** Open a tab. @param {string} name */
  open(name) {
    this.tab = name;
    this.root.dataset.tab = name;
    if (this.state) this.show(this.state);
    this.scrollToEnd();
  }
}
