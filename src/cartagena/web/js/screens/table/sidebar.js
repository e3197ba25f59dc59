/** Everything around the board: the name of the game, the menu, the players, the supply and the drawer. */

import { byId, el, h } from "../../lib/dom.js";
import { drawIfChanged } from "../../lib/frames.js";
import { t } from "../../lib/i18n.js";
import { catalogue } from "../../model/catalogue.js";
import { isOurs, viewOf } from "../../model/game_state.js";
import { gameName } from "../../model/names.js";
import * as api from "../../net/api.js";
import { updateClocks } from "../../ui/clock.js";
import { showFailure } from "../../ui/errors.js";
import { mayHint } from "../../ui/hints.js";
import { aboutLine, menu } from "../../ui/menu.js";
import { playerDetails, playerList } from "../../ui/players.js";
import { supplyPanel } from "../../ui/supply.js";
import { analysisBoardButton } from "../analysis_board/button.js";
import { puzzleAt } from "../puzzle/progress.js";
import { Drawer } from "./drawer.js";
import { typedMove } from "./list.js";
import { leaveButton, mayLeave, pauseButton, showPause } from "./menu_buttons.js";
import { Remarks } from "./remarks.js";

/** @import { Child } from "../../lib/patch.js" */
/** @import { TableInfo } from "../../net/types.js" */
/** @import { TableState } from "../../model/table_state.js" */
/** @import { Actions } from "../../ui/controls.js" */

/**
 * The options of a sidebar. `onPoint` and `onPress` get the number of the log line that is pointed at or pressed.
 * @typedef {{ id: string, actions: Actions, onPoint: (line?: number) => void,
 *   onPress: (line: number) => void, tools: Child[], settings: Child[] }} SidebarOptions
 */

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
    /** The state that was drawn last. @type {TableState | null} */
    this.state = null;
    /** @type {Drawer} */
    this.drawer = new Drawer({ id, actions, onPoint, onPress, isHost: () => this.isHost() });
    this.heading = el("h1", { class: "table-name" });
    this.playerArea = el("div", { class: "player-area" });
    this.supplyArea = el("div", { class: "supply-area" });
    this.pause = pauseButton();
    this.leave = leaveButton(id, () => ({ host: this.isHost(), seated: Boolean(this.state?.you.length) }));
    this.analysisBoard = analysisBoardButton(
      id,
      () => this.state && { state: this.state, at: this.state.expected_seq, isRunning: true },
    );
    this.typed = el("div", { class: "typed-area" });
    /** The head of the page, which has no room of its own while a game is on. */
    this.siteArea = el("div", { class: "site-area" });
    const about = aboutLine(catalogue().version);
    const buttons = el("div", { class: "tools" }, this.analysisBoard, tools, this.pause, this.leave);
    const more = menu(t("More"), this.siteArea, buttons, this.typed, h("div", { class: "settings" }, settings), about);
    this.tools = el("div", { class: "table-tools" }, this.heading, this.drawer.button, more);
    this.unfold = el("button", { type: "button", class: "unfold", onclick: () => this.unfoldPlayers() });
    this.remarks = new Remarks();
    const { playerArea, supplyArea, unfold, remarks } = this;
    this.players = el("div", { class: "players-panel" }, playerArea, supplyArea, unfold, remarks.root);
    this.root = el("aside", { class: "side-column" }, this.tools, this.players, this.drawer.root);
    this.onPress = (/** @type {Event} */ event) => {
      const outside = !(event.target instanceof Node && this.players.contains(event.target));
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape";
      if (isEscape || (event.type === "pointerdown" && outside)) this.unfoldPlayers(false);
    };
  }

  /** Take the head of the page into the menu, or give it back. @param {boolean} inside */
  holdSiteHead(inside) {
    const head = byId("top");
    if (this.siteArea.contains(head) === inside) return;
    if (inside) this.siteArea.append(head);
    else byId("main").before(head);
  }

  /** Show hands and supply of all players below the chips of a phone, or fold them away. @param {boolean} [open] */
  unfoldPlayers(open = !this.players.classList.contains("unfolded")) {
    this.players.classList.toggle("unfolded", open);
    this.unfold.setAttribute("aria-expanded", String(open));
    const listen = open ? document.addEventListener : document.removeEventListener;
    for (const kind of ["pointerdown", "keydown"]) listen.call(document, kind, this.onPress);
  }

  /** Stop listening, and give the head of the page back. */
  close() {
    this.unfoldPlayers(false);
    this.holdSiteHead(false);
  }

  /** Point at a move in the log; 0 is the deal, which has no line. @param {number} move */
  showMove = (move) => this.drawer.log.point(move ? move - 1 : undefined);

  /** Draw a state. @param {TableState} state */
  show(state) {
    const { views, table, present, deadline, shownSeat, you } = state;
    this.state = state;
    drawIfChanged(this.heading, [table.rules, table.from_position], () => gameTitle(table));
    this.leave.hidden = !mayLeave(state, this.isHost());
    this.leave.textContent = you.length ? t("Leave") : t("Close the table");
    this.analysisBoard.hidden = !isOurs(state) || !mayHint(state) || puzzleAt(this.id) !== null;
    showPause(this.pause, state, this.id);
    this.unfold.setAttribute("aria-label", t("All hands, deck and discard pile"));
    const dependencies = [views, table, present, deadline, shownSeat, you];
    drawIfChanged(this.playerArea, dependencies, () =>
      playerList(state, (colour) => playerDetails(state, colour, this.isHost() ? this.removePlayer : null)),
    );
    drawIfChanged(this.supplyArea, [views, shownSeat], () => supplyPanel(state));
    this.showTyped(state);
    updateClocks(this.root);
    this.drawer.show(state);
    // A scrollable list must be reachable by keyboard.
    const { scrollHeight, clientHeight } = this.players;
    this.players.tabIndex = scrollHeight > clientHeight ? 0 : -1;
    this.root.dataset.expected_seq = String(state.expected_seq);
  }

  /** Return whether we created this table. @returns {boolean} */
  isHost() {
    return this.drawer.me !== "" && this.drawer.me === this.state?.table.owner;
  }

  /** @param {string} colour */
  removePlayer = (colour) => {
    showFailure(api.remove(this.id, colour));
  };

  /** Draw the form to type a move, in the menu. @param {TableState} state */
  showTyped(state) {
    const typed = state.shownSeat !== "" && !viewOf(state)?.over;
    if (typed === this.typed.childElementCount > 0) return;
    this.typed.replaceChildren(...(typed ? [typedMove(state, this.actions)] : []));
  }
}
