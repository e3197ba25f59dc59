/** The translated program: every function of Python and NumPy that it uses exists in the browser. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { np } from "../../../src/cartagena/web/js/local/numpy.js";
import { py } from "../../../src/cartagena/web/js/local/python.js";
import { LIST_METHODS } from "../../../src/cartagena/web/js/local/python_calls.js";
import { TEXT_METHODS } from "../../../src/cartagena/web/js/local/python_text.js";

const FOLDER = new URL("../../../src/cartagena/web/js/local/", import.meta.url);
const PROGRAM = readFileSync(new URL("program.js", FOLDER), "utf8");
const RUNTIME = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".js") && name !== "program.js")
  .map((name) => readFileSync(new URL(name, FOLDER), "utf8"))
  .join("\n");

test("every function that the program uses exists", () => {
  for (const [name, owner] of Object.entries({ py, np })) {
    const used = new Set([...PROGRAM.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))].map((found) => found[1]));
    const missing = [...used].filter((one) => !(String(one) in owner) && one !== "js");
    assert.deepEqual(missing, [], name);
  }
});

test("every method of a built-in type that the program calls exists", () => {
  const invoked = new Set([...PROGRAM.matchAll(/py\.invoke\(.*?, "(\w+)", \[/g)].map((found) => String(found[1])));
  const others = [py.Obj, py.Dict, py.PySet, np.ndarray].map((one) => one.prototype);
  const missing = [...invoked].filter(
    (name) =>
      ![TEXT_METHODS, LIST_METHODS, ...others].some((methods) => name in methods) &&
      !new RegExp(`\\b${name}(\\(|:| =)`).test(RUNTIME) &&
      !new RegExp(`^(get |static )?\\*?${name}\\(`, "m").test(PROGRAM) &&
      name !== "bit_length",
  );
  assert.ok(invoked.size > 10);
  assert.deepEqual(missing, []);
});

test("the runtime has nothing that is not used", () => {
  const all = `${PROGRAM}\n${RUNTIME}`;
  const uses = (/** @type {string} */ name) => all.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
  const defined = [...RUNTIME.matchAll(/^(?:py|np)\.(\w+) = /gm)].map((found) => String(found[1]));
  const unused = [...defined, ...Object.keys(TEXT_METHODS), ...Object.keys(LIST_METHODS)].filter(
    (name) => uses(name) < 2,
  );
  assert.deepEqual(unused, []);
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
