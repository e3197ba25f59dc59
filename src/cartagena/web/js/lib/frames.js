/** Draws at the pace of the screen: one part of the page in each frame, and only if it has changed. */

import { patch } from "./patch.js";

/** @import { VNode } from "./patch.js" */

/** Longest time that a drawing waits, in milliseconds. A hidden page gets no frames, but it has a title and announcements. */
const MAX_WAIT_MS = 100;

/** Drawings that were requested, in this order. @type {Set<() => void>} */
const queue = new Set();
let frame = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Run the next drawing. Each has its own frame, because two together could make the frame late. */
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
  timer = setTimeout(drawAll, MAX_WAIT_MS);
}

/**
 * Return a function that requests this drawing. Requests before it is drawn count once.
 * @param {() => void} draw
 */
export function inNextFrame(draw) {
  return () => {
    queue.add(draw);
    requestFrame();
  };
}

/** Wait until the next frame is drawn, so that long work is split and the page responds in between. @returns {Promise<void>} */
export function nextFrame() {
  return new Promise((done) => {
    const late = setTimeout(done, MAX_WAIT_MS);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(done);
    });
  });
}

/** The values that each part of the page was last drawn from. @type {WeakMap<HTMLElement, unknown[]>} */
const drawnFrom = new WeakMap();

/**
 * Draw a part of the page if one of the values that it depends on has changed.
 * @param {HTMLElement} parent
 * @param {unknown[]} dependencies
 * @param {() => VNode | Node} make
 */
export function drawIfChanged(parent, dependencies, make) {
  const before = drawnFrom.get(parent);
  if (before?.length === dependencies.length && before.every((value, i) => value === dependencies[i])) return;
  drawnFrom.set(parent, dependencies);
  patch(parent, make());
}
