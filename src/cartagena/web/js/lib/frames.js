/** Drawing at the pace of the screen: one part of the page in each frame, and only what has changed. */

import { patch } from "./patch.js";

/** @import { VNode } from "./patch.js" */

/** In milliseconds: the longest that a drawing waits. A hidden page has no frames, but a title and announcements. */
const LONGEST_WAIT = 100;

/** What is to be drawn, in the order in which it was requested. @type {Set<() => void>} */
const queue = new Set();
let frame = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Each drawing has a frame of its own: two together might make the frame late. */
function drawNext() {
  frame = 0;
  const [next] = queue;
  if (!next) return;
  queue.delete(next);
  if (queue.size) requestFrame();
  else clearTimeout(timer);
  next();
}

function drawAll() {
  cancelAnimationFrame(frame);
  while (queue.size) drawNext();
}

function requestFrame() {
  if (frame) return;
  frame = requestAnimationFrame(drawNext);
  clearTimeout(timer);
  timer = setTimeout(drawAll, LONGEST_WAIT);
}

/**
 * A function that requests this drawing; requests before it is drawn count once.
 * @param {() => void} draw
 */
export function inNextFrame(draw) {
  return () => {
    queue.add(draw);
    requestFrame();
  };
}

/** What each part of the page was last drawn from. @type {WeakMap<HTMLElement, unknown[]>} */
const drawnFrom = new WeakMap();

/**
 * Draw a part of the page, but only if one of the values that it depends on has changed.
 * @param {HTMLElement} parent
 * @param {unknown[]} dependencies
 * @param {() => VNode | Node} make
 */
export function drawIfChanged(parent, dependencies, make) {
  const before = drawnFrom.get(parent);
  if (before?.length === dependencies.length && before.every((one, i) => one === dependencies[i])) return;
  drawnFrom.set(parent, dependencies);
  patch(parent, make());
}
