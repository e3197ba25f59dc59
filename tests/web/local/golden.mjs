/** Replays the golden playthroughs and compares every position, list of legal moves and view with Python's. */

import { readFileSync } from "node:fs";

const LOCAL = new URL("../../../src/cartagena/web/js/local/", import.meta.url);
const { startEngine } = await import(new URL("engine.js", LOCAL).href);
const { parseRecord } = await import(new URL("analyses.js", LOCAL).href);
const { fromPlain, toJson } = await import(new URL("json.js", LOCAL).href);
const program = await import(new URL("program.js", LOCAL).href);

await startEngine(readFileSync(new URL("../../../src/cartagena/web/engine.wasm", import.meta.url)));
let compared = 0;

/** @param {string} what @param {string} actual @param {string} expected */
function compare(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what}\n  browser: ${actual}\n  Python:  ${expected}`);
  compared++;
}

for (const { preset, record, steps } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  let number = 0;
  for (const [game] of program.Game.steps(fromPlain(parseRecord(record)))) {
    const { position, legal, views } = steps[number];
    const where = `${preset}, move ${number++}`;
    compare(`${where}: position`, toJson(game.position()), position);
    compare(`${where}: legal moves`, [...game.legal_moves].map((move) => move.text).join(), legal);
    game.players.forEach((colour, i) => {
      compare(`${where}: view of ${colour}`, toJson(game.view(colour)), views[i]);
    });
  }
  if (number !== steps.length) throw new Error(`${preset} has ${number} positions`);
}
console.log(compared);
