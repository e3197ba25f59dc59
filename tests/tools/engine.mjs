// Plays the games at random and runs the searches of a file on engine.wasm, and prints what came out.
// node engine.mjs engine.wasm cases.json nets
import { readFileSync } from "node:fs";

const web = new URL("../../src/cartagena/web/js/engine/", import.meta.url);
const { loadEngine } = await import(new URL("engine.js", web));
const { loadNet } = await import(new URL("net.js", web));
const { NET_BUFFERS, NET_LAYERS } = await import(new URL("net_layout.js", web));

const [wasm, file, nets] = process.argv.slice(2);
const engine = await loadEngine(readFileSync(wasm));
const { run } = engine;
const { hashes, limit, searches, turn_search, weights: bytes } = JSON.parse(readFileSync(file, "utf-8"));

const states = engine.array("State", 1);
const scratches = engine.array("Scratch", 1);
const weights = engine.array("Weights", 1);
engine.bytes(weights).set(Buffer.from(bytes, "hex"));

/** Play a game at random and return the hash of all that happens. */
function hash({ state, seed }) {
  engine.bytes(states).set(Buffer.from(state, "hex"));
  engine.bytes(scratches).fill(0);
  return run.lab_bench_simulate_hash_new_game(states, 0, scratches, seed, limit);
}

const tree = engine.array("Tree", 1);
const worlds = engine.array("State", 3);
const samples = engine.array("float64", 0, 0);
const none = withoutNet();
const depths = turn_search.depth + 2;
const turn = [engine.array("State", depths), engine.array("Scratch", depths), engine.array("TurnSearch", 1)];

/** Return an empty net, for a search without one. */
function withoutNet() {
  const net = {};
  for (const name of NET_LAYERS) {
    net[name] = engine.array("float32", 0, 0);
    net[`${name}_bias`] = engine.array("float32", 0);
  }
  for (const name of NET_BUFFERS) net[name] = engine.array(name === "nonzero" ? "int64" : "float32", 0);
  return net;
}

/** Return the visits of each action in a search or, for the bosun, the values of the turns. */
async function search({ view, bot, config, net: name, seed, nodes }) {
  engine.bytes(states).set(Buffer.from(view, "hex"));
  if (bot === "bosun") {
    run.bots_search_turn_search_search_worlds(states, ...turn, weights, seed, turn_search.worlds, nodes);
    return Array.from(engine.field(turn[2], 0, "total"));
  }
  const net = bot === "legend" ? await loadNet(engine, new Uint8Array(readFileSync(`${nets}/${name}.npz`)).buffer) : none;
  run.bots_search_tree_reset_tree(tree, nodes);
  run.bots_search_tree_configure_tree(
    tree,
    config.c_puct,
    config.prior_temperature,
    config.rollout_noise,
    config.tree_turns,
    config.horizon,
    config.permute_symbols,
    bot === "legend",
  );
  engine.field(tree, 0, "root_turn")[0] = BigInt(engine.field(states, 0, "turns")[0]);
  engine.field(tree, 0, "viewer")[0] = engine.field(states, 0, "decider")[0];
  run.bots_search_mcts_run_simulations(states, worlds, scratches, tree, weights, net, seed, 0, nodes, samples);
  return Array.from(engine.field(tree, 0, "root_visits"), Number);
}

const played = Object.fromEntries(hashes.map((each) => [each.name, hash(each)]));
const counted = [];
for (const each of searches) counted.push(await search(each));
console.log(JSON.stringify({ hashes: played, searches: counted }));
