/** The screen of a table. Its parts are the store, the player's actions, the view, and the connection to the server. */

import { listenToBoard } from "../../board/pointer.js";
import { patch } from "../../lib/patch.js";
import { deciderOf, viewOf } from "../../model/game_state.js";
import { isCovered } from "../../model/hidden.js";
import { NO_SELECTION } from "../../model/moves.js";
import { createStore } from "../../model/table_store.js";
import * as api from "../../net/api.js";
import { updateClocks } from "../../ui/clock.js";
import { showFailure } from "../../ui/errors.js";
import { refusedPage } from "../../ui/panels.js";
import { playBackground } from "../../ui/sounds.js";
import { tableActions } from "./actions.js";
import { announceEvent, backgroundOf } from "./announce.js";
import { followTable } from "./connection.js";
import { enableCardDragging, followPointer } from "./pointing.js";
import { pressKey } from "./shortcuts.js";
import { TableView } from "./view.js";

/** @import { TableState } from "../../model/table_state.js" */
/** @import { TableEvent } from "../../net/types.js" */

/**
 * Show a table. Returns a function that leaves it.
 * @param {HTMLElement} main
 * @param {string} id
 */
export function tableScreen(main, id) {
  const closing = new AbortController();
  const { signal } = closing;
  const store = createStore((before, now, action) => {
    if (signal.aborted) return;
    // The player's own actions are drawn at once, because the focus may then move to a new button.
    if (action.type !== "event") return view.draw();
    followEvent(before, now, ...action.event);
    view.drawSoon();
  });
  const actions = tableActions(id, store, signal, () => connection.reconnect());
  const view = new TableView(main, id, store, actions);
  const contribute = contributeOnce();

  /** React to an event. @type {(before: TableState | null, now: TableState, ...event: TableEvent) => void} */
  function followEvent(before, now, ...event) {
    const [kind, data] = event;
    if (kind === "muted") showFailure(reloadChat());
    if (!now.views.length) {
      contribute(now, view.sidebar.drawer.me);
      view.waiting.follow(now, view.sidebar.drawer.me);
    }
    playBackground(backgroundOf(now));
    if (!before) return;
    if (kind === "moved") view.newMoves.push({ before, now, seat: data.seat, move: data.move });
    announceEvent(before, now, ...event);
  }

  /** Fetch the chat again, since muting a person changes which messages we get. */
  async function reloadChat() {
    store.dispatch({ type: "chat", snapshot: await api.fetchTable(id) });
  }

  const connection = followTable(
    id,
    {
      onIdentity: (me) => {
        view.sidebar.drawer.me = me;
      },
      onEvent: (...event) => store.dispatch({ type: "event", event }),
      onConnection: (connected) => {
        view.banner.hidden = connected;
      },
      onRefusal: (problem) => patch(main, refusedPage(problem, id)),
    },
    signal,
  );

  /** Return the state in which the board takes input, if it takes any. */
  function inputState() {
    const state = store.get();
    return state && deciderOf(viewOf(state)) !== "" && !isCovered(state) ? state : null;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { card = "", place = "" } = store.get()?.selection ?? {};
    if (event.key === "Escape" && (card || place)) actions.choose(NO_SELECTION);
    if (event.key === "Enter" && playHint(event.target)) event.preventDefault();
    else if (!event.defaultPrevented && pressKey(event, view.hand)) event.preventDefault();
  }

  /** Make the hinted move, unless the focus is on something that Enter presses. @param {EventTarget | null} target */
  function playHint(target) {
    const hint = store.get()?.hint;
    const pressable =
      target instanceof Element && target.closest("button:not(.hint), a, input, select, textarea, dialog");
    if (!hint || !inputState() || pressable) return false;
    actions.play(hint.move);
    return true;
  }

  const press = listenToBoard(view.picture.root, inputState, actions);
  followPointer(view.table, (pointed) => view.point(pointed));
  enableCardDragging(view.hand, { take: (card) => actions.choose({ ...NO_SELECTION, card }), drop: press });
  addEventListener("keydown", onKey, { signal });
  const timer = setInterval(() => updateClocks(view.table), 1000);
  return () => {
    closing.abort();
    playBackground("");
    view.close();
    clearInterval(timer);
  };
}

/**
 * Return a function that contributes to the shuffles once. Players who were seated by a rematch contribute as soon as
 * they are here; the host contributes at the start.
 */
function contributeOnce() {
  let contributed = false;
  return (/** @type {TableState} */ { table, you }, /** @type {string} */ me) => {
    if (contributed || table.status !== "waiting" || me === table.owner) return;
    contributed = true;
    api.contributeAll(table, you).catch(() => {});
  };
}
