/** Grades the turn that was played in a puzzle. Pure functions. */

import { viewOf } from "../../model/game_state.js";
import { parseMove } from "../../model/moves.js";

/** @import { LogLine, Rules, SeatUpdate } from "../../net/types.js" */
/** @import { TableState } from "../../model/table_state.js" */

/**
 * A turn with the chance of winning after it, and its standard error. `key` is what it leads to, and `drawn` the number
 * of cards that each move draws.
 * @typedef {{ key: string, moves: string[], drawn: number[], chance: number, error: number }} PuzzleTurn
 * A position of a bots' game in which one turn is clearly the best. See tools/puzzles.py. `turns` has the best turns,
 * the very best first. `level` is from 1 to 3, and `themes` say what the best turn does.
 * @typedef {{ level: number, themes: string[], seat: string, gap: number, gap_error: number, turns: PuzzleTurn[],
 *   view: SeatUpdate, position: { rules: Rules, board: string[] } }} Puzzle
 * How good a turn was: by how much the best turn is better, and whether the loss may be even larger.
 * @typedef {{ best: boolean, loss: number, atLeast: boolean }} Grade
 */

/**
 * Return the lines of the turn that was played, or null until it is complete. It is complete while it can still be undone.
 * @param {Puzzle} puzzle
 * @param {TableState} state
 */
export function turnPlayed({ seat }, state) {
  const end = state.log.findIndex((line) => line.seat !== seat);
  if (end >= 0) return state.log.slice(0, end);
  const view = viewOf(state);
  return view && (view.over || view.turn !== seat || state.undoWindow) ? state.log : null;
}

/**
 * Return what the seat of a puzzle sees before a turn and after each of its moves. Cards are drawn from the open row.
 * @param {Puzzle} puzzle
 * @param {Pick<LogLine, "move" | "drawn">[]} lines
 * @returns {SeatUpdate[]}
 */
export function viewsAlong({ seat, view }, lines) {
  const views = [view];
  for (const { move: text, drawn = 0 } of lines) {
    const before = views.at(-1) ?? view;
    const crew = { ...before.pirates[seat] };
    const hand = { ...before.hands[seat] };
    const row = [...(before.row ?? [])];
    const { card, from, to } = parseMove(text);
    if (card) add(hand, card, -1);
    if (from) add(crew, from, -1);
    if (to) add(crew, to, 1);
    for (const name of row.splice(0, drawn)) add(hand, name, 1);
    const cards = Object.values(hand).reduce((sum, count) => sum + count, 0);
    views.push({
      ...before,
      pirates: { ...before.pirates, [seat]: crew },
      hands: { ...before.hands, [seat]: hand },
      hand_sizes: { ...before.hand_sizes, [seat]: cards },
      row,
    });
  }
  return views;
}

/**
 * Add to a count, and delete it when it reaches 0.
 * @param {Record<string, number>} counts
 * @param {string} name
 * @param {number} by
 */
function add(counts, name, by) {
  counts[name] = (counts[name] ?? 0) + by;
  if (!counts[name]) delete counts[name];
}

/**
 * Return what a turn leads to: the pirates and the hand after it.
 * @param {Puzzle} puzzle
 * @param {Pick<LogLine, "move" | "drawn">[]} lines
 */
export function turnKey(puzzle, lines) {
  const after = viewsAlong(puzzle, lines).at(-1);
  const counted = (/** @type {Record<string, number>} */ counts) =>
    Object.entries(counts).map(([name, count]) => `${name}:${count}`);
  const { [puzzle.seat]: crew = {} } = after?.pirates ?? {};
  const { [puzzle.seat]: hand = {} } = after?.hands ?? {};
  return [...counted(crew).sort(byName), ...counted(hand).sort(byName)].join(" ");
}

/** Compare by the name before the colon, as Python does. @param {string} one @param {string} other */
function byName(one, other) {
  const [a = "", b = ""] = [one.split(":")[0], other.split(":")[0]];
  return a < b ? -1 : 1;
}

/**
 * Grade a turn.
 * @param {Puzzle} puzzle
 * @param {LogLine[]} lines
 * @returns {Grade}
 */
export function gradeTurn(puzzle, lines) {
  const key = turnKey(puzzle, lines);
  const [best] = puzzle.turns;
  const turn = puzzle.turns.find((one) => one.key === key);
  const chance = (turn ?? puzzle.turns.at(-1))?.chance ?? 0;
  return { best: turn !== undefined && turn === best, loss: (best?.chance ?? 0) - chance, atLeast: !turn };
}
