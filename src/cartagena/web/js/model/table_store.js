/** The store of a table: the one place where its state changes, by events of the server and actions of the player. */

import { stillRevealed } from "./hidden.js";
import { NO_SELECTION, parseMove, select, selectionFor } from "./moves.js";
import { applyEvent, fromSnapshot, withChat } from "./table_state.js";

/** @import { Hint, Snapshot, TableEvent } from "../net/types.js" */
/** @import { Selection } from "./moves.js" */
/** @import { TableState } from "./table_state.js" */

/**
 * The actions at a table:
 *
 * - `event`: the server has sent an event.
 * - `chat`: the chat was fetched again, because a person was muted or unmuted.
 * - `select`: the player has selected a card, a pirate or a target.
 * - `reveal`: the player whose hand is covered sits at the screen.
 * - `send`, then `accept` or `reject`: a move is on its way, and the server has accepted it as event `seq` or not.
 * - `request-hint`, then `hint`: a hint is worked out for the choice `expected_seq`; null if there is none.
 * - `hint-progress`: a share of the work on the hint is done.
 *
 * @typedef {{ type: "event", event: TableEvent }
 *   | { type: "chat", snapshot: Pick<Snapshot, "chat" | "muted"> }
 *   | { type: "select", change: Partial<Selection> }
 *   | { type: "reveal" }
 *   | { type: "send" } | { type: "accept", seq: number } | { type: "reject" }
 *   | { type: "request-hint" } | { type: "hint-progress", share: number }
 *   | { type: "hint", hint: Hint | null, expected_seq: number }} TableAction
 */

/**
 * Apply an action and return the new state. There is no state before the first snapshot.
 * @param {TableState | null} state
 * @param {TableAction} action
 * @returns {TableState | null}
 */
export function reduce(state, action) {
  if (!state) return firstState(action);
  switch (action.type) {
    case "event": {
      const next = applyEvent(state, ...action.event);
      return { ...next, revealed: stillRevealed(state, next) };
    }
    case "chat":
      return withChat(state, action.snapshot);
    case "select":
      return { ...state, selection: select(state.selection, action.change), hint: null };
    case "reveal":
      return { ...state, revealed: state.shownSeat };
    case "send":
      return { ...state, busy: true };
    case "accept":
      // The event of the move ends the wait. It may have come before the response.
      return state.expected_seq >= action.seq ? { ...state, busy: false } : state;
    case "reject":
      return { ...state, busy: false, selection: NO_SELECTION };
    case "request-hint":
      return { ...state, hintPending: true, hintShare: 0 };
    case "hint-progress":
      return { ...state, hintShare: action.share };
    case "hint": {
      const { hint, expected_seq } = action;
      const done = { ...state, hintPending: false };
      // The game may have gone on without us.
      if (!hint || state.expected_seq !== expected_seq) return done;
      return { ...done, hint, selection: selectionFor(parseMove(hint.move), hint.seat) };
    }
  }
}

/** Return the state of the first snapshot. @param {TableAction} action */
function firstState(action) {
  if (action.type !== "event") return null;
  const [kind, data] = action.event;
  return kind === "snapshot" ? fromSnapshot(data) : null;
}

/** @typedef {{ get: () => TableState | null, dispatch: (action: TableAction) => void }} TableStore */

/**
 * Create the store of a table.
 * @param {(before: TableState | null, now: TableState, action: TableAction) => void} onChange called after each action
 * @returns {TableStore}
 */
export function createStore(onChange) {
  /** @type {TableState | null} */
  let state = null;
  return {
    get: () => state,
    dispatch: (action) => {
      const before = state;
      state = reduce(before, action);
      if (state) onChange(before, state, action);
    },
  };
}
