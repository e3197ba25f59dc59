/** Dragging a pirate with a mouse, a pen or a finger: taking it chooses it, letting go may play. */

/** In pixels: how far a press goes before it is a drag. */
const SLACK = 8;

/**
 * @param {HTMLElement} root
 * @param {{ take: (figure: SVGElement) => boolean, drop: (under: Element) => void }} hands `take`
 *   says whether the figure may be taken
 */
export function dragOn(root, { take, drop }) {
  /** @type {{ figure: SVGElement, x: number, y: number, id: number, moves: boolean } | null} */
  let grip = null;

  const release = () => {
    if (grip) grip.figure.style.translate = "";
    root.classList.remove("dragging");
    grip = null;
  };

  root.addEventListener("pointerdown", (event) => {
    release();
    const figure = event.target instanceof Element ? event.target.closest(".pirate.free") : null;
    if (!(figure instanceof SVGElement) || !event.isPrimary || event.button !== 0) return;
    grip = { figure, x: event.clientX, y: event.clientY, id: event.pointerId, moves: false };
  });

  root.addEventListener("pointermove", (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!grip.moves) {
      if (Math.hypot(x, y) < SLACK) return;
      if (!take(grip.figure)) return release();
      grip.moves = true;
      root.classList.add("dragging");
      // Only now: a press that goes nowhere must stay a press on the figure itself.
      root.setPointerCapture(event.pointerId);
    }
    const scale = grip.figure.ownerSVGElement?.getScreenCTM()?.a || 1;
    grip.figure.style.translate = `${x / scale}px ${y / scale}px`;
  });

  root.addEventListener("pointerup", (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const under = grip.moves ? document.elementFromPoint(event.clientX, event.clientY) : null;
    release();
    if (under) drop(under);
  });

  root.addEventListener("pointercancel", release);
  // A finger on a pirate would scroll the page; touch-action is not heeded inside a drawing.
  root.addEventListener("touchmove", (event) => grip && event.preventDefault(), { passive: false });
}
