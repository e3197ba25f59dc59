/** The sloop on the board: crosses the sea with a wake, and sails off at the end of a game once its rope is cut. */

import { motionAllowed, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { paced } from "../lib/pace.js";
import { labelSign } from "./places.js";
import { NO_OFFSET } from "./walk.js";

/** @import { Place } from "../model/board.js" */
/** @import { Point } from "../model/way.js" */

/** Duration of a crossing in milliseconds, a little longer than in board.css. */
const CROSSING_MS = 1700;

/** Duration of cutting the rope, and of sailing off, in milliseconds. */
const CUT_MS = 420;
const SAIL_OFF_MS = 2400;

/** Width and height of the drawing of the ship, half the length of its hull, and the height of its bow. */
const [DRAWN_WIDTH, DRAWN_HEIGHT] = [206, 136];
const HULL = 88;
const BOW = 4;

/** Distance of the post on the jetty from the edge of the last space, and below its middle. */
const [POST_X, POST_Y] = [12, 18];

/** Foam behind the hull of a ship that sails to the right. */
const WAKE = "M-92 52C-116 48 -138 58 -164 53M-84 60C-112 58 -130 68 -158 64M-96 45C-112 42 -124 47 -140 44";

/** Return half of a rope that sags between two points. @param {Point} fixed @param {Point} other */
function halfRope(fixed, other) {
  const middle = { x: (fixed.x + other.x) / 2, y: (fixed.y + other.y) / 2 + 12 };
  const d = `M${fixed.x} ${fixed.y}Q${(fixed.x + middle.x) / 2} ${(fixed.y + middle.y) / 2 + 7} ${middle.x} ${middle.y}`;
  const half = svg("g", {}, svg("path", { class: "rope-edge", d }), svg("path", { class: "rope", d }));
  half.style.transformOrigin = `${fixed.x}px ${fixed.y}px`;
  return half;
}

/** The drawn ship of a template, if it has one, and the place of the pirates aboard. */
export class Ship {
  /** @param {HTMLElement} root the board, whose style says when the ship sails */
  constructor(root) {
    this.root = root;
    /** @type {SVGElement | null} */
    this.element = null;
    /** The rope that ties a sloop to the end of the path: a half at the post, and one at the bow. */
    this.rope = svg("g", { class: "mooring" });
    /** Its offset from where it was drawn. */
    this.offset = NO_OFFSET;
    /** The places of the template. The place of the sloop moves with the ship. @type {Map<string, Place>} */
    this.places = new Map();
    /** Where pirates stand aboard while the ship is where it was drawn. @type {Place | null} */
    this.berthed = null;
    /** The parts that have sailed off. @type {Animation[]} */
    this.away = [];
  }

  /** Take the ship from a template. @param {SVGElement} ground @param {Map<string, Place>} places */
  load(ground, places) {
    this.element = /** @type {SVGElement | null} */ (ground.querySelector(".ship"));
    this.places = places;
    this.berthed = places.get("sloop") ?? null;
    this.away = [];
    this.root.classList.remove("sailed-off");
    const berth = this.berthed;
    if (!this.element || !berth) return;
    const scale = Math.min(berth.width / DRAWN_WIDTH, berth.height / DRAWN_HEIGHT, 1.3);
    const wake = svg("path", { class: "wake", d: WAKE });
    // Next to the place of the pirates, which is as large as its drawing.
    const at = this.element.querySelector(".end")?.getAttribute("transform") ?? "";
    this.element.prepend(svg("g", { transform: `${at} scale(${scale.toFixed(2)})` }, wake));
    this.moor(berth, scale);
  }

  /** Tie the ship to the last space, unless it crosses the sea or begins the game. @param {Place} berth @param {number} scale */
  moor(berth, scale) {
    this.rope.replaceChildren();
    const last = this.places.get(String([...this.places.keys()].filter(Number).length));
    if (!last || this.places.has("cove")) return;
    const side = Math.sign(last.x - berth.x);
    const post = { x: last.x - side * (last.width / 2 + POST_X), y: last.y + POST_Y };
    const bow = { x: berth.x + side * HULL * scale, y: berth.y + BOW * scale };
    this.rope.append(halfRope(post, bow), halfRope(bow, post));
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
    if (ship.style.transform && ship.style.transform !== transform) {
      this.move(offset.x > this.offset.x);
      setTimeout(() => this.root.classList.remove("sailing"), paced(CROSSING_MS));
      if (!motionAllowed()) ship.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
    }
    ship.style.transform = transform;
    const sign = ship.querySelector(".sign");
    if (sign) labelSign(sign, coast === "tortuga" ? t("Sloop at Tortuga") : t("Sloop at Cartagena"));
    if (this.offset.x !== offset.x || this.offset.y !== offset.y) this.offset = offset;
    if (!this.berthed) return;
    const { x, y, foot } = this.berthed;
    this.places.set("sloop", { ...this.berthed, x: x + offset.x, y: y + offset.y, foot: foot + offset.y });
  }

  /**
   * Cut the rope, and sail off with all aboard, beyond the edge of the window. Resolves when the ship is out of sight.
   * @param {number} width of the board in its own units
   */
  async castOff(width) {
    if (!this.element || !motionAllowed()) return;
    const left = (this.places.get("sloop")?.x ?? 0) < width / 2;
    const cut = [...this.rope.children].map((half, i) =>
      half.animate([{}, { transform: `rotate(${(left ? 1 : -1) * (i ? -38 : 38)}deg)`, opacity: 0 }], {
        duration: paced(CUT_MS),
        easing: "ease-in",
        fill: "forwards",
      }),
    );
    await Promise.allSettled(cut.map((one) => one.finished));
    const aboard = this.root.querySelectorAll('.ship, .pirate[data-place="sloop"]');
    this.root.classList.add("sailed-off");
    this.move(!left);
    this.away = [...aboard].map((part) =>
      part.animate([{ translate: "0px 0px" }, { translate: `${(left ? -1.2 : 1.2) * width}px 0px` }], {
        duration: paced(SAIL_OFF_MS),
        easing: "cubic-bezier(.5, 0, .8, .6)",
        fill: "forwards",
      }),
    );
    await Promise.allSettled(this.away.map((one) => one.finished));
    this.root.classList.remove("sailing");
  }

  /** Bring a ship back that has sailed off. */
  comeBack() {
    for (const one of this.away.splice(0)) one.cancel();
    this.root.classList.remove("sailed-off");
  }

  /** Show that the ship sails, with its wake behind it. @param {boolean} toRight */
  move(toRight) {
    this.root.classList.add("sailing");
    this.root.classList.toggle("to-left", !toRight);
  }
}
