/** Sentences: every kind of move in the log, whose turn it is, and what can be done. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "../../../src/cartagena/web/js/model/catalogue.js";
import { parseMove } from "../../../src/cartagena/web/js/model/moves.js";
import {
  logSentence,
  moveInBrief,
  moveSentence,
  prompt,
  seatName,
  statusSentence,
} from "../../../src/cartagena/web/js/model/sentences.js";
import { seat, snapshot, state, view } from "./tables.js";

/** Every kind of move: its notation, its sentence, and in brief. */
const KINDS = [
  ["dagger jail-5", "Blue plays dagger: jail → 5.", "dagger: jail → 5"],
  ["rum* 7-sloop", "Blue plays dark rum: 7 → sloop.", "dark rum: 7 → sloop"],
  ["back 17-12", "Blue goes back: 17 → 12.", "back: 17 → 12"],
  ["morgan red 8-12", "Blue moves a pirate of Red: 8 → 12.", "help Red (Bert) ahead: 8 → 12"],
  ["sail", "Blue sails the sloop across.", "sail"],
  ["pass", "Blue ends the turn.", "end the turn"],
  ["skip", "Blue skips the turn.", "skip the turn and draw a card"],
  [
    "weapons! red",
    "Blue: Caribbean witch! Weapons: a look at the hand of Red.",
    "spell: look at the hand of Red (Bert)",
  ],
  ["rum!", "Blue: Caribbean witch! Rum: cards for everyone.", "spell: rum"],
  ["lantern!", "Blue: Caribbean witch! Lantern: a look at the next cards.", "spell: lantern"],
  ["parrot+parrot!", "Blue: Caribbean witch! Two parrots count as another card.", "spell: parrot"],
  ["hook!", "Blue: Caribbean witch! Hook: two pirates at once.", "spell: hook"],
  ["chest! 20", "Blue: Caribbean witch! The chest on 20 is opened.", "spell: open the chest on 20"],
  ["as rum jail-3", "Blue lets the parrots be rum: jail → 3.", "rum: jail → 3"],
  ["with key 4-9", "Blue adds key and moves two pirates: 4 → 9.", "key: 4 → 9"],
  ["take rum", "Blue takes rum.", "take rum"],
  ["keep rum", "Blue keeps rum.", "keep rum"],
  ["give hook red", "Blue gives hook to Red.", "give hook to Red (Bert)"],
  ["put chest", "Blue puts chest back on top.", "put chest back"],
  ["discard rum", "Blue discards rum.", "discard rum"],
];

test("every kind of move has a sentence, and one in brief", () => {
  const now = state();
  const colour = (/** @type {string} */ name) => (name === "red" ? "Red" : name);
  const known = new Set(KINDS.map(([text = ""]) => parseMove(text).kind));
  assert.deepEqual(known, new Set(catalogue().kinds.map((kind) => kind.name)));
  for (const [text = "", sentence, brief] of KINDS) {
    assert.equal(moveSentence(parseMove(text), "Blue", colour), sentence);
    assert.equal(moveInBrief(now, parseMove(text)), brief);
  }
});

test("a line of the log says what the move brought", () => {
  const now = state();
  assert.equal(logSentence(now, { seat: "blue", move: "back 9-4", drawn: 2 }), "Blue goes back: 9 → 4. 2 cards drawn.");
  assert.match(logSentence(now, { seat: "red", move: "back 9-4", drawn: 1 }), /^Red \(Bert\) .* 1 card drawn\.$/);
  assert.match(logSentence(now, { seat: "blue", move: "chest! 20", found: "snake" }), /A snake drives/);
  assert.match(logSentence(now, { seat: "blue", move: "chest! 20", found: "empty" }), /It is empty\.$/);
});

test("the log at a shared screen names no secret card", () => {
  const shared = state({ you: ["blue", "red"] });
  assert.equal(logSentence(shared, { seat: "blue", move: "keep rum" }), "Blue (Anna) keeps a hidden card.");
});

test("a seat is called by its colour and, if somebody else plays it, by their name", () => {
  assert.equal(seatName(state(), "blue"), "Blue");
  assert.equal(seatName(state(), "red"), "Red (Bert)");
  const table = { ...snapshot().table, seats: [seat("blue"), seat("red", { kind: "bot", level: "bosun" })] };
  assert.equal(seatName(state({ table }), "red"), "Red");
});

test("whose turn it is, or how the game ended", () => {
  const legal = ["pass"];
  assert.equal(statusSentence(state({ legal })), "Your turn");
  assert.equal(statusSentence(state({ views: [view({ turn: "red" })] })), "Red (Bert) to move");
  assert.equal(statusSentence(state({ legal, you: ["blue", "red"] })), "Blue, it is your turn");
  const pending = view({ turn: "red", pending: { kind: "discard", seat: "blue" } });
  assert.equal(statusSentence(state({ legal: ["discard key"], views: [pending] })), "You must choose");
  const over = (/** @type {string | null} */ winner) =>
    statusSentence(state({ views: [view({ over: true, winner })] }));
  assert.match(over("blue"), /^You win!/);
  assert.equal(over("red"), "Red (Bert) wins!");
  assert.match(over(null), /nobody wins/);
});

test("the prompt says what can be done now", () => {
  const asked = (/** @type {string[]} */ legal, changes = {}, chosen = {}) => {
    const now = state({ legal, views: [view(changes)] });
    return prompt({ ...now, chosen: { ...now.chosen, ...chosen } });
  };
  assert.equal(asked([]), "");
  assert.match(asked(["key jail-6", "back 3-1"]), /a card to run ahead, or a pirate to go back/);
  assert.match(asked(["key jail-6", "morgan red 3-5"]), /help ahead/);
  assert.match(asked(["back 3-1"]), /a pirate to gain cards/);
  assert.equal(asked(["pass"]), "Choose what to do.");
  assert.match(asked(["sail", "key jail-6"], { free_sail: true }), /captain/);
  assert.match(asked(["key jail-6"], {}, { card: "key" }), /Choose a pirate, or a lit space/);
  assert.match(asked(["key jail-6"], {}, { place: "jail" }), /Choose a lit space/);
  const choice = (/** @type {string} */ kind, move = "keep rum", more = {}) =>
    asked([move], { pending: { kind, seat: "blue", ...more } });
  assert.match(choice("take", "take rum", { from: "red" }), /from the hand of Red/);
  assert.match(choice("keep", "keep rum", { left: 2 }), /Keep 2/);
  assert.match(choice("give", "give rum red", { to: "red" }), /to Red/);
  assert.match(choice("put", "put rum"), /the top one last/);
  assert.match(choice("discard", "discard rum"), /down to seven/);
  assert.match(choice("hook", "with key 4-9"), /second card/);
  assert.match(choice("parrots", "as rum 4-9"), /which symbol/);
});
