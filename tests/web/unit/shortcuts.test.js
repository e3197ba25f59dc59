/** The card that a number key stands for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardForKey } from "../../../src/cartagena/web/js/screens/table/shortcuts.js";

test("a number chooses a symbol of the hand, and again its dark card", () => {
  const hand = ["rum", "hook", "rum*", "lantern*"];
  assert.equal(cardForKey(hand, "", 1), "rum");
  assert.equal(cardForKey(hand, "rum", 1), "rum*");
  assert.equal(cardForKey(hand, "rum*", 1), "rum");
  assert.equal(cardForKey(hand, "rum", 2), "hook");
  assert.equal(cardForKey(hand, "hook", 2), "hook", "pressed again, which takes it back");
  assert.equal(cardForKey(hand, "", 3), "lantern*");
  assert.equal(cardForKey(hand, "", 4), "");
});
