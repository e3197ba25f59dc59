/** The curves of a replay. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceCurves, progressCurves } from "../../../src/cartagena/web/js/screens/finished/chances.js";

test("progress is 0 in jail, 1 when all are home, and counts every pirate", () => {
  const rules = { edition: "2017", tunnel: 4, jungle: 0, pirates: 2 };
  const at = (blue) => ({ pirates: { blue } });
  const { blue } = progressCurves(rules, [at({ jail: 2 }), at({ jail: 1, sloop: 1 }), at({ sloop: 2 })]);
  assert.deepEqual(
    blue.map(([middle]) => middle),
    [0, 0.5, 1],
  );
});

test("chances begin at the start and have an interval", () => {
  const analysis = { start: { red: [0.5, 0.4, 0.6] }, moves: [{ chances: { red: [0.7, 0.6, 0.8] } }] };
  assert.deepEqual(chanceCurves(analysis), {
    red: [
      [0.5, 0.4, 0.6],
      [0.7, 0.6, 0.8],
    ],
  });
});
