/** Searches for bots, hints and analysis boards in this worker, and measures their speed on this device. */

import { loadNet } from "../engine/net.js";
import { startEngine, storeAt } from "./engine.js";
import { host } from "./host.js";
import { NDArray } from "./ndarray.js";
import * as program from "./program.js";
import { py } from "./python.js";

/** @import { Engine } from "../engine/engine.js" */

/** The longest time in seconds that a bot should search for a move, also on a slow device. */
const SEARCH_SECONDS = 0.5;
/** Number of simulations in the first search, before the device's speed is known, and the limits of later ones. */
const FIRST_NODES = 300;
const [MIN_NODES, MAX_NODES] = [100, 20_000];
/** Bytes of a number in each type of array. */
const SIZES = /** @type {Record<string, [string, number]>} */ ({ float32: ["f4", 4], int64: ["i8", 8] });

/** @type {Engine | null} */
let engine = null;
/** Nets by name, once they are loaded. @type {Map<string, any>} */
const nets = new Map();
/** Bots by table, colour and level: a bot remembers what it saw in its game. @type {Map<string, any>} */
const bots = new Map();

host.netNamed = (/** @type {string} */ name) => {
  const net = nets.get(name);
  if (!net) throw new Error(`the net ${name} is not loaded`);
  return net;
};
host.botNames = () => Object.keys(program.BOT_CLASSES);
host.createBot = (/** @type {string} */ name) => new /** @type {any} */ (program.BOT_CLASSES)[name]();

/** Fetches a file of the engine. @typedef {(name: string) => Promise<ArrayBuffer>} FetchFile */

/** Simulations per second of each bot that searches, as measured on this device. @type {Record<string, number>} */
let speeds = {};
/** @type {(speeds: Record<string, number>) => void} */
let rememberSpeeds = () => {};

/** Load the engine. @param {BufferSource | WebAssembly.Module} source */
export async function prepare(source) {
  engine ??= await startEngine(source);
}

/** Use the speeds that were measured earlier, and remember new ones. @param {Record<string, number>} known @param {(speeds: Record<string, number>) => void} remember */
export function useSpeeds(known, remember) {
  speeds = { ...known };
  rememberSpeeds = remember;
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

/** Return whether a bot needs a net. @param {string} level */
export const needsNet = (level) => level === "legend";

/**
 * Return the move of the bot that must choose.
 * @param {string} table
 * @param {string} level
 * @param {any} game
 * @returns {string}
 */
export function chooseMove(table, level, game) {
  const legal = [...game.legal_moves];
  if (legal.length === 1) return legal[0].text;
  const key = [table, game.decider, level].join(" ");
  const bot = bots.get(key) ?? host.createBot(level);
  bots.set(key, bot);
  const view = program.View.of(game, game.decider);
  if (!bot.searches) return bot.choose(view, legal, new py.Random(), new program.Budget()).text;
  const nodes = nodesFor(level, game);
  const begun = performance.now();
  const { text } = bot.choose(view, legal, new py.Random(), new program.Budget(null, nodes));
  measured(level, game, nodes, (performance.now() - begun) / 1000);
  return text;
}

/** Speeds differ with the search and with the number of players. @param {string} level @param {any} game */
const speedKey = (level, game) => `${level} ${program.family(game.rules)} ${game.players.length}`;

/** Return the number of simulations for a move. @param {string} level @param {any} game */
function nodesFor(level, game) {
  const speed = speeds[speedKey(level, game)];
  return speed ? Math.round(Math.min(MAX_NODES, Math.max(MIN_NODES, SEARCH_SECONDS * speed))) : FIRST_NODES;
}

/** Remember how fast a search was. A search that ended early seems faster than it was, so the slower value counts. @param {string} level @param {any} game @param {number} nodes @param {number} seconds */
function measured(level, game, nodes, seconds) {
  const key = speedKey(level, game);
  const speed = nodes / Math.max(seconds, 0.001);
  const earlier = speeds[key];
  if (earlier && speed > earlier && speed < 2 * earlier) return;
  speeds[key] = earlier ? Math.min(speed, 1.5 * earlier) : speed;
  rememberSpeeds(speeds);
}

/** Return the best moves and the reasons for them. @param {string} table @param {number} seq @param {any} game */
export function findHint(table, seq, game) {
  const view = program.View.of(game, game.decider);
  return program.find_hint(view, [...game.legal_moves], py.call(program.derive_seed, [table, seq], { bits: 32 }));
}

/** Play moves on an analysis board, and rate the next ones. @param {string} table @param {{ at: number, moves: string[], reply: boolean }} request @param {any} start */
export function explore(table, { at, moves, reply }, start) {
  const seed = py.call(program.derive_seed, [table, at], { bits: 32 });
  const board = py.call(program.explore, [start, moves, seed], { reply });
  const legal = board.legal_moves;
  const ratingSeed = py.call(program.derive_seed, [seed, ...moves, reply], { bits: 32 });
  return board.position(legal.length ? program.rate_moves(board.view, legal, ratingSeed) : []);
}
