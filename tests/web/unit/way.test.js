/** Ways along the path: their places, the points of hops, and footprints. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hopTimes } from "../../../src/cartagena/web/js/board/walk.js";
import { footprintPath, hopPoints, wayOf } from "../../../src/cartagena/web/js/model/way.js";

const ORDER = ["jail", "1", "2", "3", "4", "5", "6", "sloop"];
/** Three spaces to the right, then down and three to the left. */
const PLACES = new Map(
  ORDER.map((name, i) => {
    const x = i < 4 ? 100 * i : 100 * (7 - i);
    const y = i < 4 ? 0 : 132;
    return [name, { x, y, width: 92, height: 114, foot: y + 55, crowdWidth: 0, pirate: 50 }];
  }),
);

test("a way has all places between its ends, in the direction of the move", () => {
  assert.deepEqual(wayOf({ from: "1", to: "4" }, ["3"], ORDER), { places: ["1", "2", "3", "4"], jumped: ["3"] });
  assert.deepEqual(wayOf({ from: "4", to: "2" }, [], ORDER), { places: ["4", "3", "2"], jumped: [] });
  assert.equal(wayOf({ from: "4", to: "4" }, [], ORDER), null);
  assert.equal(wayOf({ from: "", to: "4" }, [], ORDER), null);
});

test("a line touches the ground at its ends and where it jumps, and nowhere else", () => {
  const way = wayOf({ from: "jail", to: "6" }, ["2", "5"], ORDER);
  assert.ok(way);
  const ground = (/** @type {string} */ name) => (PLACES.get(name)?.foot ?? 0) - 6;
  const points = hopPoints(way, PLACES);
  const touches = (/** @type {string} */ name) =>
    points.some(({ x, y }) => x === PLACES.get(name)?.x && Math.abs(y - ground(name)) < 0.01);
  assert.deepEqual(way.places.filter(touches), ["jail", "2", "5", "6"]);
});

test("no point of a line is far from the row or the turn it follows", () => {
  const way = wayOf({ from: "jail", to: "sloop" }, ["3"], ORDER);
  assert.ok(way);
  for (const { x, y } of hopPoints(way, PLACES)) {
    const inRow = [55, 187].some((foot) => y <= foot && y >= foot - 55);
    // The turn is the right half of the spaces 3 and 4.
    assert.ok(inRow || (x >= 300 && x <= 346), `${x} ${y}`);
  }
});

test("a line passes the symbol where the path turns", () => {
  const way = wayOf({ from: "1", to: "6" }, [], ORDER);
  assert.ok(way);
  const middle = hopPoints(way, PLACES).filter(({ y }) => y > 60 && y < 110);
  assert.ok(middle.length > 2);
  for (const { x } of middle) assert.ok(x > 318, `${x}`);
});

test("footprints follow the way at equal distances", () => {
  const way = wayOf({ from: "6", to: "1" }, [], ORDER);
  assert.ok(way);
  const feet = footprintPath(way, PLACES).split("M").length - 1;
  assert.equal(feet, Math.floor((100 + 100 + 132 + 200) / 25));
});

test("a way takes 180 to 320 ms for each hop, and never longer than a second and a half and the gathering", () => {
  const times = hopTimes({ places: ["1", "2", "3", "4"], jumped: ["2"] });
  assert.deepEqual(times, [90 + 180, 90 + 180 + 210]);
  const all = Array.from({ length: 40 }, (_, i) => String(i + 1));
  const long = hopTimes({ places: all, jumped: all.slice(1, -1) });
  assert.equal(long.length, 39);
  assert.ok(Math.abs((long.at(-1) ?? 0) - 1590) < 0.01);
});
