/** Solved puzzles, the puzzle of the day, and the streak. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import {
  beginPuzzle,
  nextPuzzle,
  noteSolved,
  puzzleAt,
  puzzleOfTheDay,
  solvedPuzzles,
  streak,
} from "../../../src/cartagena/web/js/screens/puzzle/progress.js";
import { stored } from "./browser.js";

const DAY = 86_400_000;

beforeEach(() => {
  stored.clear();
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: 100 * DAY });
});

test("the puzzle of the day is another one each day", () => {
  assert.deepEqual(
    [100, 101, 123, 124].map((day) => puzzleOfTheDay(24, day)),
    [4, 5, 3, 4],
  );
  assert.equal(puzzleOfTheDay(24), 4);
});

test("a streak grows once a day, and ends with a missed day", () => {
  noteSolved(7, 24);
  assert.equal(streak(), 0);
  for (const day of [100, 101]) {
    mock.timers.setTime(day * DAY);
    noteSolved(day % 24, 24);
    noteSolved(day % 24, 24);
  }
  assert.equal(streak(), 2);
  mock.timers.setTime(102 * DAY + 5);
  assert.equal(streak(), 2);
  mock.timers.setTime(103 * DAY);
  assert.equal(streak(), 0);
  noteSolved(103 % 24, 24);
  assert.equal(streak(), 1);
  assert.deepEqual(solvedPuzzles(), new Set([7, 4, 5]));
});

test("a table is remembered as that of its puzzle", () => {
  beginPuzzle("abc", 3);
  assert.deepEqual([puzzleAt("abc"), puzzleAt("other")], [3, null]);
});

test("the next puzzle is the next unsolved one", () => {
  noteSolved(5, 8);
  noteSolved(6, 8);
  assert.deepEqual([nextPuzzle(8, 4), nextPuzzle(8, 7)], [7, 0]);
  for (let number = 0; number < 8; number++) noteSolved(number, 8);
  assert.equal(nextPuzzle(8, 7), 0);
});

test("the puzzle of the day visits every puzzle before it repeats one", () => {
  const days = Array.from({ length: 240 }, (_, day) => puzzleOfTheDay(240, day));
  assert.equal(new Set(days).size, 240);
});
