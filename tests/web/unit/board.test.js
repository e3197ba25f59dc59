/** The board: its places in order, its address, and where pirates are drawn. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  identifyPirates,
  pirateSpots,
  placesInOrder,
  ratioStep,
  templateFile,
} from "../../../src/cartagena/web/js/model/board.js";
import { presetRules } from "../../../src/cartagena/web/js/model/catalogue.js";
import "./tables.js";

const SPACE = { x: 100, y: 200, width: 92, height: 114, foot: 255, crowdWidth: 0, pirate: 50 };
const END = { x: 500, y: 200, width: 196, height: 132, foot: 228, crowdWidth: 180, pirate: 52 };

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

test("a box gets the template whose ratio is closest", () => {
  assert.equal(ratioStep(500, 500), 0);
  assert.equal(ratioStep(360, 400), -1);
  assert.equal(ratioStep(1366, 640), 7);
  assert.equal(ratioStep(10, 1000), -9);
  assert.equal(ratioStep(1000, 10), 10);
  assert.equal(templateFile(presetRules("complete"), -1), "boards/3-3--1.svg");
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
  for (const spot of spots) assert.ok(Math.abs(spot.x - END.x) <= END.crowdWidth / 2);
});

test("every colour keeps its slot at an end, so that five can be counted side by side", () => {
  const colours = ["blue", "red", "green", "yellow", "purple"];
  const everybody = Object.fromEntries(colours.map((one) => [one, { jail: 6 }]));
  const front = (/** @type {Record<string, Record<string, number>>} */ crews) =>
    pirateSpots(identifyPirates([], crews), colours, new Map([["jail", END]])).filter((spot) => spot.count);
  const all = front(everybody);
  assert.deepEqual(all.map((spot) => spot.colour).sort(), [...colours].sort());
  const xs = all.map((spot) => spot.x).sort((a, b) => a - b);
  for (let i = 1; i < xs.length; i++) assert.ok((xs[i] ?? 0) - (xs[i - 1] ?? 0) > 30);
  assert.ok((xs[0] ?? 0) > END.x - END.crowdWidth / 2 && (xs[4] ?? 0) < END.x + END.crowdWidth / 2);
  const { red: _, ...others } = everybody;
  for (const spot of front(others)) assert.equal(spot.x, all.find((one) => one.colour === spot.colour)?.x);
});

test("pirates on a place that the board does not have are not drawn", () => {
  assert.deepEqual(pirateSpots(identifyPirates([], { blue: { cove: 1 } }), ["blue"], new Map()), []);
});
