/** The order of elements: as few as possible are moved. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bringIntoOrder, longestRise } from "../../../src/cartagena/web/js/board/order.js";

test("the longest rise leaves out as few numbers as possible", () => {
  const rise = (/** @type {number[]} */ numbers) => [...longestRise(numbers)].sort((a, b) => a - b);
  assert.deepEqual(rise([]), []);
  assert.deepEqual(rise([0, 1, 2]), [0, 1, 2]);
  assert.deepEqual(rise([1, 2, 3, 0]), [0, 1, 2]);
  assert.deepEqual(rise([3, 0, 1, 2]), [1, 2, 3]);
  assert.equal(rise([5, 3, 4, 8, 6, 7]).length, 4);
});

test("one element that goes to the other end is the only one that is moved", () => {
  const [a, b, c, d] = ["a", "b", "c", "d"];
  const children = [a, b, c, d];
  /** @type {string[]} */
  const moved = [];
  const parent = {
    children,
    insertBefore: (/** @type {string} */ child, /** @type {string | null} */ next) => {
      moved.push(child);
      children.splice(children.indexOf(child), 1);
      children.splice(next === null ? children.length : children.indexOf(next), 0, child);
    },
  };
  bringIntoOrder(/** @type {any} */ (parent), /** @type {any} */ ([b, c, d, a]));
  assert.deepEqual(children, ["b", "c", "d", "a"]);
  assert.deepEqual(moved, ["a"]);
  bringIntoOrder(/** @type {any} */ (parent), /** @type {any} */ ([d, b, a, c]));
  assert.deepEqual(children, ["d", "b", "a", "c"]);
  assert.equal(moved.length, 3);
});
