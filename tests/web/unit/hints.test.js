/** Hints in sentences: the chance as a range, and nothing twice. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceRange, hintSentences } from "../../../src/cartagena/web/js/ui/hints.js";
import { state } from "./tables.js";

test("a chance is given as a range in steps of five", () => {
  const range = (chance, error) => Object.values(chanceRange({ chance, error }));
  assert.deepEqual(range(0.43, 0.03), [35, 50]);
  assert.deepEqual(range(0.44, 0.025), [35, 50], "a little more is the same range");
  assert.deepEqual(range(0.5, 0), [50, 50]);
  assert.deepEqual(range(1, 0), [95, 100]);
  assert.deepEqual(range(0.01, 0.02), [0, 5]);
});

test("a hint says nothing twice", () => {
  const moves = [{ move: "parrot+parrot!", chance: 0.3, error: 0.02 }];
  const reasons = [
    { code: "spell", card: "parrot" },
    { code: "spell", card: "parrot" },
    { code: "close", move: "parrot+parrot*!" },
  ];
  assert.deepEqual(hintSentences(state(), { seat: "blue", move: "parrot+parrot!", reasons, moves }), [
    "Two parrots count as the symbol you’re missing.",
    "Your chance of winning from here: 25–35%.",
  ]);
  const other = [{ code: "close", move: "pass" }];
  const sentences = hintSentences(state(), { seat: "blue", move: "sail", reasons: other, moves: [] });
  assert.deepEqual(sentences, ["About as good: end the turn."]);
});
