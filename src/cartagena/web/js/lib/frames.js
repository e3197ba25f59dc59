/** Drawing no more than needed: one thing in each frame, and only the parts that show something new. */

import { swap } from "./patch.js";

/** The longest that a drawing waits: a page that nobody sees has no frames, but a title and a voice. */
const PATIENCE = 100;

/** What is to be drawn, in the order in which it was asked for. @type {Set<() => void>} */
const due = new Set();
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Each drawing has a frame of its own, lest two together be late. */
function drawNext() {
  asked = 0;
  const [next] = due;
  if (!next) return;
  due.delete(next);
  if (due.size) ask();
  else clearTimeout(timer);
  next();
}

function drawAll() {
  cancelAnimationFrame(asked);
  while (due.size) drawNext();
}

function ask() {
  if (asked) return;
  asked = requestAnimationFrame(drawNext);
  clearTimeout(timer);
  timer = setTimeout(drawAll, PATIENCE);
}

/**
 * A function that sees to it that this is drawn soon, once, however much is heard until then.
 * @param {() => void} draw
 */
export function inAFrame(draw) {
  return () => {
    due.add(draw);
    ask();
  };
}

/** What each part of the page was last drawn from. @type {WeakMap<HTMLElement, unknown[]>} */
const drawnFrom = new WeakMap();

/**
 * Draw a part of the page anew, but only if something that it shows has changed.
 * @param {HTMLElement} home
 * @param {unknown[]} depends
 * @param {() => Node} make
 */
export function part(home, depends, make) {
  const before = drawnFrom.get(home);
  if (before?.length === depends.length && before.every((one, i) => one === depends[i])) return;
  drawnFrom.set(home, depends);
  swap(home, make());
}
