/** The browser's check of a finished game, with values that cartagena.fairness computes as well. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, checkLines } from "../../../src/cartagena/web/js/screens/finished/fairness.js";

const PROOF = {
  scheme: "cartagena-fairness-3",
  table: "abcdefghijklmnop",
  commitment: "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc",
  seat_entropy: {
    blue: "22".repeat(16),
    red: "2af3e01ee5f47a2c26911ba995c29bcbe73fc14c7d9d5c204904cb1443eb2db6",
  },
  server_entropy_seats: ["red"],
  secret: "11".repeat(32),
};
const SEED = "44619647045402961728619105464337540809530048554574029051260226883858988097820";
const RECORD = `{"seed": ${SEED}, "moves": ["rum jail-3", "pass"]}`;
const FAIR = { commitment: true, deal: true, moves: true, count: 2 };

test("a fair game passes all checks", async () => {
  assert.deepEqual(await check(PROOF, RECORD), FAIR);
  assert.deepEqual(await check(PROOF, RECORD, PROOF.commitment), FAIR);
});

test("every tampered value fails a check", async () => {
  const { blue } = PROOF.seat_entropy;
  for (const [changed, differs] of /** @type {[object, object][]} */ ([
    [{ secret: "12".repeat(32) }, { commitment: false, deal: false }],
    [{ commitment: "44".repeat(32) }, { commitment: false }],
    [{ table: "another" }, { deal: false }],
    [{ scheme: "another" }, { deal: false }],
    [{ seat_entropy: { blue, red: "33".repeat(16) } }, { deal: false }],
  ])) {
    assert.deepEqual(await check({ ...PROOF, ...changed }, RECORD), { ...FAIR, ...differs });
  }
  assert.equal((await check(PROOF, RECORD, "44".repeat(32))).commitment, false);
  assert.equal((await check(PROOF, RECORD.replace(SEED, "1"))).deal, false);
  assert.equal((await check(PROOF, RECORD.replace("}", ', "draws": [["rum"]]}'))).moves, false);
});

test("a check that failed says so, and not the opposite", () => {
  const passed = checkLines(FAIR, true, true);
  const failed = checkLines({ ...FAIR, commitment: false, deal: false, moves: false }, true, false);
  assert.deepEqual(
    passed.map(({ outcome }) => outcome),
    ["good", "good", "good", "good"],
  );
  assert.deepEqual(
    failed.map(({ outcome }) => outcome),
    ["bad", "bad", "bad", "bad"],
  );
  for (const { text } of failed) {
    assert.match(text, /n’t|^Not /);
    assert.ok(!passed.some((line) => line.text === text));
  }
});

test("a check that was not possible has neither a tick nor a cross", () => {
  const outcomes = (...args) => checkLines(...args).map(({ outcome }) => outcome);
  assert.deepEqual(outcomes(FAIR, false, null), ["quiet", "good", "good"]);
  assert.deepEqual(outcomes({ ...FAIR, commitment: false }, false, null), ["bad", "good", "good"]);
});
