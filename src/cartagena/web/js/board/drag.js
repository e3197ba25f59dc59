/** Dragging pirates with a mouse, a pen or a finger. Picking one up selects it, and dropping it may play a move. */

/** Distance in pixels after which a press counts as a drag. */
const THRESHOLD = 8;

/**
 * Make the pirates of a board draggable.
 * @param {HTMLElement} root
 * @param {{ take: (pirate: SVGElement) => boolean, drop: (element: Element) => void }} handlers `take`
 *   says whether the pirate may be dragged; `drop` gets the element under the pointer
 */
export function enableDragging(root, { take, drop }) {
  /** @type {{ pirate: SVGElement, x: number, y: number, pointer: number, moving: boolean } | null} */
  let drag = null;

  const end = () => {
    if (drag) drag.pirate.style.translate = "";
    root.classList.remove("dragging");
    drag = null;
  };

  root.addEventListener("pointerdown", (event) => {
    end();
    const pirate = event.target instanceof Element ? event.target.closest(".pirate.movable") : null;
    if (!(pirate instanceof SVGElement) || !event.isPrimary || event.button !== 0) return;
    drag = { pirate, x: event.clientX, y: event.clientY, pointer: event.pointerId, moving: false };
  });

  root.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moving) {
      if (Math.hypot(x, y) < THRESHOLD) return;
      if (!take(drag.pirate)) return end();
      drag.moving = true;
      root.classList.add("dragging");
      // Capturing the pointer earlier would take the click away from a pirate that is pressed but not dragged.
      root.setPointerCapture(event.pointerId);
    }
    const scale = drag.pirate.ownerSVGElement?.getScreenCTM()?.a || 1;
    drag.pirate.style.translate = `${x / scale}px ${y / scale}px`;
  });

  root.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const under = drag.moving ? document.elementFromPoint(event.clientX, event.clientY) : null;
    end();
    if (under) drop(under);
  });

  root.addEventListener("pointercancel", end);
  // A finger on a pirate would scroll the page: touch-action has no effect inside an SVG.
  root.addEventListener("touchmove", (event) => drag && event.preventDefault(), { passive: false });
}
