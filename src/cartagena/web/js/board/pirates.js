/** The layer of the pirates: one node for each, which walks when its place changes. */

import { svg } from "../lib/dom.js";
import { n } from "../lib/i18n.js";
import { paced } from "../lib/pace.js";
import { colourName, placeName } from "../model/names.js";
import { wayOf } from "../model/way.js";
import { bringIntoOrder } from "./order.js";
import { animateWalk, JOY_MS, JOYS, jumpForJoy, NO_OFFSET, transformAt } from "./walk.js";

/** @import { Place, Pirate, PirateSpot } from "../model/board.js" */
/** @import { Selection } from "../model/moves.js" */
/** @import { Point } from "../model/way.js" */

/**
 * The node of a pirate and where it was last drawn.
 * @typedef {{ node: SVGElement, body: SVGElement, art: SVGElement, pose: string, posed: boolean, transform: string, offset: Point,
 *   x: number, y: number }} Figure
 */

/**
 * What is needed to draw the pirates: the places in order and where each is, how far the ship has sailed, which
 * pirates can move ("colour place"), the spaces on which pirates duck, the selection,
 * the spaces that the last move jumped over, the place where pirates are home, and what to call at the end of each hop
 * and when a pirate is home.
 * @typedef {{ order: string[], places: Map<string, Place>, shipOffset: Point, movable: Set<string>, ducking: Set<string>, jumped: string[],
 *   goal: string, onHop: (hop: number, jumped: number) => void, onHome: () => void, selection: Selection }} Drawing
 */

/** Time between two pirates of a crew that begin to cheer, in milliseconds. */
const CHEER_STEP_MS = 70;

/** Height of a pirate in art.svg, in units of the drawing. */
const ART_HEIGHT = 36;

/** Show a pirate in a pose: "" for standing, "-jump" or "-duck". @param {Figure} figure @param {string} colour @param {string} pose */
function setPose(figure, colour, pose) {
  if (figure.pose === pose) return;
  figure.pose = pose;
  figure.art.setAttribute("href", `#ct-pirate-${colour}${pose}`);
}

/** Return the light of a pirate: a glow behind it and, at its feet, a ring with a dark rim that shows on bright ground. */
function halo() {
  const ring = (/** @type {string} */ name) => svg("ellipse", { class: name, cx: 0, cy: -3, rx: 12.5, ry: 5 });
  return svg(
    "g",
    { class: "halo" },
    svg("ellipse", { class: "aura", cy: -17, rx: 18, ry: 24 }),
    ring("rim"),
    ring("light"),
  );
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
  place(spot, drawing) {
    const { shipOffset, movable, ducking, selection } = drawing;
    const figure = this.figure(spot);
    const { node, body } = figure;
    const scale = spot.height / ART_HEIGHT;
    const aboard = spot.place === "sloop";
    const offset = aboard ? shipOffset : NO_OFFSET;
    const transform = transformAt(spot, offset, scale);
    if (figure.transform !== transform || figure.offset !== offset) {
      const from = node.dataset.place ?? "";
      if (figure.transform && from !== spot.place)
        this.walk(figure, { from, to: spot.place }, { start: figure, end: spot, offset, scale }, drawing);
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
    if (!figure.posed) setPose(figure, spot.colour, ducking.has(spot.place) ? "-duck" : "");
    node.classList.toggle("behind", spot.count === 0);
  }

  /**
   * Let a pirate hop along its way, arms up. Those it jumps over duck until it has passed.
   * @param {Figure} figure
   * @param {{ from: string, to: string }} ends
   * @param {{ start: Point, end: Point, offset: Point, scale: number }} walk
   * @param {Drawing} drawing
   */
  walk(figure, ends, walk, { order, places, jumped, goal, onHop, onHome }) {
    const way = wayOf(ends, jumped, order);
    if (!way) return;
    const forward = order.indexOf(ends.from) < order.indexOf(ends.to);
    // A pirate that goes back walks from space to space.
    const hops = forward ? way : { ...way, jumped: way.places.slice(1, -1) };
    const route = hops.jumped.every((name) => way.places.includes(name)) ? hops : { ...way, jumped: [] };
    const below = [...this.figures.values()].filter((one) => route.jumped.includes(one.node.dataset.place ?? ""));
    const duration = animateWalk({ node: figure.node, figure: figure.art }, route, walk, places, (hop) => {
      if (forward) onHop(hop, route.jumped.length);
    });
    if (!duration || !forward) return;
    const actors = [figure, ...below];
    for (const one of actors) {
      one.posed = true;
      setPose(one, one.node.dataset.colour ?? "", one === figure ? "-jump" : "-duck");
    }
    setTimeout(() => {
      for (const one of actors) {
        one.posed = false;
        setPose(one, one.node.dataset.colour ?? "", "");
      }
      if (ends.to === goal) {
        onHome();
        this.cheer(figure.node.dataset.colour ?? "", goal);
      }
    }, duration);
  }

  /** Let the pirates of a crew that are home jump for joy, arms up. @param {string} colour @param {string} goal */
  cheer(colour, goal) {
    const crew = [...this.figures.values()].filter(
      ({ node, posed }) => node.dataset.colour === colour && node.dataset.place === goal && !posed,
    );
    crew.forEach((one, i) => {
      one.posed = true;
      setPose(one, colour, "-jump");
      jumpForJoy(one.art, CHEER_STEP_MS * i);
    });
    const duration = paced(JOY_MS * JOYS + CHEER_STEP_MS * crew.length);
    setTimeout(() => {
      for (const one of crew) {
        one.posed = false;
        setPose(one, colour, "");
      }
    }, duration);
  }

  /** Draw pirates further down the board in front of the others. */
  sort() {
    const order = [...this.figures.values()].sort((a, b) => a.y - b.y).map((figure) => figure.node);
    bringIntoOrder(this.root, order);
  }

  /** Return the node of a pirate, and create it if needed. @param {Pirate} pirate */
  figure(pirate) {
    const existing = this.figures.get(pirate.id);
    if (existing) return existing;
    const art = svg("use", {
      class: "figure",
      href: `#ct-pirate-${pirate.colour}`,
      x: -12,
      y: -36,
      width: 24,
      height: 36,
    });
    const body = svg("g", { class: "body" }, halo(), art);
    const node = svg("g", { class: "pirate", "data-colour": pirate.colour }, body);
    this.root.append(node);
    const figure = { node, body, art, pose: "", posed: false, transform: "", offset: NO_OFFSET, x: 0, y: 0 };
    this.figures.set(pirate.id, figure);
    return figure;
  }
}
