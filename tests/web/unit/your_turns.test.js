/** Whether a move of one’s own was as good as the better one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gradeMove } from "../../../src/cartagena/web/js/screens/finished/your_turns.js";

const MOVES = [
  { move: "best", chance: 0.6, error: 0.005 },
  { move: "close", chance: 0.585, error: 0.005 },
  { move: "unsure", chance: 0.55, error: 0.05 },
  { move: "bad", chance: 0.3, error: 0.005 },
];

test("the better move and one that is as good are right", () => {
  assert.equal(gradeMove(MOVES, "best", "best").good, true);
  assert.equal(gradeMove(MOVES, "close", "best").good, true);
  assert.equal(gradeMove(MOVES, "unsure", "best").good, true);
});

test("a worse move is not right, and says by how much", () => {
  const { good, loss, error } = gradeMove(MOVES, "bad", "best");
  assert.equal(good, false);
  assert.ok(Math.abs(loss - 0.3) < 1e-9);
  assert.ok(error > 0.005 && error < 0.01);
});
