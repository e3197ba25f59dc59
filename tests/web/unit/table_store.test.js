/** The store of a table: actions of the player, and responses of the server. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_SELECTION } from "../../../src/cartagena/web/js/model/moves.js";
import { createStore, reduce } from "../../../src/cartagena/web/js/model/table_store.js";
import { snapshot, state, view } from "./tables.js";

test("there is no state before the first snapshot", () => {
  assert.equal(reduce(null, { type: "event", event: ["presence", { present: [], now: 0 }] }), null);
  assert.equal(reduce(null, { type: "select", change: { card: "key" } }), null);
  const first = reduce(null, { type: "event", event: ["snapshot", snapshot()] });
  assert.equal(first?.table.id, "t");
});

test("a selection takes the place of a hint", () => {
  const before = { ...state(), hint: { seat: "blue", move: "key jail-6", reasons: [], moves: [] } };
  const next = reduce(before, { type: "select", change: { card: "dagger" } });
  assert.deepEqual([next?.selection.card, next?.hint], ["dagger", null]);
});

test("a table is busy until the event of the move has come, before or after the response", () => {
  const sent = reduce(state(), { type: "send" });
  assert.equal(sent?.busy, true);
  assert.equal(reduce(sent, { type: "accept", seq: 6 })?.busy, true, "the event is still on its way");
  assert.equal(reduce(sent, { type: "accept", seq: 5 })?.busy, false, "the event came first");
});

test("after a rejected move the player can choose again", () => {
  const sent = { ...state(), busy: true, selection: { ...NO_SELECTION, card: "key" } };
  const next = reduce(sent, { type: "reject" });
  assert.deepEqual([next?.busy, next?.selection], [false, NO_SELECTION]);
});

test("a hint highlights its move, unless the game has gone on", () => {
  const hint = { seat: "blue", move: "key 3-6", reasons: [], moves: [] };
  const pending = reduce(state(), { type: "request-hint" });
  assert.equal(pending?.hintPending, true);
  const shown = reduce(pending, { type: "hint", hint, expected_seq: 5 });
  assert.deepEqual([shown?.hint, shown?.hintPending], [hint, false]);
  assert.deepEqual(shown?.selection, { card: "key", place: "3", colour: "blue", target: "", spell: false });
  const late = reduce(pending, { type: "hint", hint, expected_seq: 4 });
  assert.deepEqual([late?.hint, late?.hintPending], [null, false]);
  assert.equal(reduce(pending, { type: "hint", hint: null, expected_seq: 5 })?.hintPending, false);
});

test("a revealed hand is covered again when its player has chosen", () => {
  const shared = state({ you: ["blue", "red"] });
  const revealed = reduce(shared, { type: "reveal" });
  assert.equal(revealed?.revealed, "blue");
  const data = { expected_seq: 6, views: [view({ turn: "red" })], legal: [], undo: true, deadline: null };
  const next = reduce(revealed, { type: "event", event: ["moved", { ...data, seat: "blue", move: "pass" }] });
  assert.equal(next?.revealed, "");
});

test("a store reports the state before and after each action", () => {
  /** @type {unknown[][]} */
  const changes = [];
  const store = createStore((before, now, action) => changes.push([before, now, action.type]));
  store.dispatch({ type: "send" });
  assert.deepEqual(changes, []);
  store.dispatch({ type: "event", event: ["snapshot", snapshot()] });
  store.dispatch({ type: "send" });
  assert.deepEqual(
    changes.map(([before, , type]) => [before === null, type]),
    [
      [true, "event"],
      [false, "send"],
    ],
  );
  assert.equal(store.get(), changes[1]?.[1]);
});
