/** The notes of sounds: boots by where they land, and a pitch that climbs with each jump. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./browser.js";
import { notesOf, surfaceOf } from "../../../src/cartagena/web/js/ui/sounds.js";

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
  const notes = notesOf("advance", "stone", 4);
  const jumps = notes.filter(([sample]) => sample === "vault");
  assert.equal(jumps.length, 4);
  for (let i = 1; i < 4; i++) {
    assert.ok(jumps[i][1] > jumps[i - 1][1]);
    assert.ok(Math.abs(jumps[i][2] / jumps[i - 1][2] - 2 ** (2 / 12)) < 1e-9);
  }
  const landing = notes.find(([sample]) => sample === "stone");
  assert.ok(landing[1] > jumps[3][1]);
  assert.equal(notesOf("advance", "stone", 0).filter(([sample]) => sample === "vault").length, 0);
});

test("every note has a sample", () => {
  for (const kind of [...KINDS, "choose", "turn", "message", "win", "lose", "refuse"]) {
    const notes = notesOf(kind, "plank", 2);
    assert.ok(notes.length, kind);
    for (const [sample] of notes) assert.ok(sample in INDEX, `${kind}: ${sample}`);
  }
});
