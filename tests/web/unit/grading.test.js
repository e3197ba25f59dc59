/** The grades of turns in puzzles, compared with the rules. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gradeTurn, turnKey, turnPlayed } from "../../../src/cartagena/web/js/screens/puzzle/grading.js";
import "./tables.js";

const PUZZLES = JSON.parse(readFileSync(new URL("../../../src/cartagena/web/puzzles.json", import.meta.url), "utf8"));

/** The lines of the log for a turn. */
const lines = ({ seat }, moves, drawn = []) => moves.map((move, i) => ({ seat, move, drawn: drawn[i] ?? 0 }));

test("every listed turn has the key that the rules gave it", () => {
  for (const puzzle of PUZZLES)
    for (const turn of puzzle.turns) assert.equal(turnKey(puzzle, lines(puzzle, turn.moves, turn.drawn)), turn.key);
});

test("the best turn is the best, others lose by their value, unknown ones at least as much as the last", () => {
  const [puzzle] = PUZZLES;
  const grade = ({ moves, drawn }) => gradeTurn(puzzle, lines(puzzle, moves, drawn));
  const [best, second] = puzzle.turns;
  assert.deepEqual(grade(best), { best: true, loss: 0, atLeast: false });
  const other = grade(second);
  assert.deepEqual([other.best, other.atLeast], [false, false]);
  assert.ok(Math.abs(other.loss - puzzle.gap) < 0.002);
  const unknown = grade({ moves: ["back sloop-1", "back sloop-1"], drawn: [0, 0] });
  assert.ok(unknown.atLeast && unknown.loss >= other.loss);
});

test("a turn is played once another seat moves, or it is another's turn", () => {
  const [puzzle] = PUZZLES;
  const { seat, view } = puzzle;
  const other = Object.keys(view.pirates).find((colour) => colour !== seat);
  const state = (log, turn) => ({ log, views: [{ ...view, turn }], shownSeat: seat });
  const own = lines(puzzle, ["pass"]);
  assert.equal(turnPlayed(puzzle, state([], seat)), null);
  assert.equal(turnPlayed(puzzle, state(own, seat)), null);
  assert.deepEqual(turnPlayed(puzzle, { ...state(own, seat), undoWindow: { until: null } }), own);
  assert.deepEqual(turnPlayed(puzzle, state(own, other)), own);
  assert.deepEqual(turnPlayed(puzzle, state([...own, { seat: other, move: "pass" }], seat)), own);
});
