/** The layer of the pirates: one node for each, which walks when its place changes. */

import { svg } from "../lib/dom.js";
import { n } from "../lib/i18n.js";
import { colourName, placeName } from "../model/names.js";
import { animateWalk, NO_OFFSET, transformAt } from "./walk.js";

/** @import { Place, Pirate, PirateSpot } from "../model/board.js" */
/** @import { Selection } from "../model/moves.js" */
/** @import { Point } from "./walk.js" */

/**
 * The node of a pirate and where it was last drawn.
 * @typedef {{ node: SVGElement, body: SVGElement, transform: string, offset: Point,
 *   x: number, y: number }} Figure
 */

/**
 * What is needed to draw the pirates: the places in order and where each is, how far the ship has sailed, which
 * pirates can move ("colour place"), the spaces on which pirates duck, and the selection.
 * @typedef {{ order: string[], places: Map<string, Place>, shipOffset: Point, movable: Set<string>, ducking: Set<string>,
 *   selection: Selection }} Drawing
 */

/** Height of a pirate in art.svg, in units of the drawing. */
const ART_HEIGHT = 36;

/** Return the light around a pirate: a dark rim that shows on bright ground, and the light itself. */
function halo() {
  const ring = (/** @type {string} */ name) => svg("ellipse", { class: name, cx: 0, cy: -17, rx: 14.5, ry: 21 });
  return svg("g", { class: "halo" }, ring("rim"), ring("light"));
}

/** All pirates on a board. */
export class PirateLayer {
  constructor() {
    this.root = svg("g", { class: "pirates" });
    /** @type {Map<string, Figure>} */
    this.figures = new Map();
  }

  /** Remove all pirates. */
  clear() {
    this.figures.clear();
    this.root.replaceChildren();
  }

  /**
   * Draw every pirate at its spot, and remove those that are no longer there.
   * @param {PirateSpot[]} spots
   * @param {Drawing} drawing
   */
  show(spots, drawing) {
    for (const spot of spots) this.place(spot, drawing);
    const ids = new Set(spots.map((spot) => spot.id));
    for (const [id, figure] of this.figures) {
      if (ids.has(id)) continue;
      figure.node.remove();
      this.figures.delete(id);
    }
    this.sort();
  }

  /**
   * Put a pirate at its spot. It walks there if it stood elsewhere.
   * @param {PirateSpot} spot
   * @param {Drawing} drawing
   */
  place(spot, { order, places, shipOffset, movable, ducking, selection }) {
    const figure = this.figure(spot);
    const { node, body } = figure;
    const scale = spot.height / ART_HEIGHT;
    const aboard = spot.place === "sloop";
    const offset = aboard ? shipOffset : NO_OFFSET;
    const transform = transformAt(spot, offset, scale);
    if (figure.transform !== transform || figure.offset !== offset) {
      const from = node.dataset.place ?? "";
      if (figure.transform && from !== spot.place)
        animateWalk(node, { from, to: spot.place, start: figure, end: spot, offset, scale }, order, places);
      // Pirates aboard move with the ship, by the same transition. The others do not.
      body.style.transition = aboard ? "" : "none";
      body.style.transform = `translate(${offset.x / scale}px, ${offset.y / scale}px)`;
      node.style.transform = transform;
      Object.assign(figure, { transform, offset, x: spot.x, y: spot.y });
    }
    node.dataset.place = spot.place;
    const tip = n("{count} × {colour}", "{count} × {colour}", Math.max(1, spot.count), {
      colour: `${colourName(spot.colour)} (${placeName(spot.place)})`,
    });
    if (node.dataset.tip !== tip) node.dataset.tip = tip;
    node.classList.toggle("movable", movable.has(`${spot.colour} ${spot.place}`));
    node.classList.toggle("chosen", selection.place === spot.place && selection.colour === spot.colour);
    node.classList.toggle("ducking", ducking.has(spot.place));
    node.classList.toggle("behind", spot.count === 0);
  }

  /** Draw pirates further down the board in front of the others. */
  sort() {
    const order = [...this.figures.values()].sort((a, b) => a.y - b.y).map((figure) => figure.node);
    order.forEach((node, i) => {
      const there = this.root.children[i] ?? null;
      if (there !== node) this.root.insertBefore(node, there);
    });
  }

  /** Return the node of a pirate, and create it if needed. @param {Pirate} pirate */
  figure(pirate) {
    const existing = this.figures.get(pirate.id);
    if (existing) return existing;
    const body = svg(
      "g",
      { class: "body" },
      halo(),
      svg("use", { class: "figure", href: `#ct-pirate-${pirate.colour}`, x: -12, y: -36, width: 24, height: 36 }),
    );
    const node = svg("g", { class: "pirate", "data-colour": pirate.colour }, body);
    this.root.append(node);
    const figure = { node, body, transform: "", offset: NO_OFFSET, x: 0, y: 0 };
    this.figures.set(pirate.id, figure);
    return figure;
  }
}
