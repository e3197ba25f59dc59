/** Draws the board: one node for each pirate, moved by CSS; markers where a move may lead. */

import { h, s } from "../lib/dom.js";
import { n, t } from "../lib/i18n.js";
import { boardAddress, bow, crew, spots } from "../model/board.js";
import { byTarget, candidates, gain, isSpell, movable, parse } from "../model/moves.js";
import { cardName, colourName, placeName } from "../model/names.js";
import { deciderOf, goalOf, isOurs, viewOf } from "../model/state.js";
import { mayMove } from "../table/cards.js";
import { badge, faced, glow, token } from "./marks.js";
import { places, translate } from "./places.js";
import { ASHORE, put, walk, wayOf } from "./walk.js";

/** @import { Move, TableInfo } from "../net/types.js" */
/** @import { Pirate, Place } from "../model/board.js" */
/** @import { State } from "../model/state.js" */
/** @import { Point } from "./walk.js" */

/** @typedef {{ node: SVGElement, body: SVGElement, count: SVGElement, at: string, shift: Point, x: number, y: number }} Figure */

/** The picture of a board and all that moves on it. */
export class Picture {
  constructor() {
    this.root = h("div", { class: "board", dir: "ltr" });
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Pirate[]} */
    this.pirates = [];
    /** @type {Map<string, Figure>} */
    this.figures = new Map();
    this.light = s("g", { class: "lights" });
    this.tokens = s("g", { class: "tokens" });
    this.arrows = s("g", { class: "arrows" });
    this.people = s("g", { class: "people" });
    this.marks = s("g", { class: "marks" });
    /** @type {SVGElement | null} */
    this.ship = null;
    this.shipAt = { x: 0, y: 0 };
    /** How far the ship lies from where it is drawn. */
    this.course = ASHORE;
    /** The address of the board that is laid, and of the one asked for. */
    this.shape = "";
    this.asked = "";
    /** @type {Promise<void>} */
    this.laying = Promise.resolve();
    this.sought = "";
  }

  /**
   * Whether the board of this table is there already.
   * @param {TableInfo} table
   * @param {string[]} board
   * @param {boolean} slim
   */
  isOf(table, board, slim) {
    return this.shape === boardAddress(table.rules, board, slim);
  }

  /**
   * Fetch the board of a table, unless it is there or on its way already.
   * @param {TableInfo} table
   * @param {string[]} board
   * @param {boolean} slim
   */
  load(table, board, slim) {
    const address = boardAddress(table.rules, board, slim);
    if (address !== this.asked) {
      this.asked = address;
      this.laying = this.lay(address, board, slim).catch((problem) => {
        // Whoever asks again tries again.
        if (this.asked === address) this.asked = "";
        throw problem;
      });
    }
    return this.laying;
  }

  /**
   * @param {string} address
   * @param {string[]} board
   * @param {boolean} slim
   */
  async lay(address, board, slim) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
    const text = await answer.text();
    if (this.asked !== address) return;
    this.shape = address;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const ground = /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    const box = ground.getAttribute("viewBox") ?? "0 0 1232 496";
    this.ship = /** @type {SVGElement | null} */ (ground.querySelector(".ship"));
    this.places = places(ground);
    const sloop = this.places.get("sloop");
    if (sloop) this.shipAt = { x: sloop.x, y: sloop.y };
    translate(ground, board);
    ground.setAttribute("class", "ground-layer");
    ground.setAttribute("aria-hidden", "true");
    this.figures.clear();
    for (const layer of [this.light, this.tokens, this.arrows, this.people, this.marks]) layer.replaceChildren();
    // The hull rocks in the waves while the ship around it sails.
    if (this.ship) this.ship.replaceChildren(s("g", { class: "hull" }, ...this.ship.children));
    const layers = [this.light, this.ship, this.tokens, this.arrows, this.people, this.marks];
    const over = s("svg", { viewBox: box, class: "play-layer", "aria-hidden": "true" }, ...layers);
    this.root.replaceChildren(ground, over);
    this.root.classList.toggle("slim", slim);
    const [, , width = 1, height = 1] = box.split(" ").map(Number);
    this.root.style.setProperty("--shape", String(width / height));
  }

  /**
   * Show how things stand.
   * @param {State} state
   */
  show(state) {
    const view = viewOf(state);
    if (!view || !this.places.size) return;
    this.sail(view.sloop_at ?? "");
    this.pirates = crew(this.pirates, view.pirates);
    const players = Object.keys(view.pirates);
    const decider = deciderOf(view);
    const ours = isOurs(state) && !state.busy;
    // A spell must be announced: it has its button, and nothing on the board makes it.
    const moves = ours ? candidates(state.legal, state.chosen, decider).filter((move) => !isSpell(move)) : [];
    const free = ours
      ? movable(candidates(state.legal, { ...state.chosen, place: "", colour: "" }, decider), decider)
      : new Set();
    const seen = new Set();
    const way = wayOf(state.table.rules);
    for (const spot of spots(this.pirates, players, this.places)) {
      const figure = this.figure(spot);
      const { node, body, count } = figure;
      const scale = spot.height / 36;
      const aboard = spot.place === "sloop";
      const shift = aboard ? this.course : ASHORE;
      const at = put(spot, shift, scale);
      if (figure.at !== at || figure.shift !== shift) {
        const from = node.dataset.place ?? "";
        if (figure.at && from !== spot.place)
          walk(node, { from, to: spot.place, start: figure, end: spot, shift, scale }, way, this.places);
        // Whoever is aboard is carried by the ship, in step with it; others stay where they are.
        body.style.transition = aboard ? "" : "none";
        body.style.transform = `translate(${shift.x / scale}px, ${shift.y / scale}px)`;
        node.style.transform = at;
        Object.assign(figure, { at, shift, x: spot.x, y: spot.y });
      }
      node.dataset.place = spot.place;
      const tip = n("{count} × {colour}", "{count} × {colour}", Math.max(1, spot.count), {
        colour: `${colourName(spot.colour)} (${placeName(spot.place)})`,
      });
      if (node.dataset.tip !== tip) node.dataset.tip = tip;
      node.classList.toggle("free", free.has(`${spot.colour} ${spot.place}`));
      node.classList.toggle("chosen", state.chosen.place === spot.place && state.chosen.colour === spot.colour);
      node.classList.toggle("behind", spot.count === 0);
      count.classList.toggle("shown", spot.count > 1);
      const digits = count.lastElementChild;
      if (digits && digits.textContent !== String(spot.count)) digits.textContent = String(spot.count);
      seen.add(spot.id);
    }
    for (const [id, figure] of this.figures) {
      if (!seen.has(id)) {
        figure.node.remove();
        this.figures.delete(id);
      }
    }
    this.stack();
    this.showChests(Object.keys(view.chests ?? {}));
    this.showTargets(state, moves);
    this.showLast(state);
  }

  /** Those further down the board stand in front. */
  stack() {
    const order = [...this.figures.values()].sort((a, b) => a.y - b.y).map((figure) => figure.node);
    order.forEach((node, i) => {
      const there = this.people.children[i] ?? null;
      if (there !== node) this.people.insertBefore(node, there);
    });
  }

  /** @param {Pirate} pirate */
  figure(pirate) {
    const known = this.figures.get(pirate.id);
    if (known) return known;
    const count = s(
      "g",
      { class: "count", transform: "translate(9 -5)" },
      s("circle", { r: 7 }),
      s("text", { y: 3.8, "text-anchor": "middle" }),
    );
    const body = s(
      "g",
      { class: "body" },
      s("ellipse", { class: "halo", cx: 0, cy: -16, rx: 19, ry: 25 }),
      s("use", { href: `#ct-pirate-${pirate.colour}`, x: -12, y: -36, width: 24, height: 36 }),
      count,
    );
    const node = s("g", { class: "pirate", "data-colour": pirate.colour }, body);
    this.people.append(node);
    const made = { node, body, count, at: "", shift: ASHORE, x: 0, y: 0 };
    this.figures.set(pirate.id, made);
    return made;
  }

  /** @param {string} coast */
  sail(coast) {
    const ship = this.ship;
    if (!ship || !coast) return;
    const place = (/** @type {string} */ name) => (ship.getAttribute(`data-${name}`) ?? "0 0").split(" ").map(Number);
    const [x0 = 0, y0 = 0] = place("cartagena");
    const [x = 0, y = 0] = place(coast);
    const at = `translate(${x - x0}px, ${y - y0}px)`;
    if (ship.style.transform && ship.style.transform !== at) {
      this.root.classList.add("sailing");
      setTimeout(() => this.root.classList.remove("sailing"), 1700);
    }
    ship.style.transform = at;
    if (this.course.x !== x - x0 || this.course.y !== y - y0) this.course = { x: x - x0, y: y - y0 };
    const sloop = this.places.get("sloop");
    if (sloop) this.places.set("sloop", { ...sloop, x: this.shipAt.x + x - x0, y: this.shipAt.y + y - y0 });
  }

  /** @param {string[]} spaces */
  showChests(spaces) {
    const wanted = new Set(spaces);
    for (const old of [...this.tokens.children]) {
      if (!wanted.delete(old.getAttribute("data-place") ?? "")) old.remove();
    }
    for (const space of wanted) {
      const place = this.places.get(space);
      if (!place) continue;
      this.tokens.append(token(space, place, t("A closed chest: whoever stands here may open it with a chest card.")));
    }
  }

  /**
   * @param {State} state
   * @param {Move[]} moves
   */
  showTargets(state, moves) {
    this.light.replaceChildren();
    this.marks.replaceChildren();
    const { card, place } = state.chosen;
    if (!card && !place) {
      this.sought = "";
      return;
    }
    const view = viewOf(state);
    for (const [name, leading] of byTarget(moves)) {
      const target = this.places.get(name);
      const first = leading[0];
      if (!target || !view || !first) continue;
      const goal = goalOf(state.table);
      const faces = [...new Set(leading.map((move) => badge(move, gain(move, view, goal))))];
      const hinted = leading.some((move) => move.text === state.hint?.move);
      const mark = s(
        "g",
        { class: hinted ? "target hinted" : "target", "data-target": name },
        glow(target),
        ...faced(faces, target),
      );
      const to = placeName(name);
      mark.dataset.tip = leading
        .map((move) => (move.card ? t("{card} → {to}", { card: cardName(move.card), to }) : t("Back → {to}", { to })))
        .join(", ");
      this.marks.append(mark);
    }
    if (this.root.classList.contains("slim")) this.bringIntoSight(`${card} ${place}`);
    if (place) {
      const from = this.places.get(place);
      for (const move of moves) {
        const to = this.places.get(move.to);
        if (from && to && move.to !== place) this.light.append(s("path", { class: "way-ahead", d: bow(from, to) }));
      }
    }
  }

  /**
   * On a phone the board is longer than the screen: show where the choice leads, once.
   * @param {string} choice
   */
  bringIntoSight(choice) {
    if (choice === this.sought) return;
    this.sought = choice;
    const boxes = [...this.marks.children].map((mark) => mark.getBoundingClientRect());
    if (boxes.some((box) => box.top > 60 && box.bottom < innerHeight * 0.55)) return;
    this.marks.firstElementChild?.scrollIntoView({ block: "center", behavior: mayMove() ? "smooth" : "auto" });
  }

  /**
   * The arrow of a move just made, or of the line of the log pointed at.
   * @param {State} state
   * @param {number} [line]
   */
  showLast(state, line) {
    const isChosen = Boolean(state.chosen.card || state.chosen.place);
    const told = line === undefined && isChosen ? undefined : state.log[line ?? state.log.length - 1];
    const move = parse(told?.move ?? "");
    const from = this.places.get(move.from);
    const to = this.places.get(move.to);
    if (!told || !from || !to || move.from === move.to) {
      this.arrows.replaceChildren();
      return;
    }
    const colour = move.kind === "morgan" ? move.colour : told.seat;
    const d = bow({ x: from.x, y: from.y + 12 }, { x: to.x, y: to.y + 12 });
    // An arrow that is there already is not drawn again: it would fly again.
    const arrow = s("path", { class: `last ${colour}`, d, pathLength: 1 });
    if (!this.arrows.firstChild?.isEqualNode(arrow)) this.arrows.replaceChildren(arrow);
  }
}
