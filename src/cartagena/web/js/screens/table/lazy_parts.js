/** Parts of a table's screen that are loaded when they are first needed: waiting room, finished game, spells, coach, puzzle. */

import { el, h } from "../../lib/dom.js";
import { patch } from "../../lib/patch.js";
import { loadStyles } from "../../lib/styles.js";
import { isSpell, parseMove } from "../../model/moves.js";
import { turnSentence } from "../../model/sentences.js";
import { isLocal } from "../../net/table_link.js";
import { isFirstGame } from "../first_game/start.js";
import { puzzleAt } from "../puzzle/progress.js";

/** @import { Picture } from "../../board/picture.js" */
/** @import { TableState } from "../../model/table_state.js" */
/** @import { MoveEvent } from "./announce.js" */

/** Wait in milliseconds before a part is requested again. */
const RETRY_MS = 2000;

/** The module of the waiting room, once it is loaded. @type {typeof import("../waiting/room.js") | null} */
let waitingModule = null;

/** The waiting room, from the first state of a table until its game begins. */
export class WaitingRoom {
  constructor() {
    this.root = el("div", { class: "waiting", hidden: true });
    /** The last state, and our identity, to be drawn once the module is loaded. @type {[TableState, string] | null} */
    this.last = null;
    this.closed = false;
    this.loading = false;
  }

  /** React to a new state, even in a hidden tab, where nothing is drawn. @param {TableState} state @param {string} me */
  follow(state, me) {
    this.last = [state, me];
    if (waitingModule) waitingModule.followMatch(state, me);
    else this.load();
  }

  /** Draw the waiting room, or clear it if the game has begun. @param {boolean} hasBegun */
  show(hasBegun) {
    this.root.hidden = hasBegun;
    if (hasBegun) patch(this.root);
    else if (waitingModule && this.last) patch(this.root, waitingModule.waitingRoom(...this.last));
  }

  async load() {
    if (this.loading || this.closed) return;
    this.loading = true;
    try {
      // The seats look as in the form to create a table.
      const styles = ["create", "waiting"].map(loadStyles);
      [waitingModule] = await Promise.all([import("../waiting/room.js"), ...styles]);
    } catch {
      setTimeout(() => this.load(), RETRY_MS);
    } finally {
      this.loading = false;
    }
    if (!waitingModule || this.closed || !this.last) return;
    waitingModule.followMatch(...this.last);
    this.show(this.root.hidden);
  }

  /** Stop waiting: the table is left. */
  close() {
    this.closed = true;
    waitingModule?.stopWaiting();
  }
}

/** The module of finished games, once it is loaded. @type {typeof import("../finished/panel.js") | null} */
let finishedModule = null;
let isFinishedLoading = false;

/**
 * Return the panel of a finished game or, until it is loaded, the result.
 * @param {TableState} state
 * @param {string} id
 * @param {() => void} redraw called when the panel is loaded
 * @param {(move: number) => void} onMove gets the number of the move that the replay shows
 */
export function gameOver(state, id, redraw, onMove) {
  if (finishedModule) return finishedModule.finishedPanel(state, id, onMove);
  loadFinished(redraw).catch(() => {});
  return h("section", { class: "controls" }, h("h2", { class: "result" }, turnSentence(state)));
}

/** Show a move of the finished game in its replay. @param {number} move */
export function showReplayAt(move) {
  finishedModule?.showReplayAt(move);
}

/** @param {() => void} redraw */
async function loadFinished(redraw) {
  if (isFinishedLoading) return;
  isFinishedLoading = true;
  try {
    [finishedModule] = await Promise.all([import("../finished/panel.js"), loadStyles("finished")]);
    redraw();
  } finally {
    isFinishedLoading = false;
  }
}

/**
 * The module of vignettes, loaded with the first spell.
 * @type {Promise<typeof import("../spells/vignettes.js")> | null}
 */
let vignettes = null;

/**
 * Show the last spell among new moves.
 * @param {MoveEvent[]} moves
 * @param {Picture} picture
 * @param {HTMLElement} players
 */
export function castSpells(moves, picture, players) {
  const spell = moves.filter(({ move }) => isSpell(parseMove(move))).at(-1);
  if (!spell || document.hidden) return;
  vignettes ??= Promise.all([import("../spells/vignettes.js"), loadStyles("spells")]).then(([module]) => module);
  vignettes.then(
    ({ showSpell }) => showSpell(spell, picture, players),
    () => (vignettes = null),
  );
}

/** Return a place for the switch that stops notices about a table. It is loaded only for those who get notices. @param {string} id */
export function silenceSetting(id) {
  const place = el("div", {});
  if (localStorage.getItem("notices") === "on" && !isLocal(id)) {
    import("../profile/silence_field.js").then(({ silenceField }) => place.append(silenceField(id))).catch(() => {});
  }
  return place;
}

/** The part above the board of some tables. @typedef {{ show: (state: TableState) => void }} Overlay */

/**
 * Return the overlay of a table: the coach of a first game, a puzzle, or one that shows nothing.
 * @param {string} id
 * @param {HTMLElement} table
 * @param {() => void} redraw called when the overlay is loaded
 * @returns {Overlay}
 */
export function overlayFor(id, table, redraw) {
  /** @type {Overlay | null} */
  let overlay = null;
  const puzzle = puzzleAt(id);
  const load = async () => {
    if (isFirstGame(id)) overlay = (await import("../first_game/coach.js")).openCoach(table);
    else if (puzzle !== null) {
      const [{ openPuzzlePanel }] = await Promise.all([import("../puzzle/panel.js"), loadStyles("coach")]);
      overlay = await openPuzzlePanel(table, puzzle);
    }
    redraw();
  };
  if (isFirstGame(id) || puzzle !== null) load().catch(() => {});
  return { show: (state) => overlay?.show(state) };
}
