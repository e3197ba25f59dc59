/** The remarks of rivals, after great moves and when they are beaten. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "../../../src/cartagena/web/js/model/catalogue.js";
import { remarkOn } from "../../../src/cartagena/web/js/model/remarks.js";
import { seat, snapshot, state, view } from "./tables.js";

const rankOf = (/** @type {string} */ level) => catalogue().bots.find((bot) => bot.name === level)?.rank ?? -1;
const bots = ["red", "green"].map((colour, i) =>
  seat(colour, { kind: "bot", level: ["cook", "bosun"][i], name: ["Dolores", "Bruno"][i] }),
);
const table = { ...snapshot().table, seats: [seat("blue"), ...bots] };
const before = state({ table });
/** @param {object} changes @param {string} colour @param {string} move */
const remark = (changes, colour, move) =>
  remarkOn(before, state({ table, views: [view(changes)] }), colour, move, rankOf);

test("a rival is pleased with a long run and annoyed by that of another player", () => {
  assert.deepEqual(remark({}, "red", "key 3-20"), { colour: "red", words: "glad" });
  assert.deepEqual(remark({}, "blue", "key 3-20"), { colour: "red", words: "sour" });
  assert.deepEqual(remark({}, "green", "key 3-20"), { colour: "green", words: "glad" });
});

test("a pirate that comes home is worth a remark, a short step or a retreat is not", () => {
  const pirates = { blue: { jail: 5, sloop: 1 }, red: { jail: 6 } };
  assert.deepEqual(remark({ pirates }, "blue", "key 35-sloop"), { colour: "red", words: "sour" });
  assert.equal(remark({}, "red", "key 3-6"), null);
  assert.equal(remark({}, "red", "back 20-3"), null);
});

test("the strongest rival is beaten; nobody is if a rival wins", () => {
  assert.deepEqual(remark({ winner: "blue", over: true }, "blue", "key 3-6"), { colour: "green", words: "beaten" });
  assert.deepEqual(remark({ winner: "red", over: true }, "red", "key 3-20"), { colour: "red", words: "glad" });
});

test("people make no remarks of their own", () => {
  const two = { ...table, seats: [seat("blue"), seat("red")] };
  assert.equal(remarkOn(state({ table: two }), state({ table: two }), "blue", "key 3-20", rankOf), null);
});
