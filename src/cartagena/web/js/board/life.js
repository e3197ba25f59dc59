/** The slow life of a board: torches flicker for a few seconds after each move, while the flag waves and the foam moves. */

import { el, motionAllowed } from "../lib/dom.js";

/** Width of the glow of a torch, in units of the board. */
const GLOW = 110;

/** Below this charge of the battery, a board rests. */
const LOW_BATTERY = 0.2;
let isSaving = false;

/** Watch the battery, in browsers that report its charge. */
async function watchBattery() {
  const battery = await /** @type {any} */ (navigator).getBattery?.();
  if (!battery) return;
  const update = () => {
    isSaving = !battery.charging && battery.level < LOW_BATTERY;
  };
  for (const kind of ["levelchange", "chargingchange"]) battery.addEventListener(kind, update);
  update();
}
watchBattery().catch(() => {});

/** A layer between the ground and everything that moves. Each light is an element of its own, so that nothing is painted again. */
export class Life {
  constructor() {
    this.root = el("div", { class: "life", "aria-hidden": "true" });
    this.box = [1, 1];
  }

  /**
   * Put lights on the torches of a template.
   * @param {SVGElement} ground
   * @param {number[]} box width and height of the template
   */
  load(ground, box) {
    this.box = box;
    const torches = [...ground.querySelectorAll('[href="#ct-torch"]')].map((torch) => {
      const [x = 0, y = 0] = (torch.getAttribute("transform")?.match(/-?[\d.]+/g) ?? []).map(Number);
      return this.glow(x, y - 6);
    });
    this.root.replaceChildren(...torches);
  }

  /** @param {number} x @param {number} y */
  glow(x, y) {
    const [width = 1, height = 1] = this.box;
    const glow = el("i", { class: "glow" });
    glow.style.left = `${(100 * x) / width}%`;
    glow.style.top = `${(100 * y) / height}%`;
    glow.style.width = `${(100 * GLOW) / width}%`;
    return glow;
  }

  /** Cover the picture, which is centred in its box and keeps its ratio. @param {number} width @param {number} height of the box */
  fit(width, height) {
    const [w = 1, h = 1] = this.box;
    const scale = Math.min(width / w, height / h);
    const { style } = this.root;
    style.width = `${w * scale}px`;
    style.height = `${h * scale}px`;
    style.left = `${(width - w * scale) / 2}px`;
    style.top = `${(height - h * scale) / 2}px`;
  }

  /** Start the torches for a few seconds, unless the page is hidden or the battery is low. @param {HTMLElement} board */
  wake(board) {
    if (!motionAllowed() || document.hidden || isSaving) return;
    board.classList.remove("alive");
    requestAnimationFrame(() => board.classList.add("alive"));
  }
}
