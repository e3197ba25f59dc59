/** The voyage: the rivals that a game has beaten, and the ship's progress. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setCatalogue } from "../../../src/cartagena/web/js/model/catalogue.js";
import { distanceSailed, harbours, levelsBeaten } from "../../../src/cartagena/web/js/model/voyage.js";

setCatalogue(JSON.parse(readFileSync(new URL("catalogue.json", import.meta.url), "utf8")));

/** @param {string} colour @param {string} kind @param {string} [level] @returns {any} */
const seat = (colour, kind, level = "") => ({ colour, kind, level });

test("the weakest rival waits in the first harbour, the strongest in the last", () => {
  const names = harbours().map(({ name }) => name);
  assert.equal(names[0], "stowaway");
  assert.equal(names.at(-1), "legend");
});

test("the ship is at the furthest rival beaten", () => {
  assert.equal(distanceSailed(new Set()), 0);
  assert.equal(distanceSailed(new Set(["stowaway"])), 1);
  assert.equal(distanceSailed(new Set(["stowaway", "cook"])), 3);
  assert.equal(distanceSailed(new Set(harbours().map(({ name }) => name))), harbours().length);
});

test("a win beats all bots at the table", () => {
  const seats = [seat("blue", "player"), seat("red", "bot", "cook"), seat("green", "bot", "gunner")];
  assert.deepEqual(levelsBeaten(seats, ["blue"], "blue"), ["cook", "gunner"]);
  assert.deepEqual(levelsBeaten(seats, ["blue"], "red"), []);
});

test("a game with other people, or with several own colours, beats nobody", () => {
  const withFriend = [seat("blue", "player"), seat("red", "bot", "cook"), seat("green", "player")];
  assert.deepEqual(levelsBeaten(withFriend, ["blue"], "blue"), []);
  const alone = [seat("blue", "player"), seat("red", "player")];
  assert.deepEqual(levelsBeaten(alone, ["blue", "red"], "blue"), []);
});
