/** The slow life of a board: torches flicker and the sea glints for a few seconds after each move. */

import { el, motionAllowed } from "../lib/dom.js";

/** @import { Place } from "../model/board.js" */

/** Width of the glow of a torch, and of a glint on the sea, in units of the board. */
const GLOW = 110;
const GLINT = 46;

/** Where the sea glints, from the middle of the sloop, in parts of the width and the height of its place. */
const GLINTS = [
  [-0.5, 0.36],
  [0.34, 0.44],
  [-0.12, 0.52],
  [0.52, 0.1],
  [-0.56, -0.1],
];

/** Below this charge of the battery, a board rests. */
const LOW_BATTERY = 0.2;
let isSaving = false;

/** Watch the battery, where browsers tell of it. */
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
   * Put lights on the torches and the sea of a template.
   * @param {SVGElement} ground
   * @param {Map<string, Place>} places
   * @param {number[]} box width and height of the template
   */
  load(ground, places, box) {
    this.box = box;
    const torches = [...ground.querySelectorAll('[href="#ct-torch"]')].map((torch) => {
      const [x = 0, y = 0] = (torch.getAttribute("transform")?.match(/-?[\d.]+/g) ?? []).map(Number);
      return this.light("glow", x, y - 6, GLOW);
    });
    const sloop = places.get("sloop");
    const glints = sloop
      ? GLINTS.map(([x = 0, y = 0]) =>
          this.light("glint", sloop.x + x * sloop.width, sloop.y + y * sloop.height, GLINT),
        )
      : [];
    this.root.replaceChildren(...torches, ...glints);
  }

  /** @param {string} kind @param {number} x @param {number} y @param {number} size */
  light(kind, x, y, size) {
    const [width = 1, height = 1] = this.box;
    const light = el("i", { class: kind });
    light.style.left = `${(100 * x) / width}%`;
    light.style.top = `${(100 * y) / height}%`;
    light.style.width = `${(100 * size) / width}%`;
    return light;
  }

  /** Lie on the picture, which keeps its ratio in the middle of its box. @param {number} width @param {number} height of the box */
  fit(width, height) {
    const [w = 1, h = 1] = this.box;
    const scale = Math.min(width / w, height / h);
    const { style } = this.root;
    style.width = `${w * scale}px`;
    style.height = `${h * scale}px`;
    style.left = `${(width - w * scale) / 2}px`;
    style.top = `${(height - h * scale) / 2}px`;
  }

  /** Live for a few seconds, unless the page is hidden or the battery low. @param {HTMLElement} board */
  wake(board) {
    if (!motionAllowed() || document.hidden || isSaving) return;
    board.classList.remove("alive");
    requestAnimationFrame(() => board.classList.add("alive"));
  }
}
