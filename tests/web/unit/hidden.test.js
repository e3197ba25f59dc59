/** Several players at one screen must not see each other's cards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  drawnCards,
  isCovered,
  publicMove,
  stillRevealed,
  visibleState,
} from "../../../src/cartagena/web/js/model/hidden.js";
import { parseMove } from "../../../src/cartagena/web/js/model/moves.js";
import { state, view } from "./tables.js";

const SHARED = { you: ["blue", "red"], legal: ["key jail-6"], undo: true };

test("a hand is covered until its owner confirms sitting there", () => {
  const shared = state(SHARED);
  assert.ok(isCovered(shared));
  assert.ok(isCovered({ ...shared, revealed: "red" }));
  assert.ok(!isCovered({ ...shared, revealed: "blue" }));
});

test("nothing is covered for a single player, with open hands, or after the game", () => {
  assert.ok(!isCovered(state({ legal: ["key jail-6"] })));
  assert.ok(!isCovered(state(SHARED, { hands: "open" })));
  assert.ok(!isCovered(state({ ...SHARED, views: [view({ over: true })] })));
});

test("a covered table shows neither a hand nor the moves that need it", () => {
  const shared = { ...state(SHARED), hint: { seat: "blue", move: "key jail-6", reasons: [], moves: [] } };
  const covered = visibleState(shared);
  assert.equal(visibleState({ ...shared, revealed: "blue" }).hint, shared.hint);
  assert.deepEqual(
    covered.views.map((one) => one.hands),
    [{}],
  );
  assert.deepEqual([covered.legal, covered.undo, covered.hint], [[], false, null]);
  assert.deepEqual(covered.views[0]?.pirates, shared.views[0]?.pirates);
});

test("a hand is covered again once its owner has nothing left to choose", () => {
  const mine = { ...state(SHARED), revealed: "blue" };
  const theirs = state({ ...SHARED, views: [view({ turn: "red" })] });
  assert.equal(stillRevealed(mine, mine), "blue");
  assert.equal(stillRevealed(mine, theirs), "");
  assert.equal(stillRevealed({ ...theirs, revealed: "blue" }, mine), "blue");
});

test("the log at a shared screen hides the cards that only their owner may know", () => {
  const card = (/** @type {string} */ text, rules = {}) => publicMove(state(SHARED, rules), parseMove(text)).card;
  for (const text of ["take rum", "keep rum", "give rum red", "put rum"]) assert.equal(card(text), "?", text);
  assert.equal(card("discard rum"), "rum");
  assert.equal(card("key jail-6"), "key");
  assert.equal(card("keep rum", { supply: "row" }), "rum", "cards of an open row are known");
  assert.equal(card("take rum", { supply: "row" }), "?", "a card from a hand is not");
  assert.equal(publicMove(state(), parseMove("keep rum")).card, "rum", "a single player reads their own log");
});

test("the log at a shared screen names no cards drawn from a deck", () => {
  const line = { seat: "blue", move: "back 9-4", drawn: 2, cards: ["key", "hat"] };
  assert.deepEqual(drawnCards(state(SHARED), line), []);
  assert.deepEqual(drawnCards(state(SHARED, { hands: "open" }), line), ["key", "hat"]);
  assert.deepEqual(drawnCards(state(SHARED, { supply: "row" }), line), ["key", "hat"]);
  assert.deepEqual(drawnCards(state(), line), ["key", "hat"]);
  assert.deepEqual(drawnCards(state(), { seat: "red", move: "back 9-4", drawn: 1 }), []);
});
