/**
 * Searches of bots in several workers. Each worker searches one tree, with an equal share of the simulations and worlds
 * of its own, and the visits of all trees add up: `threads` of the Python search. So the same seed, number of simulations
 * and number of workers give the same move.
 */

import { fromPlain, toJson } from "./json.js";
import { NDArray } from "./ndarray.js";
import * as program from "./program.js";
import { py } from "./python.js";
import { needNet } from "./thinking.js";

/** @import { Helpers } from "./helpers.js" */
/** @import { FetchFile } from "./thinking.js" */
/** An array as it is passed between workers. @typedef {{ bytes: Uint8Array, dtype: any, shape: number[] }} PlainArray */

/** @param {NDArray} array @returns {PlainArray} */
const plain = (array) => ({ bytes: array.tobytes(), dtype: array.dtype, shape: array.shape });

/** @param {PlainArray} array */
const arrayFrom = ({ bytes, dtype, shape }) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return new NDArray({ view: () => view }, dtype, shape);
};

const EDGES = /** @type {const} */ (["keys", "visits", "totals"]);
/** @param {any} edges @returns {PlainArray[]} */
const plainEdges = (edges) => EDGES.map((name) => plain(edges[name]));
/** @param {PlainArray[]} arrays */
const edgesFrom = (arrays) => new program.Edges(...arrays.map(arrayFrom));

/** Return a bot that searches in this many trees. @param {string} level @param {number} trees */
export const teamBot = (level, trees) => py.call(program.BOT_CLASSES[level], [], { threads: trees });

/** Return what helpers need to know for the searches of a bot. @param {string} level @param {any} view @param {number} trees */
const jobFor = (level, view, trees) => ({
  name: "search",
  level,
  trees,
  packed: plain(view.packed),
  rules: toJson(view.rules.to_mapping()),
  players: view.players,
  seat: view.seat,
});

/** Start helpers and let them load the net of a bot. @param {Helpers} helpers @param {number} trees @param {string} level @param {any} view */
export function prepareTeam(helpers, trees, level, view) {
  const job = { ...jobFor(level, view, trees), nodes: 0 };
  return Promise.all(Array.from({ length: trees }, () => helpers.run(job).result));
}

/**
 * Let helpers search for a bot, one tree each.
 * @param {Helpers} helpers
 * @param {any} bot created by `teamBot`
 * @param {any} view
 * @param {any[]} legal
 * @param {number | bigint} seed
 * @param {number} nodes of all trees together
 * @returns {Promise<{ move: string, seconds: number }>} the move, and the seconds that the slowest tree took
 */
export async function searchTogether(helpers, bot, view, legal, seed, nodes) {
  const search = bot.search_for(view);
  const job = { ...jobFor(bot.name, view, search.config.threads), seed, nodes };
  const known = search.known_edges(bot.chooser.earlier_search(view));
  const parts = await Promise.all(
    known.map((/** @type {any} */ edges, /** @type {number} */ number) => {
      return helpers.run({ ...job, number, edges: plainEdges(edges) }).result;
    }),
  );
  const result = program.merge_trees(parts.map(resultFrom));
  return {
    move: bot.chooser.choose_from(result, view, legal).text,
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
  };
}

/** @param {{ visits: PlainArray, totals: PlainArray, simulations: number, edges: PlainArray[][] }} part */
const resultFrom = ({ visits, totals, simulations, edges }) =>
  py.call(program.SearchResult, [arrayFrom(visits), arrayFrom(totals), simulations], { edges: edges.map(edgesFrom) });

/** Search one tree: a job of a helper. Without simulations it only loads the net. @param {any} job @param {FetchFile} fetchFile */
export async function searchTree(
  { level, seed, nodes, trees, number, packed, rules, players, seat, edges },
  fetchFile,
) {
  const view = new program.View(
    arrayFrom(packed),
    program.Rules.from_document(fromPlain(JSON.parse(rules))),
    players,
    seat,
  );
  await needNet(view, fetchFile);
  if (!nodes) return null;
  const begun = performance.now();
  const search = teamBot(level, trees).search_for(view);
  const result = search.run_tree(view, seed, new program.Budget(null, nodes), number, edgesFrom(edges));
  return {
    visits: plain(result.visits),
    totals: plain(result.totals),
    simulations: result.simulations,
    edges: result.edges.map(plainEdges),
    seconds: (performance.now() - begun) / 1000,
  };
}
