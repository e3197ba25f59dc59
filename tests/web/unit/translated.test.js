/** The translated program: every function of Python and NumPy that it uses exists in the browser. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { np } from "../../../src/cartagena/web/js/local/numpy.js";
import { py } from "../../../src/cartagena/web/js/local/python.js";

const PROGRAM = readFileSync(new URL("../../../src/cartagena/web/js/local/program.js", import.meta.url), "utf8");

test("every function that the program uses exists", () => {
  for (const [name, owner] of Object.entries({ py, np })) {
    const used = new Set([...PROGRAM.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))].map((found) => found[1]));
    const missing = [...used].filter((one) => !(String(one) in owner) && one !== "js");
    assert.deepEqual(missing, [], name);
  }
});

test("whole numbers are exact", () => {
  assert.equal(py.lshift(1, 70), 1n << 70n);
  assert.equal(py.rshift(1n << 70n, 68), 4);
  assert.equal(py.mul(3037000500, 3037000500), 9223372037000250000n);
  assert.equal(py.floordiv(-7, 2), -4);
  assert.equal(py.mod(-7, 2), 1);
  assert.equal(py.round(2.5), 2);
  assert.equal(py.round(0.125, 2), 0.12);
});

test("tuples are keys of mappings", () => {
  const counts = new py.Dict([[["a", 1], 5]]);
  assert.equal(py.getitem(counts, ["a", 1]), 5);
  assert.throws(() => py.getitem(counts, ["a", "1"]), py.KeyError);
});
