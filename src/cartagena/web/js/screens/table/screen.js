/** The screen of a table: follows its events, keeps its state, draws it, and sends what the player does. */

import { Picture } from "../../board/picture.js";
import { boardShape, onShapeChange } from "../../board/places.js";
import { listenToBoard } from "../../board/pointer.js";
import { announce, el, h, setTitle, toast } from "../../lib/dom.js";
import { drawIfChanged, inNextFrame } from "../../lib/frames.js";
import { t } from "../../lib/i18n.js";
import { notifyField, showBadge } from "../../lib/notify.js";
import { patch } from "../../lib/patch.js";
import { deciderOf, isOurs, viewOf } from "../../model/game_state.js";
import { isCovered, stillRevealed, withHandsCovered } from "../../model/hidden.js";
import { NO_SELECTION, select } from "../../model/moves.js";
import { colourName, gameName } from "../../model/names.js";
import { statusSentence, tablePrompt } from "../../model/sentences.js";
import { applyEvent, fromSnapshot, withChat } from "../../model/table_state.js";
import * as api from "../../net/api.js";
import { me, Problem } from "../../net/http.js";
import { openStream } from "../../net/stream.js";
import { clock, updateClocks } from "../../ui/clock.js";
import { controls, makePromptReachable } from "../../ui/controls.js";
import { errorText, showFailure } from "../../ui/errors.js";
import { hintPanel, hintSelection, hintText } from "../../ui/hints.js";
import { awayPanel, closedPanel, pausedPanel, refusedPage } from "../../ui/panels.js";
import { saveButtons, shareButton } from "../../ui/share.js";
import { playSound } from "../../ui/sounds.js";
import { turnLine } from "../../ui/turn.js";
import { announceEvent, announceMoves } from "./announce.js";
import { gameOver, showReplayAt } from "./game_over.js";
import { guideFor } from "./guide.js";
import { pressKey, shortcutsField } from "./shortcuts.js";
import { Sidebar } from "./sidebar.js";
import { showCountdown, turnEndField, undoWindowSetting } from "./turn_end.js";
import { Waiting } from "./waiting.js";

/** @import { Selection } from "../../model/moves.js" */
/** @import { TableState } from "../../model/table_state.js" */
/** @import { Snapshot, TableEvent } from "../../net/types.js" */
/** @import { MoveEvent } from "./announce.js" */

/** In milliseconds: when something that could not be fetched is tried again. */
const RETRY = 2000;

/**
 * Show a table until the returned function is called.
 * @param {HTMLElement} main
 * @param {string} id
 */
export function tableScreen(main, id) {
  /** @type {TableState | null} */
  let state = null;
  /** The colour whose hand may be shown, where several players share the screen. */
  let revealed = "";
  let closed = false;
  let contributed = false;
  /** @type {ReturnType<typeof openStream> | undefined} */
  let stream;
  /** The moves that are not announced yet. @type {MoveEvent[]} */
  const newMoves = [];
  const picture = new Picture();
  const banner = el("div", { class: "banner", role: "status", hidden: true }, t("Connection lost. Reconnecting…"));
  const turn = el("div", { class: "turn", "aria-live": "polite" });
  const hand = el("div", { class: "hand-area" });
  const waiting = new Waiting();
  const actions = {
    play: async (/** @type {string} */ move) => {
      if (!state || !isCovered(state, revealed)) {
        return send(() => api.playMove(id, move, state?.expected_seq ?? 0, undoWindowSetting()));
      }
      toast(t("First confirm that you’re the one at the screen."));
      return false;
    },
    undo: () => send(() => api.undo(id, state?.expected_seq ?? 0)),
    endTurn: () => send(() => api.endTurn(id, state?.expected_seq ?? 0)),
    hint: requestHint,
    say: toast,
    choose: (/** @type {Partial<Selection>} */ change) => {
      if (!state) return;
      state = { ...state, selection: select(state.selection, change), hint: null };
      playSound("choose");
      show();
    },
  };

  const caption = () => (state ? `${gameName(state.rules)} · ${statusSentence(state)}` : "");
  const sidebar = new Sidebar({
    id,
    actions,
    onPoint: (line) => state && picture.showLastMove(state, line),
    onPress: (line) => state && viewOf(state)?.over && showReplayAt(line + 1),
    tools: [
      shareButton(t("Share"), () => `${location.origin}/table/${id}`),
      ...saveButtons(picture, caption, () => `cartagena-${state?.log.length ?? 0}`),
    ],
    settings: [turnEndField(), shortcutsField(), notifyField()],
  });
  const board = el("div", { class: "board-area" }, picture.root);
  const mainColumn = el("div", { class: "main-column" }, board, h("div", { class: "strip" }, turn, hand));
  const playing = el("div", { class: "table", hidden: true }, mainColumn, sidebar.root);
  main.replaceChildren(banner, playing, waiting.root);
  const guide = guideFor(id, playing, () => showSoon());

  /** Send a move or an undo; whether the server accepted it. @param {() => Promise<{ seq: number }>} request */
  async function send(request) {
    if (!state || state.busy) return false;
    state = { ...state, busy: true };
    show();
    try {
      const { seq } = await request();
      // The event of the move ends the wait; it may have come before the answer.
      if (state.expected_seq >= seq) state = { ...state, busy: false };
    } catch (error) {
      if (closed) return false;
      toast(errorText(error));
      state = { ...state, busy: false, selection: NO_SELECTION };
      if (error instanceof Problem && error.kind === "stale") stream?.reconnect();
      showSoon();
      return false;
    }
    showSoon();
    return true;
  }

  /** Ask for a hint, and highlight the move that it advises. */
  async function requestHint() {
    if (!state || state.hintPending) return;
    const { expected_seq } = state;
    state = { ...state, hintPending: true };
    show();
    try {
      const hint = await api.fetchHint(id, expected_seq);
      if (closed || state.expected_seq !== expected_seq) return;
      state = { ...state, hint, selection: hintSelection(hint) };
      announce(hintText(state, hint));
    } catch (error) {
      if (!closed) toast(errorText(error));
    } finally {
      state = { ...state, hintPending: false };
      showSoon();
    }
  }

  /** Apply an event of the table and show it. @type {(...event: TableEvent) => void} */
  function onEvent(...event) {
    const [kind, data] = event;
    const before = state;
    if (kind === "muted") showFailure(api.fetchTable(id).then(showChat));
    if (state) state = applyEvent(state, ...event);
    else if (kind === "snapshot") state = fromSnapshot(data);
    else return;
    revealed = stillRevealed(before, state, revealed);
    if (!state.views.length) {
      contributeOnce(state);
      waiting.follow(state, sidebar.me);
    }
    if (kind === "moved" && before) newMoves.push({ before, now: state, seat: data.seat, move: data.move });
    if (before) announceEvent(before, state, ...event);
    showSoon();
  }

  /** Show the chat after a person was muted or unmuted. @param {Snapshot} snapshot */
  function showChat(snapshot) {
    if (state) state = withChat(state, snapshot);
    showSoon();
  }

  /** Contribute to the shuffle if a rematch seated us. The host contributes at the start. @param {TableState} now */
  function contributeOnce({ table, you }) {
    if (contributed || table.status !== "waiting" || sidebar.me === table.owner) return;
    contributed = true;
    api.contributeAll(table, you).catch(() => {});
  }

  function show() {
    if (!state || closed) return;
    showBadge(isOurs(state));
    setTitle(isOurs(state) ? `● ${statusSentence(state)}` : gameName(state.rules));
    const dealt = state.views.length > 0;
    if (dealt && waiting.root.contains(document.activeElement)) main.focus({ preventScroll: true });
    playing.hidden = !dealt;
    waiting.show(dealt);
    if (!dealt) return;
    playing.classList.toggle("busy", state.busy);
    playing.dataset.expected_seq = String(state.expected_seq);
    const current = state;
    const { views, legal, you, deadline, table } = state;
    drawIfChanged(turn, [views, legal, you, deadline, table.status, table.paused], () =>
      turnLine(current, { status: statusSentence(current), clock: deadline !== null && clock(current) }),
    );
    updateClocks(turn);
    patch(hand, handArea(state));
    showCountdown(hand, state);
    showBoard();
    // At first everything is drawn at once; later the board does not wait for the sidebar.
    if (sidebar.shown) showSidebarSoon();
    else showSidebar();
  }

  function showBoard() {
    if (!state || closed) return;
    if (picture.isLoaded(state, boardShape())) {
      picture.show(visible(state));
      guide.show(state);
    } else picture.load(state, boardShape()).then(showBoard, () => setTimeout(showBoard, RETRY));
  }

  function showSidebar() {
    if (!state?.views.length || closed) return;
    sidebar.show(visible(state));
    makePromptReachable(hand);
    announceMoves(newMoves.splice(0), { hand, players: sidebar.playerArea, supply: sidebar.supplyArea });
  }

  /** What all players at this screen may see. @param {TableState} now */
  function visible(now) {
    return isCovered(now, revealed) ? withHandsCovered(now) : now;
  }

  const showSidebarSoon = inNextFrame(showSidebar);
  const showSoon = inNextFrame(show);

  /** What is below the board: the hand, the cover over it, or the panel of a finished game. @param {TableState} now */
  function handArea(now) {
    if (viewOf(now)?.over) return gameOver(now, id, () => showSoon(), sidebar.showMove);
    if (now.table.status === "closed") return closedPanel();
    if (now.table.paused) return pausedPanel(now, id);
    if (isCovered(now, revealed)) {
      const reveal = () => {
        revealed = now.shownSeat;
        show();
      };
      const label = t("{who}: show my cards", { who: colourName(now.shownSeat) });
      const button = h("button", { type: "button", class: "big", onclick: reveal }, label);
      return h("div", { key: "covered", class: `controls covered-hand ${now.shownSeat}` }, button);
    }
    const seat = now.table.seats.find((one) => one.colour === now.shownSeat);
    return seat?.substitute ? awayPanel(now, seat.colour, id) : controls(now, actions, tableControls(now));
  }

  /** What the table adds to the controls. @param {TableState} now */
  function tableControls(now) {
    const { hintPending, undoWindow } = now;
    return { prompt: hintPanel(now) ?? tablePrompt(now), hintPending, undoWindow };
  }

  /** Show that there is no such table, or that we may not see it. @param {unknown} error */
  function showRefusal(error) {
    if (closed || !(error instanceof Problem) || error.status >= 429) return;
    stream?.stop();
    patch(main, refusedPage(error));
  }

  const onResize = () => state && show();

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === "Escape" && state && (state.selection.card || state.selection.place))
      actions.choose(NO_SELECTION);
    if (!event.defaultPrevented && pressKey(event, hand)) event.preventDefault();
  }

  /** The state in which the board takes input, if it takes any. */
  function inputState() {
    return state && deciderOf(viewOf(state)) !== "" && !isCovered(state, revealed) ? state : null;
  }

  /** Follow the table. A new visitor gets an identity first, so that the stream knows them. */
  async function connect() {
    try {
      sidebar.me = (await me()).id;
    } catch {
      banner.hidden = false;
      if (!closed) setTimeout(connect, RETRY);
      return;
    }
    if (closed) return;
    stream = openStream(id, onEvent, (connected) => {
      banner.hidden = connected;
      // If the server refuses us the table, waiting for the connection is of no use.
      if (!connected) api.fetchTable(id).catch(showRefusal);
    });
  }

  listenToBoard(picture.root, inputState, actions);
  const forget = onShapeChange(onResize);
  addEventListener("keydown", onKey);
  const timer = setInterval(() => updateClocks(playing), 1000);
  connect();
  return () => {
    closed = true;
    showBadge(false);
    waiting.close();
    stream?.stop();
    sidebar.close();
    clearInterval(timer);
    forget();
    removeEventListener("keydown", onKey);
  };
}
