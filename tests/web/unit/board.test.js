/** The board: its places in order, its address, and where pirates are drawn. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arrowPath,
  boardUrl,
  identifyPirates,
  pirateSpots,
  placesInOrder,
} from "../../../src/cartagena/web/js/model/board.js";
import { presetRules } from "../../../src/cartagena/web/js/model/catalogue.js";
import { state } from "./tables.js";

const SPACE = { x: 100, y: 200, room: 0, height: 0 };
const END = { x: 500, y: 200, room: 180, height: 44 };

test("the places follow the way, with the sloop between tunnel and jungle", () => {
  const order = placesInOrder(presetRules("complete"));
  assert.equal(order.length, 36 + 3);
  assert.deepEqual(
    [order[0], order[1], order[18], order[19], order[20], order.at(-1)],
    ["jail", "1", "18", "sloop", "19", "cove"],
  );
  assert.deepEqual(placesInOrder(presetRules("short")).slice(-2), ["24", "sloop"]);
  assert.deepEqual(placesInOrder(presetRules("island")).slice(0, 2), ["sloop", "1"]);
});

test("the address of a board numbers its symbols by edition", () => {
  const { table, board } = state();
  const query = new URL(boardUrl(table.rules, board, "slim"), "http://x").searchParams;
  assert.equal(query.get("spaces"), "012345".repeat(6));
  assert.deepEqual([query.get("edition"), query.get("shape")], ["2000", "slim"]);
  const newer = presetRules("short");
  const symbols = new URL(boardUrl(newer, ["weapons", "chest"], "wide"), "http://x").searchParams;
  assert.equal(symbols.get("spaces"), "05");
});

test("pirates that stay keep their identity, so that only the one that moved is animated", () => {
  const before = identifyPirates([], { blue: { jail: 2, 5: 1 }, red: { jail: 1 } });
  const after = identifyPirates(before, { blue: { jail: 1, 5: 1, 9: 1 }, red: { jail: 1 } });
  const moved = after.filter((pirate) => before.find((old) => old.id === pirate.id)?.place !== pirate.place);
  assert.equal(moved.length, 1);
  assert.deepEqual([moved[0]?.colour, moved[0]?.place], ["blue", "9"]);
  assert.equal(new Set(after.map((pirate) => pirate.id)).size, 4);
});

test("up to three pirates stand side by side on a space, in the order of the players", () => {
  const pirates = identifyPirates([], { red: { 5: 1 }, blue: { 5: 2 } });
  const spots = pirateSpots(pirates, ["blue", "red"], new Map([["5", SPACE]]));
  assert.deepEqual(
    spots.map((spot) => spot.colour),
    ["blue", "blue", "red"],
  );
  const [a, b, c] = spots;
  assert.ok(a && b && c && a.x < b.x && b.x < c.x);
  assert.equal(b.x, SPACE.x);
  assert.deepEqual(
    spots.map((spot) => spot.count),
    [1, 1, 1],
  );
});

test("at an end of the way one pirate of each colour stands for all", () => {
  const pirates = identifyPirates([], { blue: { jail: 4 }, red: { jail: 1 } });
  const spots = pirateSpots(pirates, ["blue", "red"], new Map([["jail", END]]));
  const counts = spots.filter((spot) => spot.count > 0).map((spot) => [spot.colour, spot.count]);
  assert.deepEqual(counts, [
    ["blue", 4],
    ["red", 1],
  ]);
  for (const spot of spots) assert.ok(Math.abs(spot.x - END.x) <= END.room / 2);
});

test("five colours at an end stand in two ranks inside its room", () => {
  const everybody = Object.fromEntries(["blue", "red", "green", "yellow", "purple"].map((one) => [one, { jail: 6 }]));
  const spots = pirateSpots(identifyPirates([], everybody), Object.keys(everybody), new Map([["jail", END]]));
  assert.equal(new Set(spots.filter((spot) => spot.count).map((spot) => Math.round(spot.y))).size, 2);
  for (const spot of spots) assert.ok(Math.abs(spot.x - END.x) <= END.room / 2);
});

test("pirates on a place that the board does not have are not drawn", () => {
  assert.deepEqual(pirateSpots(identifyPirates([], { blue: { cove: 1 } }), ["blue"], new Map()), []);
});

test("an arrow bends upwards, whichever way it leads", () => {
  const height = (/** @type {string} */ path) => Number(/Q\S+ (\S+)/.exec(path)?.[1]);
  assert.ok(height(arrowPath({ x: 0, y: 100 }, { x: 200, y: 100 })) < 100);
  assert.ok(height(arrowPath({ x: 200, y: 100 }, { x: 0, y: 100 })) < 100);
});
