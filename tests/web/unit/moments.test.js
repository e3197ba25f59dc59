/** Sentences about the moments that decided a game: what happened, by how much, and why. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { costliestMoves, missedMoves, momentSentence } from "../../../src/cartagena/web/js/screens/finished/moments.js";
import { reasonFor } from "../../../src/cartagena/web/js/ui/hints.js";
import { state } from "./tables.js";

const moment = (changes) => ({ number: 8, seat: "red", reasons: [], drawn: [], found: "", other: "", ...changes });
/** Without the invisible marks around numbers and names. */
const plain = (sentence) => sentence.replace(/[\u2068\u2069]/g, "");

test("a mistake is described with what was better, by how much, and why", () => {
  const mistake = moment({
    kind: "decision",
    move: "back 12-10",
    change: -0.141,
    error: 0.0107,
    other: "bottle 10-16",
    reasons: [
      { code: "ahead", count: 6 },
      { code: "spare", count: 3, card: "bottle" },
    ],
  });
  assert.equal(
    plain(momentSentence(state(), mistake)),
    "Bert goes back: 12 → 10. Better: play bottle, 10 → 16 (+14 ± 2 points). " +
      "It moves 6 spaces forward. Bert has 3 cards like this.",
  );
});

test("luck is described with what was drawn and what that made possible", () => {
  const luck = moment({ kind: "luck", move: "back 6-3", change: 0.09, error: 0.02, drawn: ["key", "key"] });
  const reasons = [{ code: "furthest", count: 12 }];
  assert.equal(
    plain(momentSentence(state(), { ...luck, other: "key jail-12", reasons })),
    "Bert goes back: 6 → 3. Draws key × 2. Bert was lucky: +9 ± 4 points. " +
      "It made this possible: play key, jail → 12. It moves 12 spaces forward, farther than any other move.",
  );
  const bad = plain(momentSentence(state(), { ...luck, change: -0.09 }));
  assert.ok(bad.endsWith("Bert was unlucky: −9 ± 4 points."), bad);
});

test("new cards in an open row are not called cards of the hand", () => {
  const luck = moment({ kind: "luck", move: "back 6-3", change: -0.05, error: 0.01, drawn: ["hat"] });
  const sentence = plain(momentSentence(state({}, { supply: "row" }), luck));
  assert.ok(sentence.includes("New in the row: hat."), sentence);
  assert.ok(!sentence.includes("Draws"), sentence);
});

test("reasons never address the reader, since the move may be another player's", () => {
  const codes = "only wins home aboard furthest ahead leaps spare frees gains few keeps costs helps carries fetches";
  const more = "free waits draws most least order spell clear close";
  for (const code of `${codes} ${more}`.split(" ")) {
    const cards = code === "spell" ? ["weapons", "rum", "lantern", "parrot", "hook", "chest"] : ["hat"];
    for (const card of cards) {
      const sentence = reasonFor(state(), { code, count: 2, card, colour: "blue", move: "pass" }, "red");
      assert.ok(sentence.length > 5, code);
      assert.doesNotMatch(sentence, /\byou/i, code);
    }
  }
});

test("a missed move that decided the game is listed once", () => {
  const move = (number) => ({ number, seat: "red", move: "pass", better: "sail", loss: 0.05, loss_error: 0.01 });
  const moments = [moment({ number: 2, kind: "decision", move: "pass" })];
  const missed = missedMoves(state(), { moves: [move(1), move(2)], moments });
  assert.deepEqual(
    missed.map(({ number }) => number),
    [1],
  );
});

test("one player’s missed moves are all listed, those that decided the game too", () => {
  const move = (number, seat) => ({ number, seat, move: "pass", better: "sail", loss: number / 100, loss_error: 0.01 });
  const moves = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => move(number, number % 2 ? "red" : "blue"));
  const moments = [moment({ number: 2, kind: "decision", move: "pass" })];
  const missed = missedMoves(state(), { moves, moments }, "blue");
  assert.deepEqual(
    missed.map(({ number }) => number),
    [8, 6, 4, 2],
  );
});

test("own turns are asked about in order, the three costliest, one move of each", () => {
  const losses = [0.02, 0.3, 0, 0.1, 0.05, 0.04, 0.2, 0.01];
  const seats = ["red", "red", "blue", "red", "blue", "red", "blue", "red"];
  const moves = losses.map((loss, i) => ({
    number: i + 1,
    seat: seats[i],
    move: "pass",
    better: loss ? "sail" : null,
    loss,
  }));
  assert.deepEqual(
    costliestMoves({ moves }, "red").map(({ number }) => number),
    [2, 4, 6],
  );
  assert.deepEqual(costliestMoves({ moves }, "green"), []);
});
