/** Loads engine and nets, and thinks in this worker: hints, and ratings on analysis boards. */

import { loadNet } from "../engine/net.js";
import { startEngine, storeAt } from "./engine.js";
import { host } from "./host.js";
import { NDArray } from "./ndarray.js";
import * as program from "./program.js";
import { py } from "./python.js";

/** @import { Engine } from "../engine/engine.js" */

/** Bytes of a number in each type of array. */
const SIZES = /** @type {Record<string, [string, number]>} */ ({ float32: ["f4", 4], int64: ["i8", 8] });

/** @type {Engine | null} */
let engine = null;
/** Nets by name, once they are loaded. @type {Map<string, any>} */
const nets = new Map();
host.netNamed = (/** @type {string} */ name) => {
  const net = nets.get(name);
  if (!net) throw new Error(`the net ${name} is not loaded`);
  return net;
};
host.botNames = () => Object.keys(program.BOT_CLASSES);
host.createBot = (/** @type {string} */ name) => new /** @type {any} */ (program.BOT_CLASSES)[name]();

/** Fetches a file of the engine. @typedef {(name: string) => Promise<ArrayBuffer>} FetchFile */

/** Load the engine. @param {BufferSource | WebAssembly.Module} source */
export async function prepare(source) {
  engine ??= await startEngine(source);
}

/** Load the net for some rules, unless it is loaded. @param {any} game @param {FetchFile} fetchFile */
export async function needNet(game, fetchFile) {
  const name = program.net_name(program.family(game.rules), game.players.length);
  if (nets.has(name) || !engine) return;
  const arrays = /** @type {Record<string, { at: number, shape: number[], type: string }>} */ (
    /** @type {unknown} */ (await loadNet(engine, await fetchFile(`nets/${name}.npz`)))
  );
  const fields = Object.entries(arrays).map(([field, { at, shape, type }]) => {
    const [dtype, size] = /** @type {[string, number]} */ (SIZES[type]);
    const bytes = shape.reduce((all, one) => all * one, size);
    return [field, new NDArray(storeAt(at, bytes), dtype, shape)];
  });
  nets.set(name, py.instance(program.Net, Object.fromEntries(fields)));
}

/** Return the best moves and the reasons for them. @param {string} table @param {number} seq @param {any} game @param {((share: number) => void) | null} [report] */
export function findHint(table, seq, game, report = null) {
  const view = program.View.of(game, game.decider);
  const seed = py.call(program.derive_seed, [table, seq], { bits: 32 });
  return py.call(program.find_hint, [view, [...game.legal_moves], seed], { report });
}

/** Play moves on an analysis board, and rate the next ones. @param {string} table @param {{ at: number, moves: string[], reply: boolean }} request @param {any} start */
export function explore(table, { at, moves, reply }, start) {
  const seed = py.call(program.derive_seed, [table, at], { bits: 32 });
  const board = py.call(program.explore, [start, moves, seed], { reply });
  const legal = board.legal_moves;
  const ratingSeed = py.call(program.derive_seed, [seed, ...moves, reply], { bits: 32 });
  return board.position(legal.length ? program.rate_moves(board.view, legal, ratingSeed) : []);
}
