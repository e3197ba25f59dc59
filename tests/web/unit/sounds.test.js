/** The notes of sounds: boots that depend on the surface, and a pitch that rises with each jump. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./browser.js";
import { notesOf, surfaceOf, vaultRate } from "../../../src/cartagena/web/js/ui/sounds.js";

const INDEX = JSON.parse(readFileSync(new URL("../../../src/cartagena/web/sounds.json", import.meta.url), "utf8"));
const KINDS = "advance with as retreat morgan sail weapons rum lantern parrots hook chest".split(" ");

test("boots land on stone in the tunnel, on sand in the jungle, on planks aboard", () => {
  const rules = { tunnel: 3 };
  assert.deepEqual(
    ["jail", "1", "18", "19", "36", "cove", "sloop"].map((place) => surfaceOf(place, rules)),
    ["stone", "stone", "stone", "sand", "sand", "sand", "plank"],
  );
  for (const surface of ["stone", "sand", "plank"]) {
    const samples = notesOf("advance", surface, 0).map(([sample]) => sample);
    assert.ok(samples.includes(surface));
  }
});

test("the pitch climbs with each jump, and the boots land after the last", () => {
  for (let jumped = 1; jumped < 12; jumped++)
    assert.ok(Math.abs(vaultRate(jumped + 1) / vaultRate(jumped) - 2 ** (2 / 12)) < 1e-9);
  assert.equal(vaultRate(30), vaultRate(12), "it stays where it can be heard");
  const landing = (/** @type {number} */ jumped) =>
    notesOf("advance", "stone", jumped).find(([sample]) => sample === "stone")?.[1] ?? 0;
  assert.ok(landing(4) > landing(1) + 0.5);
});

test("every note has a sample", () => {
  for (const kind of [...KINDS, "choose", "turn", "message", "win", "lose", "refuse"]) {
    const notes = notesOf(kind, "plank", 2);
    assert.ok(notes.length, kind);
    for (const [sample] of notes) assert.ok(sample in INDEX, `${kind}: ${sample}`);
  }
});
