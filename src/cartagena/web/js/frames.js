/** Drawing once a frame, however much is heard in between. */

/** The longest that a drawing waits: a page that nobody sees has no frames, but a title and a voice. */
const PATIENCE = 100;

/**
 * A function that sees to it that this is done before the next frame, once.
 * @param {() => void} draw
 */
export function onceAFrame(draw) {
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const now = () => {
    cancelAnimationFrame(asked);
    clearTimeout(timer);
    asked = 0;
    draw();
  };
  return () => {
    if (asked) return;
    asked = requestAnimationFrame(now);
    timer = setTimeout(now, PATIENCE);
  };
}
