/** Plays daily escapes of three days as the browser does, and prints the moves and the result of each. */

import { readFileSync } from "node:fs";

const ROOT = new URL("../../../src/cartagena/", import.meta.url);
const local = (name) => import(new URL(`web/js/local/${name}.js`, ROOT).href);
const { prepare } = await local("thinking");
const { toJson } = await local("json");
const program = await local("program");

await prepare(readFileSync(new URL("web/engine.wasm", ROOT)));
const me = new program.Identity("you", "Anna");

for (let day = 20_758; day < 20_761; day++) {
  const seed = program.open_seed(day);
  let table = new program.Table(`local-${day}`);
  const act = (event) => {
    table = program.reduce_event(table, new program.Entry(table.seq + 1, 1_700_000_000_000, event));
  };
  act(program.daily_table(day, seed, "fast", me));
  act(program.start(me)(table, 0));
  while (table.status === "running") {
    const { game, game_seq: seq } = table;
    if (table.forced_step()) act(program.forced_step(seq)(table, 0));
    else if (table.bot_to_move()) act(program.bot_move(program.rival_move(game, table.bot_to_move(), seed), seq)(table, 0));
    else {
      const legal = [...game.legal_moves].map(({ text }) => text);
      const move = legal.find((one) => !one.includes("back") && one !== "pass") ?? legal[0];
      act(program.play(new program.Play(move, seq, `key ${seq}`), me)(table, 0));
    }
  }
  const record = table.record();
  console.log(JSON.stringify({ day, seed, moves: JSON.parse(toJson(record)).moves, result: JSON.parse(toJson(program.result_of(record))) }));
}
