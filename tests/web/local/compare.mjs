/** Repeats games of the server in the tables of the browser and compares everything that is sent, byte for byte. */

import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const LOCAL = new URL("../../../src/cartagena/web/js/local/", import.meta.url);
const { startEngine } = await import(new URL("engine.js", LOCAL).href);
const { readStruct, toJson } = await import(new URL("json.js", LOCAL).href);
const program = await import(new URL("program.js", LOCAL).href);

await startEngine(readFileSync(new URL("../../../src/cartagena/web/engine.wasm", import.meta.url)));
const me = new program.Identity("you", "Anna");
let positions = 0;

/** Compare two texts and stop at the first difference. */
function compare(what, actual, expected) {
  if (actual === expected) return;
  let at = 0;
  while (actual[at] === expected[at]) at++;
  const around = (text) => text.slice(Math.max(0, at - 60), at + 60);
  throw new Error(`${what}\n  browser: …${around(actual)}\n  server:  …${around(expected)}`);
}

/** The decisions of a request. */
const DECISIONS = {
  create: (_key, event) => () => readStruct(program.Created, event),
  start: () => program.start(me),
  play: (key, move, seq) => program.play(readStruct(program.Play, { key, move, expected_seq: seq, undo_window: "until-ended" }), me),
  undo: (key, seq) => program.undo(readStruct(program.Undo, { key, expected_seq: seq }), me),
  end: (key, seq) => program.end_turn(readStruct(program.EndTurn, { key, expected_seq: seq }), me),
  bot: (_key, move, seq) => program.bot_move(move, seq),
  forced: (_key, seq) => program.forced_step(seq),
};

for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const { name, steps, record, replay, world, events } = JSON.parse(line);
  let table = new program.Table("local-1");
  steps.forEach(({ request: [kind, ...args], event, sent, snapshots }, i) => {
    const where = `${name}, request ${i} (${[kind, ...args].join(" ").slice(0, 40)})`;
    const at = 1_700_000_000_000 + 10_000 * table.seq;
    const made = DECISIONS[kind](`key ${i}`, ...args)(table, at);
    compare(`${where}: event`, toJson(made), event);
    const entry = new program.Entry(table.seq + 1, at, made);
    table = program.reduce_event(table, entry);
    ["you", ""].forEach((who, k) => {
      compare(`${where}: sent to "${who}"`, toJson(new program.EventView(table, entry).for_identity(who)), sent[k]);
      compare(`${where}: snapshot for "${who}"`, toJson(program.snapshot(table, who, ["you"], at)), snapshots[k]);
    });
    positions++;
  });
  if (record) compare(`${name}: record`, toJson(table.record()), record);
  const { game } = table;
  if (!game.over) compare(`${name}: drawn world`, toJson(game.sample(game.decider, 7).position()), world);
  if (events) {
    const [start, moves] = program.read_record(table.record());
    const made = program.first_events(start, moves, me, "From a record", new program.Entropy());
    made[0].secret = "00";
    made.forEach((event, i) => {
      compare(`${name}: event ${i} of the record`, toJson(event), events[i]);
    });
  }
  // Each step is written at once, because the next one changes its game.
  let number = 0;
  for (const step of replay ? program.steps(table) : []) compare(`${name}: replay ${number}`, toJson(step), replay[number++]);
}
console.log(`${positions} positions`);
