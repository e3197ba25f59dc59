/** The layer of ways on the board: the moves since our own, and the hint. */

import { svg } from "../lib/dom.js";
import { linesSinceOurs } from "../model/game_state.js";
import { parseMove } from "../model/moves.js";
import { drawWay, hintLantern } from "./ways.js";

/** @import { GameState } from "../model/game_state.js" */
/** @import { Ground } from "./ways.js" */

/** Draws the ways of past moves and of a hint. */
export class WaysLayer {
  constructor() {
    this.root = svg("g", { class: "ways" });
  }

  /**
   * Draw the way of the last move, with fading ones of all moves since our own, or only the way of another line of the
   * log. A hint gets a way with a lantern at its end.
   * @param {GameState} state
   * @param {Ground} ground
   * @param {number} [number] of the line
   */
  show(state, ground, number) {
    const ways = [...pastWays(state, ground, number), ...hintWay(state, ground)].filter((one) => one !== null);
    // Unchanged ways stay, because new elements would be animated again.
    const same = ways.length === this.root.children.length;
    if (!same || !ways.every((one, i) => this.root.children[i]?.isEqualNode(one))) this.root.replaceChildren(...ways);
  }
}

/** @param {GameState} state @param {Ground} ground @param {number} [number] */
function pastWays(state, ground, number) {
  if (number !== undefined) return [loggedWay(state.log[number], "last-move", ground)];
  if (state.selection.card || state.selection.place) return [];
  const round = linesSinceOurs(state).slice(0, -1);
  return [
    ...round.map((line, i) => loggedWay(line, "earlier-move", ground, (0.5 * (i + 1)) / (round.length + 1))),
    loggedWay(state.log.at(-1), "last-move", ground),
  ];
}

/** @param {GameState} state @param {Ground} ground */
function hintWay({ hint, legal }, ground) {
  if (!hint) return [];
  const move = legal.find((one) => one.text === hint.move) ?? parseMove(hint.move);
  const target = ground.places.get(move.to);
  return [drawWay(move, "hint-move", ground), target ? hintLantern(target) : null];
}

/**
 * @param {{ seat: string, move: string, jumped?: string[] } | undefined} line
 * @param {string} name
 * @param {Ground} ground
 * @param {number} [opacity]
 */
function loggedWay(line, name, ground, opacity) {
  if (!line) return null;
  const move = parseMove(line.move);
  const colour = move.kind === "morgan" ? move.colour : line.seat;
  return drawWay({ ...move, jumped: line.jumped ?? [], colour }, name, ground, opacity);
}
