/** The sloop on the board: crosses the sea, and sails off at the end of a game. */

import { t } from "../lib/i18n.js";
import { labelSign } from "./places.js";
import { NO_OFFSET } from "./walk.js";

/** @import { Place } from "../model/board.js" */

/** Duration of a crossing in milliseconds, as in board.css. */
const CROSSING_MS = 1700;

/** Duration of sailing off, in milliseconds. */
const SAIL_OFF_MS = 2600;

/** The drawn ship of a template, if it has one, and the place of the pirates aboard. */
export class Ship {
  /** @param {HTMLElement} root the board, whose style says when the ship sails */
  constructor(root) {
    this.root = root;
    /** @type {SVGElement | null} */
    this.element = null;
    /** Its offset from where it was drawn. */
    this.offset = NO_OFFSET;
    /** The places of the template. The place of the sloop moves with the ship. @type {Map<string, Place>} */
    this.places = new Map();
    /** Where pirates stand aboard while the ship is where it was drawn. @type {Place | null} */
    this.berthed = null;
  }

  /** Take the ship from a template. @param {SVGElement} ground @param {Map<string, Place>} places */
  load(ground, places) {
    this.element = /** @type {SVGElement | null} */ (ground.querySelector(".ship"));
    this.places = places;
    this.berthed = places.get("sloop") ?? null;
  }

  /** Move it to a coast. @param {string} coast "cartagena" or "tortuga" */
  sail(coast) {
    const ship = this.element;
    if (!ship || !coast) return;
    const berth = (/** @type {string} */ name) => (ship.getAttribute(`data-${name}`) ?? "0 0").split(" ").map(Number);
    const [x0 = 0, y0 = 0] = berth("cartagena");
    const [x1 = 0, y1 = 0] = berth(coast);
    const offset = { x: x1 - x0, y: y1 - y0 };
    const transform = `translate(${offset.x}px, ${offset.y}px)`;
    if (ship.style.transform && ship.style.transform !== transform) this.move(CROSSING_MS);
    ship.style.transform = transform;
    const sign = ship.querySelector(".sign");
    if (sign) labelSign(sign, coast === "tortuga" ? t("Sloop at Tortuga") : t("Sloop at Cartagena"));
    if (this.offset.x !== offset.x || this.offset.y !== offset.y) this.offset = offset;
    if (!this.berthed) return;
    const { x, y, foot } = this.berthed;
    this.places.set("sloop", { ...this.berthed, x: x + offset.x, y: y + offset.y, foot: foot + offset.y });
  }

  /**
   * Sail off beyond the edge of the board with all aboard, then return to the start while invisible.
   * @param {number} width of the board in its own units
   */
  castOff(width) {
    if (!this.element) return;
    const aboard = this.root.querySelectorAll('.ship, .pirate[data-place="sloop"]');
    const left = (this.places.get("sloop")?.x ?? 0) < width / 2;
    const away = `${(left ? -1.1 : 1.1) * width}px 0px`;
    this.move(SAIL_OFF_MS);
    for (const part of aboard) {
      part.animate([{ translate: "0px 0px" }, { translate: away }], { duration: SAIL_OFF_MS, easing: "ease-in" });
      part.animate([{ opacity: 0 }, { opacity: 1 }], { delay: SAIL_OFF_MS, duration: 900 });
    }
  }

  /** Mark the board as sailing for a while. @param {number} duration in milliseconds */
  move(duration) {
    this.root.classList.add("sailing");
    setTimeout(() => this.root.classList.remove("sailing"), duration);
  }
}
