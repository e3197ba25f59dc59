/** What a turn is worth that was played in a puzzle: pure functions. */

import { viewOf } from "../../model/game_state.js";
import { parseMove } from "../../model/moves.js";

/** @import { LogLine, Rules, SeatUpdate } from "../../net/types.js" */
/** @import { GameState } from "../../model/game_state.js" */

/**
 * A turn with the chance of winning that it leaves, and its standard error; `key` is what it comes to.
 * @typedef {{ key: string, moves: string[], chance: number, error: number }} PuzzleTurn
 * A position of a bots' game in which one turn is clearly the best: see tools/puzzles.py. The turns
 * that are told are the best ones, the very best first.
 * @typedef {{ seat: string, gap: number, gap_error: number, turns: PuzzleTurn[], view: SeatUpdate,
 *   position: { rules: Rules, board: string[] } }} Puzzle
 * How good a turn was: by how much the best is better, and whether it may be even more.
 * @typedef {{ best: boolean, loss: number, atLeast: boolean }} Grade
 */

/** The lines of the turn that was played; null while it goes on. @param {Puzzle} puzzle @param {GameState} state */
export function turnPlayed({ seat }, state) {
  const end = state.log.findIndex((line) => line.seat !== seat);
  if (end >= 0) return state.log.slice(0, end);
  const view = viewOf(state);
  return view && (view.over || view.turn !== seat) ? state.log : null;
}

/**
 * What a turn comes to: the pirates and the hand that it leaves. Cards are drawn from the open row.
 * @param {Puzzle} puzzle
 * @param {LogLine[]} lines
 */
export function turnKey({ seat, view }, lines) {
  const crew = { ...view.pirates[seat] };
  const hand = { ...view.hands[seat] };
  const row = [...(view.row ?? [])];
  /** @param {Record<string, number>} counts @param {string} name @param {number} by */
  const add = (counts, name, by) => (counts[name] = (counts[name] ?? 0) + by);
  for (const { move: text, drawn = 0 } of lines) {
    const { card, from, to } = parseMove(text);
    if (card) add(hand, card, -1);
    if (from) add(crew, from, -1);
    if (to) add(crew, to, 1);
    for (const name of row.splice(0, drawn)) add(hand, name, 1);
  }
  const counted = (/** @type {Record<string, number>} */ counts) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name}:${count}`);
  return [...counted(crew).sort(byName), ...counted(hand).sort(byName)].join(" ");
}

/** By the name before the colon, as Python sorts. @param {string} one @param {string} other */
function byName(one, other) {
  const [a = "", b = ""] = [one.split(":")[0], other.split(":")[0]];
  return a < b ? -1 : 1;
}

/**
 * How good a turn was.
 * @param {Puzzle} puzzle
 * @param {LogLine[]} lines
 * @returns {Grade}
 */
export function gradeTurn(puzzle, lines) {
  const key = turnKey(puzzle, lines);
  const [best] = puzzle.turns;
  const found = puzzle.turns.find((turn) => turn.key === key);
  const chance = (found ?? puzzle.turns.at(-1))?.chance ?? 0;
  return { best: found !== undefined && found === best, loss: (best?.chance ?? 0) - chance, atLeast: !found };
}
