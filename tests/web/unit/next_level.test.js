/** The level suggested after a game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { levelName, levelSentence } from "../../../src/cartagena/web/js/model/catalogue.js";
import { suggestedLevel } from "../../../src/cartagena/web/js/screens/finished/next_level.js";
import "./tables.js";

/** @import { FinishedGame } from "../../../src/cartagena/web/js/net/types.js" */

/**
 * A finished game of ours against bots.
 * @param {boolean} won
 * @param {string[]} levels
 * @param {Partial<FinishedGame>} [other]
 * @returns {FinishedGame}
 */
function game(won, levels, other = {}) {
  const colours = ["red", "green", "yellow"];
  const bots = levels.map((level, i) => ({ colour: colours[i] ?? "", name: "", level }));
  return {
    table: "t",
    finished_at: 0,
    rules: /** @type {FinishedGame["rules"]} */ ({}),
    seats: [{ colour: "blue", name: "Anna", level: "" }, ...bots],
    you: ["blue"],
    winner: won ? "blue" : "red",
    from_position: false,
    ...other,
  };
}

const win = (/** @type {string[]} */ ...levels) => game(true, levels);
const loss = (/** @type {string[]} */ ...levels) => game(false, levels);

test("two wins in a row suggest the next level", () => {
  assert.deepEqual(suggestedLevel([win("deckhand"), win("deckhand")]), { won: true, level: "gunner" });
  assert.equal(suggestedLevel([win("deckhand")]), null);
  assert.equal(suggestedLevel([win("deckhand"), loss("deckhand"), win("deckhand")]), null);
  assert.equal(suggestedLevel([]), null);
});

test("three losses in a row suggest the level below", () => {
  const lost = loss("gunner");
  assert.deepEqual(suggestedLevel([lost, lost, lost]), { won: false, level: "deckhand" });
  assert.equal(suggestedLevel([lost, lost]), null);
  assert.equal(suggestedLevel([lost, lost, win("gunner"), lost]), null);
});

test("a win against a weaker bot, or a loss against a stronger one, suggests nothing", () => {
  assert.equal(suggestedLevel([win("gunner"), win("cook")]), null);
  assert.deepEqual(suggestedLevel([win("cook"), win("gunner")]), { won: true, level: "deckhand" });
  assert.equal(suggestedLevel([loss("cook"), loss("cook"), loss("gunner")]), null);
  assert.deepEqual(suggestedLevel([loss("cook"), loss("cook"), loss("drunk")]), { won: false, level: "cabin-boy" });
});

test("the strongest bot at the table counts", () => {
  const won = win("cook", "gunner");
  assert.deepEqual(suggestedLevel([won, won]), { won: true, level: "bosun" });
});

test("there is nothing above the legend and nothing below the drunk", () => {
  assert.equal(suggestedLevel([win("legend"), win("legend")]), null);
  const lost = loss("drunk");
  assert.equal(suggestedLevel([lost, lost, lost]), null);
});

test("practice, other people, several seats, unknown bots and games without a winner do not count", () => {
  const others = [
    game(false, ["cook"], { from_position: true }),
    game(false, [""]),
    game(false, ["cook"], { you: ["blue", "red"] }),
    game(false, ["cook"], { you: [] }),
    game(false, ["cook"], { winner: null }),
    game(false, ["somebody-elses"]),
    game(false, ["cook", ""]),
  ];
  for (const other of others) {
    assert.equal(suggestedLevel([other, other, other]), null);
    assert.deepEqual(suggestedLevel([win("cook"), other, win("cook")]), { won: true, level: "deckhand" });
  }
});

test("bots have names and sentences; of others only the name is known", () => {
  assert.equal(levelName("cabin-boy"), "Cabin boy");
  assert.match(levelSentence("cabin-boy"), /\.$/);
  assert.equal(levelName("hare"), "hare");
  assert.equal(levelSentence("hare"), "");
});
