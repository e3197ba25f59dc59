import assert from "node:assert/strict";
import { test } from "node:test";
import { readFragment, recoveryLink } from "../../../src/cartagena/web/js/model/recovery_link.js";

const SECRET = `${"aB3_-".repeat(8)}xyz`;

test("a recovery link is read as it was made, whatever the name", () => {
  for (const name of ["Anna", "a.b#c&d=e/ü%", "אנה", "😀"]) {
    const link = new URL(recoveryLink("https://example.org", SECRET, name));
    assert.equal(link.pathname + link.search, "/continue");
    assert.deepEqual(readFragment(link.hash), { secret: SECRET, name });
  }
});

test("an incomplete link is rejected, and a long name is cut", () => {
  for (const wrong of ["", "#", `#${SECRET}`, `#${SECRET}.`, "#short.Anna", `#${SECRET}.%E0%A4%A`, `#${SECRET}/x.y`]) {
    assert.equal(readFragment(wrong), null, wrong);
  }
  assert.equal(readFragment(`#${SECRET}.${"x".repeat(99)}`)?.name.length, 40);
});
