/** The elements of a table's screen, and the drawing of a state on them. */

import { skipMotion } from "../../board/ending.js";
import { Picture } from "../../board/picture.js";
import { wholeAddressOf } from "../../lib/address.js";
import { el, h, motionAllowed, setTitle } from "../../lib/dom.js";
import { drawIfChanged, inNextFrame } from "../../lib/frames.js";
import { t } from "../../lib/i18n.js";
import { notifyField, showBadge } from "../../lib/notify.js";
import { patch } from "../../lib/patch.js";
import { isOurs, seatOf, viewOf } from "../../model/game_state.js";
import { isCovered, visibleState } from "../../model/hidden.js";
import { preview } from "../../model/input.js";
import { gameName } from "../../model/names.js";
import { seatName, statusSentence, tablePrompt } from "../../model/sentences.js";
import { isLocal } from "../../net/table_link.js";
import { clock, updateClocks } from "../../ui/clock.js";
import { controls } from "../../ui/controls.js";
import { hintPanel } from "../../ui/hints.js";
import { paceField } from "../../ui/pace_field.js";
import { awayPanel, closedPanel, pausedPanel } from "../../ui/panels.js";
import { saveButtons, shareButton } from "../../ui/share.js";
import { soundField } from "../../ui/sound_field.js";
import { playSound, playVault } from "../../ui/sounds.js";
import { turnLine } from "../../ui/turn.js";
import { announceMoves, hasLost } from "./announce.js";
import { castSpells, gameOver, overlayFor, showReplayAt, silenceSetting, WaitingRoom } from "./lazy_parts.js";
import { remarksField } from "./remarks.js";
import { shortcutsField } from "./shortcuts.js";
import { Sidebar } from "./sidebar.js";
import { Caption, showDeal } from "./staging.js";
import { showCountdown, turnEndField } from "./turn_end.js";

/** @import { TableState } from "../../model/table_state.js" */
/** @import { TableStore } from "../../model/table_store.js" */
/** @import { Selection } from "../../model/moves.js" */
/** @import { TableActions } from "./actions.js" */
/** @import { MoveEvent } from "./announce.js" */

/** Time in milliseconds until the animation of the last move starts. */
const START_MS = 250;

/** The page of a table: the board, the turn and the hand, what is around them, and the waiting room before the game. */
export class TableView {
  /**
   * @param {HTMLElement} main
   * @param {string} id of the table
   * @param {TableStore} store
   * @param {TableActions} actions
   */
  constructor(main, id, store, actions) {
    this.main = main;
    this.id = id;
    this.store = store;
    this.actions = actions;
    this.closed = false;
    /** The moves that are not announced yet. @type {MoveEvent[]} */
    this.newMoves = [];
    /** The card or pirate that is pointed at. @type {Partial<Selection> | null} */
    this.pointed = null;
    /** Whether we saw the game run, whether its last move is being shown, and whether its end is shown. */
    this.wasRunning = false;
    this.isEnding = false;
    this.hasEnded = false;
    this.picture = new Picture();
    this.picture.onHop = (hop, jumped) => {
      if (hop < jumped) playVault(hop + 1);
    };
    this.picture.onHome = () => playSound("home");
    this.banner = el("div", { class: "banner", role: "status", hidden: true }, t("Connection lost. Reconnecting…"));
    this.turn = el("div", { class: "turn", "aria-live": "polite" });
    this.hand = el("div", { class: "hand-area" });
    this.waiting = new WaitingRoom();
    this.sidebar = this.createSidebar();
    this.caption = new Caption();
    const board = el("div", { class: "board-area" }, this.picture.root, this.caption.root);
    const column = el("div", { class: "main-column" }, board, h("div", { class: "strip" }, this.turn, this.hand));
    this.table = el("div", { class: "table", hidden: true }, column, this.sidebar.root);
    main.replaceChildren(this.banner, this.table, this.waiting.root);
    /** Draw the store's state in the next frame. */
    this.drawSoon = inNextFrame(() => this.draw());
    this.drawSidebarSoon = inNextFrame(() => this.drawSidebar());
    this.overlay = overlayFor(id, this.table, this.drawSoon);
  }

  createSidebar() {
    const { id, store, picture } = this;
    const caption = () => {
      const state = store.get();
      return state ? `${gameName(state.rules)} · ${statusSentence(state)}` : "";
    };
    return new Sidebar({
      id,
      actions: this.actions,
      onPoint: (line) => {
        const state = store.get();
        if (state) picture.showLastMove(state, line);
      },
      onPress: (line) => {
        const state = store.get();
        if (state && viewOf(state)?.over) showReplayAt(line + 1);
      },
      tools: [
        ...(isLocal(id) ? [] : [shareButton(t("Share"), () => wholeAddressOf(`/table/${id}`))]),
        ...saveButtons(picture, caption, () => `cartagena-${store.get()?.log.length ?? 0}`),
      ],
      settings: [
        soundField(),
        paceField(),
        turnEndField(),
        remarksField(),
        shortcutsField(),
        notifyField(),
        silenceSetting(id),
      ],
    });
  }

  /** Draw the store's state. */
  draw() {
    const state = this.store.get();
    if (!state || this.closed) return;
    showBadge(isOurs(state));
    setTitle(isOurs(state) ? `● ${statusSentence(state)}` : gameName(state.rules));
    const hasBegun = state.views.length > 0;
    if (hasBegun && this.waiting.root.contains(document.activeElement)) this.main.focus({ preventScroll: true });
    this.table.hidden = !hasBegun;
    this.waiting.show(hasBegun);
    document.body.classList.toggle("playing", hasBegun);
    this.sidebar.holdSiteHead(hasBegun);
    if (!hasBegun) return;
    this.followEnd(state);
    showDeal(this.table, state);
    this.caption.show(state);
    this.table.classList.toggle("busy", state.busy);
    this.table.dataset.expected_seq = String(state.expected_seq);
    this.drawStrip(state);
    this.drawBoard();
    // The first drawing includes everything. Later the board does not wait for the sidebar.
    if (this.sidebar.state) this.drawSidebarSoon();
    else this.drawSidebar();
  }

  /**
   * Show the end of the game once the last pirate is home and the sloop has sailed off. If the game was already over when we came, its end is
   * shown at once.
   * @param {TableState} state
   */
  followEnd(state) {
    const view = viewOf(state);
    const isOver = Boolean(view?.over);
    this.table.classList.toggle("dusk", isOver && hasLost(state, view?.winner));
    if (!isOver) {
      this.hasEnded = false;
      this.wasRunning = true;
      return;
    }
    if (this.hasEnded || this.isEnding) return;
    if (!this.wasRunning || !motionAllowed()) {
      this.hasEnded = true;
      return;
    }
    this.isEnding = true;
    // Any press skips the rest.
    const skip = () => skipMotion(this.picture);
    const presses = ["pointerdown", "keydown"];
    for (const kind of presses) addEventListener(kind, skip);
    // The pirate begins to walk in the next frame.
    setTimeout(async () => {
      await this.picture.ended;
      for (const kind of presses) removeEventListener(kind, skip);
      this.isEnding = false;
      this.hasEnded = true;
      this.drawSoon();
    }, START_MS);
  }

  /** @param {TableState} state */
  drawStrip(state) {
    const { views, legal, you, deadline, table } = state;
    drawIfChanged(this.turn, [views, legal, you, deadline, table.status, table.paused], () =>
      turnLine(state, { status: statusSentence(state), clock: deadline !== null && clock(state) }),
    );
    updateClocks(this.turn);
    patch(this.hand, this.handArea(state));
    showCountdown(this.hand, state);
  }

  drawBoard() {
    const state = this.store.get();
    if (!state || this.closed) return;
    this.picture.show(preview(visibleState(state), this.pointed));
    // The last pirate comes home before anything is said about the end.
    if (!viewOf(state)?.over || this.hasEnded) this.overlay.show(state);
  }

  drawSidebar() {
    const state = this.store.get();
    if (!state?.views.length || this.closed) return;
    this.sidebar.show(visibleState(state));
    const { playerArea: players, supplyArea: supply } = this.sidebar;
    const moves = this.newMoves.splice(0);
    announceMoves(moves, { hand: this.hand, players, supply });
    castSpells(moves, this.picture, players);
    this.sidebar.remarks.show(moves, players);
  }

  /**
   * Return the part below the board: the hand, the cover over it, or a panel in its place.
   * @param {TableState} state
   */
  handArea(state) {
    const { table, shownSeat, hintPending, hintShare, undoWindow } = state;
    if (viewOf(state)?.over && !this.hasEnded) return h("div", { key: "ending", class: "controls ending" });
    if (viewOf(state)?.over) return gameOver(state, this.id, this.drawSoon, this.sidebar.showMove);
    if (table.status === "closed") return closedPanel();
    if (table.paused) return pausedPanel(state, this.id);
    if (isCovered(state)) {
      const label = t("{who}: show my cards", { who: seatName(state, shownSeat) });
      const button = h("button", { type: "button", class: "big", onclick: this.actions.reveal }, label);
      return h("div", { key: "covered", class: `controls covered-hand ${shownSeat}` }, button);
    }
    if (seatOf(state, shownSeat)?.substitute) return awayPanel(state, shownSeat, this.id);
    const { pointed } = this;
    return controls(state, this.actions, {
      prompt: tablePrompt(state),
      hint: hintPanel(state),
      hintPending,
      hintShare,
      undoWindow,
      pointed: pointed?.place ? { ...state.selection, ...pointed } : null,
    });
  }

  /** Show the moves of the card or pirate under the pointer. @param {Partial<Selection> | null} pointed */
  point(pointed) {
    this.pointed = pointed;
    this.drawSoon();
  }

  /** Stop drawing. */
  close() {
    this.closed = true;
    document.body.classList.remove("playing");
    showBadge(false);
    this.waiting.close();
    this.sidebar.close();
  }
}
