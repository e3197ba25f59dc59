// Plays the games of a file on the WebAssembly module of the rules and prints how many differ.
// node kernels.mjs engine.wasm games.json
import { readFileSync } from "node:fs";

const [module, file] = process.argv.slice(2);
const memory = new WebAssembly.Memory({ initial: 64 });
const { instance } = await WebAssembly.instantiate(readFileSync(module), { env: { memory } });
const rules = instance.exports;
const { state_size: size, games } = JSON.parse(readFileSync(file, "utf-8"));
const bytes = new Uint8Array(memory.buffer);
// Data and stack of the module end below 2 MB.
const [state, scratch, actions] = [2 << 20, (2 << 20) + 4096, (2 << 20) + 8192];
const hex = () => Buffer.from(bytes.subarray(state, state + size)).toString("hex");

const different = [];
for (const game of games) {
  bytes.set(Buffer.from(game.blank, "hex"), state);
  rules.rules_batch_deal(state, 1n, 0n, ...game.key.map(BigInt), -1n);
  let same = hex() === game.dealt;
  for (const [count, action] of game.actions) {
    rules.rules_batch_legal(state, 1n, 0n, scratch, 1n);
    same &&= Number(rules.rules_batch_write_list(scratch, 1n, actions, 512n)) === count;
    same &&= rules.rules_batch_apply(state, 1n, 0n, BigInt(action), scratch, 1n) === 1n;
  }
  if (!same || hex() !== game.end) different.push(game.name);
}
console.log(JSON.stringify({ games: games.length, different }));
