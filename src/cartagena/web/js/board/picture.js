/** The board on the page: the server's drawing, and above it layers with everything that changes. */

import { el, scrollBehavior, svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { identifyPirates, pirateSpots, placesInOrder, ratioStep, templateFile } from "../model/board.js";
import { goalOf, viewOf } from "../model/game_state.js";
import { highlights } from "../model/input.js";
import { badgeText, cardsGained, movesByTarget } from "../model/moves.js";
import { targetText } from "../model/sentences.js";
import { stageEnd } from "./ending.js";
import { Life } from "./life.js";
import { chestToken, countPlaques, targetBadges, targetGlow } from "./marks.js";
import { PirateLayer } from "./pirates.js";
import { readPlaces, translateBoard } from "./places.js";
import { Ship } from "./ship.js";
import { fetchTemplate, fillSymbols } from "./template.js";
import { drawWay, gainedBacks, wayRibbon } from "./ways.js";
import { WaysLayer } from "./ways_layer.js";

/** @import { Move } from "../model/moves.js" */
/** @import { Pirate, Place } from "../model/board.js" */
/** @import { GameState } from "../model/game_state.js" */

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
    this.ways = new WaysLayer();
    this.pirateLayer = new PirateLayer();
    this.plaques = svg("g", { class: "plaques" });
    this.feastLayer = svg("g", { class: "feast" });
    this.targets = svg("g", { class: "targets" });
    /** All places in the order of the path. @type {string[]} */
    this.order = [];
    /** Width of the template in its own units. */
    this.width = 0;
    /** @type {SVGElement | null} */
    this.ground = null;
    this.ship = new Ship(this.root);
    this.life = new Life();
    /** The files of the current template and of the last one that was requested, and the symbols on its spaces. */
    this.currentFile = "";
    this.requestedFile = "";
    this.symbols = "";
    /** The selection whose targets were last scrolled into view. */
    this.scrolledFor = "";
    /** The state to draw. @type {GameState | null} */
    this.state = null;
    /** Called after drawing a state that had to wait for its template. */
    this.onDraw = () => {};
    /** Called when a pirate lands after a hop, with the number of the hop and of the spaces it jumps over. */
    this.onHop = (/** @type {number} */ _hop, /** @type {number} */ _jumped) => {};
    /** Called when a pirate has come home. */
    this.onHome = () => {};
    /** Resolves when the end of the game has been played: the last pirate is home, and the sloop has sailed off. */
    this.ended = Promise.resolve();
    /**
     * The state of the last drawing: its number of moves (-1 before the first drawing), and whether the game was over.
     */
    this.lastMoves = -1;
    this.wasOver = false;
    new ResizeObserver(() => this.fit()).observe(this.root);
  }

  /**
   * Draw a state once the template for the size of the box is loaded. Until then the previous board stays.
   * @param {GameState} state
   */
  show(state) {
    this.state = state;
    this.update();
  }

  /** Request the template that fits the box, and draw the state on the current one. */
  update() {
    this.fit();
    if (this.state && this.isLoaded(this.state)) this.draw(this.state);
  }

  /** Request the template that fits the box. Nothing is drawn before it is loaded. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.root;
    this.life.fit(width, height);
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
    this.places = readPlaces(ground);
    this.ship.load(ground, this.places);
    this.life.load(ground, box.split(" ").slice(2).map(Number));
    this.life.fit(this.root.clientWidth, this.root.clientHeight);
    ground.setAttribute("class", "ground-layer");
    ground.setAttribute("aria-hidden", "true");
    this.pirateLayer.clear();
    const { paths, chests, plaques, targets } = this;
    const ways = this.ways.root;
    for (const layer of [paths, chests, ways, plaques, targets, this.feastLayer]) layer.replaceChildren();
    const pirates = [this.feastLayer, this.pirateLayer.root];
    const layers = [this.ship.rope, this.ship.element, chests, ways, paths, ...pirates, plaques, targets];
    const above = svg("svg", { viewBox: box, class: "play-layer", "aria-hidden": "true" }, ...layers);
    this.root.replaceChildren(ground, this.life.root, above);
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
      translateBoard(ground, this.ship.element, state.board);
    }
    const view = viewOf(state);
    if (!view) return;
    this.ship.sail(view.sloop_at ?? "");
    this.pirates = identifyPirates(this.pirates, view.pirates);
    const { moves, movable } = highlights(state);
    const { places } = this;
    const shipOffset = this.ship.offset;
    const order = placesInOrder(state.rules);
    this.order = order;
    const players = Object.keys(view.pirates);
    const spots = pirateSpots(this.pirates, players, places);
    const { selection } = state;
    // Pirates that would be jumped over duck.
    const previewed = selection.place || selection.target ? moves : [];
    const ducking = new Set(previewed.flatMap((move) => move.jumped));
    const jumped = state.log.at(-1)?.jumped ?? [];
    const onHop = (/** @type {number} */ hop, /** @type {number} */ count) => this.onHop(hop, count);
    const onHome = () => this.onHome();
    const goal = goalOf(state.rules);
    this.pirateLayer.show(spots, {
      ...{ order, places, shipOffset, movable, ducking, selection, jumped, goal },
      ...{ onHop, onHome },
    });
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
    const plaques = [...this.places].flatMap(([name, place]) => countPlaques(name, place, pirates, players));
    const same = plaques.length === this.plaques.children.length;
    if (!same || !plaques.every((one, i) => this.plaques.children[i]?.isEqualNode(one)))
      this.plaques.replaceChildren(...plaques);
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
    // A move that gains cards has badges where the ribbon would be.
    const advances = moves.filter((move) => !cardsGained(move, state));
    this.targets.append(...advances.flatMap((move) => wayRibbon(move, ground) ?? []));
  }

  /**
   * Let torches, flags and water move for a few seconds after each move, and stage the end of the game.
   * @param {GameState} state
   */
  live(state) {
    const over = Boolean(viewOf(state)?.over);
    const first = this.lastMoves < 0;
    const isNew = state.log.length !== this.lastMoves;
    const ends = over && !this.wasOver && !first;
    this.lastMoves = state.log.length;
    this.wasOver = over;
    if (!over) this.ship.comeBack();
    if (!over) this.feastLayer.replaceChildren();
    if (first || !isNew) return;
    this.life.wake(this.root);
    if (ends) this.ended = stageEnd(this, state);
  }

  /**
   * Draw the way of the last move, or of another line of the log, and of the hint.
   * @param {GameState} state
   * @param {number} [number] of the line
   */
  showLastMove(state, number) {
    this.ways.show(state, this.waysGround, number);
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
}
