/** The board on the page: the server's drawing, and above it layers with everything that changes. */

import { el, motionAllowed, scrollBehavior, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { identifyPirates, pirateSpots, placesInOrder, ratioStep, slotSize, templateFile } from "../model/board.js";
import { linesSinceOurs, viewOf } from "../model/game_state.js";
import { highlights } from "../model/input.js";
import { badgeText, cardsGained, movesByTarget, parseMove } from "../model/moves.js";
import { targetText } from "../model/sentences.js";
import { chestToken, countPlaque, targetBadges, targetGlow } from "./marks.js";
import { PirateLayer } from "./pirates.js";
import { labelSign, readPlaces, translateBoard } from "./places.js";
import { fetchTemplate, fillSymbols } from "./template.js";
import { NO_OFFSET } from "./walk.js";
import { drawWay, gainedBacks, hintLantern, wayRibbon } from "./ways.js";

/** @import { Move } from "../model/moves.js" */
/** @import { Pirate, Place } from "../model/board.js" */
/** @import { GameState } from "../model/game_state.js" */

/** Duration of a crossing in milliseconds, as in board.css. */
const CROSSING_MS = 1700;

/** Wait for the last pirate to come aboard, and duration of sailing off, in milliseconds. */
const CAST_OFF_MS = 1700;
const SAIL_OFF_MS = 2600;

/** Wait in milliseconds before a template is requested again. */
const RETRY_MS = 2000;

/** A board of the size of its box, and everything that moves on it. */
export class Picture {
  constructor() {
    this.root = el("div", { class: "board", dir: "ltr" });
    /** The places of the template. @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Pirate[]} */
    this.pirates = [];
    this.paths = svg("g", { class: "paths" });
    this.chests = svg("g", { class: "chests" });
    this.ways = svg("g", { class: "ways" });
    this.pirateLayer = new PirateLayer();
    this.plaques = svg("g", { class: "plaques" });
    this.targets = svg("g", { class: "targets" });
    /** All places in the order of the path. @type {string[]} */
    this.order = [];
    /** Width of the template in its own units. */
    this.width = 0;
    /** @type {SVGElement | null} */
    this.ground = null;
    /** @type {SVGElement | null} */
    this.ship = null;
    /** Where pirates stand aboard while the ship is where it was drawn. @type {Place | null} */
    this.shipPlace = null;
    /** How far the ship has sailed from where it was drawn. */
    this.shipOffset = NO_OFFSET;
    /** The files of the current template and of the last one that was requested, and the symbols on its spaces. */
    this.currentFile = "";
    this.requestedFile = "";
    this.symbols = "";
    /** The selection whose targets were last scrolled into view. */
    this.scrolledFor = "";
    /** The state to draw. @type {GameState | null} */
    this.state = null;
    /** Is called when a state has been drawn that had to wait for its template. */
    this.onDraw = () => {};
    /** Is called when a pirate lands after a hop, with the number of the hop and of the spaces it jumps over. */
    this.onHop = (/** @type {number} */ _hop, /** @type {number} */ _jumped) => {};
    /** Number of moves and end of the game when last drawn, -1 before that. */
    this.lastMoves = -1;
    this.wasOver = false;
    new ResizeObserver(() => this.fit()).observe(this.root);
  }

  /**
   * Draw a state, as soon as the template for the size of the box is there. Until then the last one stays.
   * @param {GameState} state
   */
  show(state) {
    this.state = state;
    this.update();
  }

  /** Request the template that fits the box, and draw the state on the one that is there. */
  update() {
    this.fit();
    if (this.state && this.isLoaded(this.state)) this.draw(this.state);
  }

  /** Request the template that fits the box. Nothing is drawn before it is there. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (this.state && width && height) this.request(this.state, ratioStep(width, height));
  }

  /** Return whether the current template, whatever its ratio, has the path of a state. @param {GameState} state */
  isLoaded({ rules }) {
    return this.currentFile.startsWith(templateFile(rules, 0).replace("0.svg", ""));
  }

  /** @param {GameState} state @param {number} step */
  request({ rules }, step) {
    const file = templateFile(rules, step);
    if (file === this.requestedFile) return;
    this.requestedFile = file;
    fetchTemplate(rules, step).then(
      (ground) => {
        if (this.requestedFile !== file) return;
        this.currentFile = file;
        this.place(ground);
        this.update();
        this.onDraw();
      },
      () => {
        setTimeout(() => {
          if (this.requestedFile !== file || this.currentFile === file) return;
          this.requestedFile = "";
          this.update();
        }, RETRY_MS);
      },
    );
  }

  /** Put a template in the box. @param {SVGElement} ground */
  place(ground) {
    const box = ground.getAttribute("viewBox") ?? "";
    this.ground = ground;
    this.width = Number(box.split(" ")[2]);
    this.symbols = "";
    this.ship = /** @type {SVGElement | null} */ (ground.querySelector(".ship"));
    this.places = readPlaces(ground);
    this.shipPlace = this.places.get("sloop") ?? null;
    ground.setAttribute("class", "ground-layer");
    ground.setAttribute("aria-hidden", "true");
    this.pirateLayer.clear();
    for (const layer of [this.paths, this.chests, this.ways, this.plaques, this.targets]) layer.replaceChildren();
    const { paths, ship, chests, ways, plaques, targets } = this;
    const layers = [ship, chests, ways, paths, this.pirateLayer.root, plaques, targets];
    const above = svg("svg", { viewBox: box, class: "play-layer", "aria-hidden": "true" }, ...layers);
    this.root.replaceChildren(ground, above);
  }

  /**
   * Draw a state: symbols, ship, pirates, chests, targets of the selection, and the last move.
   * @param {GameState} state
   */
  draw(state) {
    const { ground } = this;
    if (!ground) return;
    const symbols = state.board.join(" ");
    if (symbols !== this.symbols) {
      this.symbols = symbols;
      fillSymbols(ground, state.board);
      translateBoard(ground, this.ship, state.board);
    }
    const view = viewOf(state);
    if (!view) return;
    this.sail(view.sloop_at ?? "");
    this.pirates = identifyPirates(this.pirates, view.pirates);
    const { moves, movable } = highlights(state);
    const { places, shipOffset } = this;
    const order = placesInOrder(state.rules);
    this.order = order;
    const players = Object.keys(view.pirates);
    const spots = pirateSpots(this.pirates, players, places);
    const { selection } = state;
    // Whoever would be jumped over ducks.
    const shown = selection.place || selection.target ? moves : [];
    const ducking = new Set(shown.flatMap((move) => move.jumped));
    const jumped = state.log.at(-1)?.jumped ?? [];
    const onHop = (/** @type {number} */ hop, /** @type {number} */ count) => this.onHop(hop, count);
    this.pirateLayer.show(spots, { order, places, shipOffset, movable, ducking, selection, jumped, onHop });
    this.live(state);
    this.showPlaques(view.pirates, players);
    this.showChests(Object.keys(view.chests ?? {}));
    this.showTargets(state, moves);
    this.showLastMove(state);
  }

  /**
   * Write the number of each colour's pirates below them, at the ends of the path.
   * @param {Record<string, Record<string, number>>} pirates
   * @param {string[]} players
   */
  showPlaques(pirates, players) {
    const plaques = [...this.places].flatMap(([name, place]) => {
      if (!place.room) return [];
      const { step } = slotSize(players.length, place);
      const width = Math.min(step - 3, 34);
      return players.flatMap((colour, i) => {
        const count = pirates[colour]?.[name] ?? 0;
        const x = place.x + step * (i - (players.length - 1) / 2);
        return count ? [countPlaque({ place: name, colour, count, x, y: place.foot, width })] : [];
      });
    });
    const same = plaques.length === this.plaques.children.length;
    if (!same || !plaques.every((one, i) => this.plaques.children[i]?.isEqualNode(one)))
      this.plaques.replaceChildren(...plaques);
  }

  /** Move the ship to a coast. @param {string} coast "cartagena" or "tortuga" */
  sail(coast) {
    const ship = this.ship;
    if (!ship || !coast) return;
    const berth = (/** @type {string} */ name) => (ship.getAttribute(`data-${name}`) ?? "0 0").split(" ").map(Number);
    const [x0 = 0, y0 = 0] = berth("cartagena");
    const [x1 = 0, y1 = 0] = berth(coast);
    const offset = { x: x1 - x0, y: y1 - y0 };
    const transform = `translate(${offset.x}px, ${offset.y}px)`;
    if (ship.style.transform && ship.style.transform !== transform) {
      this.root.classList.add("sailing");
      setTimeout(() => this.root.classList.remove("sailing"), CROSSING_MS);
    }
    ship.style.transform = transform;
    const sign = ship.querySelector(".sign");
    if (sign) labelSign(sign, coast === "tortuga" ? t("Sloop at Tortuga") : t("Sloop at Cartagena"));
    if (this.shipOffset.x !== offset.x || this.shipOffset.y !== offset.y) this.shipOffset = offset;
    const berthed = this.shipPlace;
    if (!berthed) return;
    const { x, y, foot } = berthed;
    this.places.set("sloop", { ...berthed, x: x + offset.x, y: y + offset.y, foot: foot + offset.y });
  }

  /** @param {string[]} spaces with a closed chest */
  showChests(spaces) {
    const missing = new Set(spaces);
    for (const old of [...this.chests.children]) {
      if (!missing.delete(old.getAttribute("data-place") ?? "")) old.remove();
    }
    for (const space of missing) {
      const place = this.places.get(space);
      if (!place) continue;
      const tip = t("A closed chest. A pirate standing here can open it with a chest card.");
      this.chests.append(chestToken(space, place, tip));
    }
  }

  /**
   * Highlight where the selected card or pirate can go.
   * @param {GameState} state
   * @param {Move[]} moves
   */
  showTargets(state, moves) {
    this.paths.replaceChildren();
    this.targets.replaceChildren();
    const { card, place, target: chosenTarget } = state.selection;
    if (!card && !place) {
      this.scrolledFor = "";
      return;
    }
    for (const [name, leading] of movesByTarget(moves)) {
      const target = this.places.get(name);
      if (!target) continue;
      const badges = [...new Set(leading.map((move) => badgeText(move, state)))];
      const hinted = leading.some((move) => move.text === state.hint?.move);
      const gained = Math.max(0, ...leading.map((move) => cardsGained(move, state)));
      const mark = svg(
        "g",
        { class: hinted ? "target hinted" : "target", "data-target": name },
        targetGlow(target),
        ...(gained ? [gainedBacks(target, gained)] : []),
        ...targetBadges(badges, target),
      );
      mark.dataset.tip = leading.map(targetText).join(", ");
      this.targets.append(mark);
    }
    this.scrollToTargets(`${card} ${place}`);
    if (!place && !chosenTarget) return;
    const ground = this.waysGround;
    const ways = moves.map((move) => drawWay(move, "path-ahead", ground));
    this.paths.append(...ways.filter((one) => one !== null));
    this.targets.append(...moves.flatMap((move) => wayRibbon(move, ground) ?? []));
  }

  /**
   * Let torches and flags move for a few seconds after each move. When the last pirate is aboard, the sloop sails off.
   * @param {GameState} state
   */
  live(state) {
    const over = Boolean(viewOf(state)?.over);
    const first = this.lastMoves < 0;
    const isNew = state.log.length !== this.lastMoves;
    const ends = over && !this.wasOver && !first;
    this.lastMoves = state.log.length;
    this.wasOver = over;
    if (first || !isNew || !motionAllowed()) return;
    this.root.classList.remove("alive");
    requestAnimationFrame(() => this.root.classList.add("alive"));
    if (ends && this.ship && !state.rules.jungle) setTimeout(() => this.castOff(), CAST_OFF_MS);
  }

  /** Let the sloop sail off with all aboard, beyond the edge of the board, and come back when it is out of sight. */
  castOff() {
    const aboard = this.root.querySelectorAll('.ship, .pirate[data-place="sloop"]');
    const left = (this.places.get("sloop")?.x ?? 0) < this.width / 2;
    const away = `${(left ? -1.1 : 1.1) * this.width}px 0px`;
    this.root.classList.add("sailing");
    setTimeout(() => this.root.classList.remove("sailing"), SAIL_OFF_MS);
    for (const part of aboard) {
      part.animate([{ translate: "0px 0px" }, { translate: away }], { duration: SAIL_OFF_MS, easing: "ease-in" });
      part.animate([{ opacity: 0 }, { opacity: 1 }], { delay: SAIL_OFF_MS, duration: 900 });
    }
  }

  /** The geometry for ways. */
  get waysGround() {
    return { order: this.order, places: this.places, width: this.width };
  }

  /**
   * Scroll to the first target, once for each selection, if something covers it or it is out of the window.
   * @param {string} selection
   */
  scrollToTargets(selection) {
    if (selection === this.scrolledFor) return;
    this.scrolledFor = selection;
    const box = this.targets.firstElementChild?.getBoundingClientRect();
    if (!box) return;
    const middle = box.y + box.height / 2;
    if (this.root.contains(document.elementFromPoint(box.x + box.width / 2, middle))) return;
    scrollBy({ top: middle - innerHeight / 2, behavior: scrollBehavior() });
  }

  /**
   * Draw the way of the last move, with fading ones of all moves since our own, or only the way of another line of the
   * log. A hint gets a way with a lantern at its end.
   * @param {GameState} state
   * @param {number} [number] of the line
   */
  showLastMove(state, number) {
    const hasSelection = Boolean(state.selection.card || state.selection.place);
    const last = number ?? state.log.length - 1;
    const round = number === undefined ? linesSinceOurs(state).slice(0, -1) : [];
    const past =
      number === undefined && hasSelection
        ? []
        : [
            ...round.map((line, i) => this.loggedWay(line, "earlier-move", (0.5 * (i + 1)) / (round.length + 1))),
            this.loggedWay(state.log[last], "last-move"),
          ];
    const ways = [...past, ...this.hintWay(state)].filter((one) => one !== null);
    // The same ways stay: new ones would be animated again.
    const same = ways.length === this.ways.children.length;
    if (!same || !ways.every((one, i) => this.ways.children[i]?.isEqualNode(one))) this.ways.replaceChildren(...ways);
  }

  /** @param {GameState} state */
  hintWay({ hint, legal }) {
    if (!hint) return [];
    const move = legal.find((one) => one.text === hint.move) ?? parseMove(hint.move);
    const target = this.places.get(move.to);
    return [drawWay(move, "hint-move", this.waysGround), target ? hintLantern(target) : null];
  }

  /**
   * @param {{ seat: string, move: string, jumped?: string[] } | undefined} line
   * @param {string} name
   * @param {number} [opacity]
   */
  loggedWay(line, name, opacity) {
    if (!line) return null;
    const move = parseMove(line.move);
    const colour = move.kind === "morgan" ? move.colour : line.seat;
    return drawWay({ ...move, jumped: line.jumped ?? [], colour }, name, this.waysGround, opacity);
  }
}
