/** The column next to the board: name of the game, players, supply, tabs with log, chat, list and rules, and a menu. */

import { el, h } from "../../lib/dom.js";
import { drawIfChanged } from "../../lib/frames.js";
import { n, t } from "../../lib/i18n.js";
import { catalogue } from "../../model/catalogue.js";
import { isOurs, linesSinceOurs, viewOf } from "../../model/game_state.js";
import { gameName } from "../../model/names.js";
import * as api from "../../net/api.js";
import { chatForm, chatLog, showBubble } from "../../ui/chat.js";
import { updateClocks } from "../../ui/clock.js";
import { showFailure } from "../../ui/errors.js";
import { mayHint } from "../../ui/hints.js";
import { aboutLine, menu } from "../../ui/menu.js";
import { playerDetails, playerList } from "../../ui/players.js";
import { rulesPanel } from "../../ui/rules_panel.js";
import { playSound } from "../../ui/sounds.js";
import { supplyPanel } from "../../ui/supply.js";
import { analysisBoardButton } from "../analysis_board/button.js";
import { boardList, typedMove } from "./list.js";
import { Log } from "./log.js";
import { leaveButton, mayLeave, pauseButton, showPause } from "./menu_buttons.js";

/** @import { Child, VNode } from "../../lib/patch.js" */
/** @import { TableInfo } from "../../net/types.js" */
/** @import { TableState } from "../../model/table_state.js" */
/** @import { Actions } from "../../ui/controls.js" */

/**
 * The options of a sidebar. `onPoint` and `onPress` get the number of the log line that is pointed at or pressed.
 * @typedef {{ id: string, actions: Actions, onPoint: (line?: number) => void,
 *   onPress: (line: number) => void, tools: Child[], settings: Child[] }} SidebarOptions
 */

/** Windows in which the board is one of the tabs, as in table-compact.css. */
const COMPACT = matchMedia("(max-width: 700px), (max-width: 1000px) and (min-height: 521px)");

/** Return the name of the game, and whether it is a practice game. @param {TableInfo} table */
function gameTitle({ rules, from_position }) {
  const tip = t("This game started from a set position, not a shuffle. It doesn’t count towards your results.");
  return h("span", {}, gameName(rules), from_position && h("small", { "data-tip": tip }, ` ${t("Practice game")}`));
}

/** Everything of a table except the board, the turn and the player's own hand. */
export class Sidebar {
  /** @param {SidebarOptions} options */
  constructor({ id, actions, onPoint, onPress, tools, settings }) {
    this.id = id;
    this.actions = actions;
    /** The identity of the player at this screen: nobody mutes themselves. */
    this.me = "";
    this.tab = COMPACT.matches ? "board" : "log";
    this.log = new Log(onPoint, onPress);
    /** The number of the last message, and how many messages are unread. */
    this.lastMessage = 0;
    this.unread = 0;
    /** The state that was drawn last. @type {TableState | null} */
    this.state = null;
    this.heading = el("h1", { class: "table-name" });
    this.playerArea = el("div", { class: "player-area" });
    this.supplyArea = el("div", { class: "supply-area" });
    this.tablist = el("div", { class: "tablist" });
    this.pane = el("div", { class: "pane", role: "tabpanel" });
    this.footer = el("div", { class: "pane-footer" });
    this.pause = pauseButton();
    this.leave = leaveButton(id, () => ({ host: this.isHost(), seated: Boolean(this.state?.you.length) }));
    this.analysisBoard = analysisBoardButton(
      id,
      () => this.state && { state: this.state, at: this.state.expected_seq },
    );
    this.typed = el("div", { class: "typed-area" });
    const about = aboutLine(catalogue().version);
    const buttons = el("div", { class: "tools" }, this.analysisBoard, tools, this.pause, this.leave);
    const more = menu(t("More"), buttons, this.typed, h("div", { class: "settings" }, settings), about);
    const tabs = el("div", { class: "tabs" }, this.tablist, more);
    const parts = [this.heading, this.playerArea, this.supplyArea, tabs, this.pane, this.footer];
    this.root = el("aside", { class: "side-column", "data-tab": this.tab }, parts);
    this.onResize = () => {
      const [from, to] = COMPACT.matches ? ["log", "board"] : ["board", "log"];
      if (this.tab === from) this.open(to);
    };
    COMPACT.addEventListener("change", this.onResize);
  }

  /** Stop listening. */
  close() {
    COMPACT.removeEventListener("change", this.onResize);
  }

  /** Point at a move in the log; 0 is the deal, which has no line. @param {number} move */
  showMove = (move) => this.log.point(move ? move - 1 : undefined);

  /** Draw a state. @param {TableState} state */
  show(state) {
    const { views, table, present, deadline, shownSeat, you, chat } = state;
    const newMessages = this.takeNewMessages(state);
    const chatBefore = this.state?.chat;
    this.unread = this.tab === "chat" ? 0 : this.unread + newMessages.length;
    this.state = state;
    drawIfChanged(this.heading, [table.rules, table.from_position], () => gameTitle(table));
    this.leave.hidden = !mayLeave(state, this.isHost());
    this.leave.textContent = you.length ? t("Leave") : t("Close the table");
    this.analysisBoard.hidden = !isOurs(state) || !mayHint(state);
    showPause(this.pause, state, this.id);
    const dependencies = [views, table, present, deadline, shownSeat, you];
    drawIfChanged(this.playerArea, dependencies, () =>
      playerList(state, (colour) => playerDetails(state, colour, this.isHost() ? this.removePlayer : null)),
    );
    drawIfChanged(this.supplyArea, [views, shownSeat], () => supplyPanel(state));
    this.showTab(state);
    updateClocks(this.root);
    // Nothing changes after this, so measuring costs only one layout per frame.
    if (this.log.show(state) || chatBefore !== chat) this.scrollToEnd();
    const { scrollHeight, clientHeight } = this.playerArea;
    // A scrollable list must be reachable by keyboard.
    this.playerArea.tabIndex = scrollHeight > clientHeight ? 0 : -1;
    this.root.dataset.expected_seq = String(state.expected_seq);
    for (const message of newMessages) showBubble(message);
    if (newMessages.length) playSound("message");
  }

  /** Return whether we created this table. */
  isHost() {
    return this.me !== "" && this.me === this.state?.table.owner;
  }

  /** @param {string} colour */
  removePlayer = (colour) => {
    showFailure(api.remove(this.id, colour));
  };

  /** Return the new messages of others; none at first. @param {TableState} state */
  takeNewMessages(state) {
    const isNew = (/** @type {TableState["chat"][number]} */ message) =>
      message.seq > this.lastMessage && message.identity !== this.me;
    const messages = this.state ? state.chat.filter(isNew) : [];
    this.lastMessage = Math.max(this.lastMessage, ...state.chat.map((message) => message.seq));
    return messages;
  }

  /** Draw the tabs and the open one. @param {TableState} state */
  showTab(state) {
    const names = { board: t("Board"), log: t("Log"), chat: t("Chat"), list: t("List view"), rules: t("Rules") };
    const label = n("{count} new message", "{count} new messages", this.unread);
    const badge = this.unread > 0 && h("span", { class: "unread", "aria-label": label, role: "img" }, this.unread);
    /** @param {string} name @param {string} text */
    const tab = (name, text) => {
      const properties = {
        role: "tab",
        key: name,
        "data-tab": name,
        "aria-selected": String(this.tab === name),
      };
      const onclick = () => this.open(name);
      return h("button", { type: "button", ...properties, onclick }, text, name === "chat" && badge);
    };
    drawIfChanged(this.tablist, [this.tab, this.unread], () => {
      return h(
        "div",
        { role: "tablist" },
        Object.entries(names).map(([name, text]) => tab(name, text)),
      );
    });
    /** @type {Record<string, [unknown[], () => VNode | HTMLElement]>} */
    const panes = {
      board: [[], () => h("div", { key: "board" })],
      log: [[], () => this.log.root],
      chat: [[state.chat, state.muted], () => chatLog(state, this.id, this.me, this.isHost())],
      list: [[state.views, state.legal, state.selection], () => boardList(state, this.actions)],
      rules: [[state.rules], () => rulesPanel(state.rules)],
    };
    const [dependencies, make] = panes[this.tab] ?? [[], () => h("div")];
    drawIfChanged(this.pane, [this.tab, ...dependencies], make);
    this.showForms(state);
  }

  /**
   * Draw the form of the chat, the button that replays the last round below the log, and the form to type a move in
   * the menu.
   * @param {TableState} state
   */
  showForms(state) {
    const form = this.tab === "chat" || (this.tab === "log" && state.you.length > 0) ? this.tab : "";
    if (this.footer.dataset.form !== form) {
      this.footer.dataset.form = form;
      const onclick = () => this.state && this.log.showAgain(linesSinceOurs(this.state).length);
      const again = el("button", { type: "button", class: "action quiet again", onclick }, t("Replay last round"));
      this.footer.replaceChildren(...(form === "chat" ? [chatForm(this.id)] : form === "log" ? [again] : []));
    }
    const again = /** @type {HTMLButtonElement | null} */ (this.footer.querySelector("button.again"));
    if (again) again.disabled = linesSinceOurs(state).length === 0;
    const typed = state.shownSeat !== "" && !viewOf(state)?.over;
    if (typed === this.typed.childElementCount > 0) return;
    this.typed.replaceChildren(...(typed ? [typedMove(state, this.actions)] : []));
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
