/** Pointing with a mouse or a pen, and dragging cards to the board. */

/** @import { Selection } from "../../model/moves.js" */

/** Distance in pixels after which a press on a card counts as a drag. */
const THRESHOLD = 10;

/**
 * Return the card or pirate that a press on an element would select.
 * @param {EventTarget | null} target
 * @returns {Partial<Selection> | null}
 */
function subject(target) {
  if (!(target instanceof Element)) return null;
  const card = target.closest(".hand .card-button:not([aria-disabled])")?.getAttribute("data-card");
  if (card) return { card };
  const pirate = target.closest(".board .pirate.movable");
  if (!(pirate instanceof SVGElement)) return null;
  return { place: pirate.dataset.place ?? "", colour: pirate.dataset.colour ?? "" };
}

/**
 * Follow the pointer. A finger does not point.
 * @param {HTMLElement} root
 * @param {(pointed: Partial<Selection> | null) => void} onPoint called when it changes
 */
export function followPointer(root, onPoint) {
  let last = "null";
  const point = (/** @type {Partial<Selection> | null} */ pointed) => {
    const key = JSON.stringify(pointed);
    if (key === last) return;
    last = key;
    onPoint(pointed);
  };
  root.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") point(subject(event.target));
  });
  root.addEventListener("pointerleave", () => point(null));
}

/**
 * Let cards be dragged from a hand to the board.
 * @param {HTMLElement} hand
 * @param {{ take: (card: string) => void, drop: (element: Element) => void }} handlers `take` selects the card that is
 *   dragged; `drop` gets the element under the pointer
 */
export function enableCardDragging(hand, { take, drop }) {
  /** @type {{ button: HTMLElement, x: number, y: number, pointer: number, ghost: HTMLElement | null } | null} */
  let drag = null;
  let hasDragged = false;

  const end = () => {
    drag?.ghost?.remove();
    drag = null;
  };

  hand.addEventListener("pointerdown", (event) => {
    end();
    hasDragged = false;
    const button =
      event.target instanceof Element ? event.target.closest(".hand .card-button:not([aria-disabled])") : null;
    if (!(button instanceof HTMLElement) || !event.isPrimary || event.button !== 0) return;
    drag = { button, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  });

  hand.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(x, y) < THRESHOLD) return;
      hasDragged = true;
      drag.ghost = ghostOf(drag.button);
      take(drag.button.dataset.card ?? "");
      // Capturing the pointer earlier would take the click away from a card that is pressed but not dragged.
      hand.setPointerCapture(event.pointerId);
    }
    drag.ghost.style.translate = `${x}px ${y}px`;
  });

  hand.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const under = drag.ghost ? document.elementFromPoint(event.clientX, event.clientY) : null;
    end();
    if (under?.closest(".board")) drop(under);
  });
  hand.addEventListener("pointercancel", end);
  // The click that ends a drag does not count.
  hand.addEventListener(
    "click",
    (event) => {
      if (!hasDragged) return;
      hasDragged = false;
      event.stopPropagation();
    },
    { capture: true },
  );
}

/** Return a copy of a card that follows the pointer. @param {HTMLElement} button */
function ghostOf(button) {
  const card = button.querySelector(".card") ?? button;
  const { left, top, width, height } = card.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.classList.add("ghost");
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(ghost);
  return ghost;
}
