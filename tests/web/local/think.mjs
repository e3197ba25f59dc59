/** Works out hints, analyses and searches of the cases in a file and says whether they are the same as Python's. */

import { readFileSync } from "node:fs";

const ROOT = new URL("../../../src/cartagena/", import.meta.url);
const local = (name) => import(new URL(`web/js/local/${name}.js`, ROOT).href);
const { needNet, prepare } = await local("thinking");
const { parseRecord } = await local("analyses");
const { readFindings, writeFindings } = await local("findings");
const { fromPlain, toJson } = await local("json");
const program = await local("program");
const { JOBS } = await local("jobs");
const { searchTogether, teamBot } = await local("team");

await prepare(readFileSync(new URL("web/engine.wasm", ROOT)));
/** Return a file of the package as the browser would get it. @param {string} name */
const fetchFile = async (name) => {
  const file = readFileSync(new URL(`bots/net/${name.split("/")[1]}`, ROOT));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
};

/** Do jobs here, with copies of what is passed, as between workers. */
const helpers = {
  run: (job) => {
    const result = JOBS[job.name](structuredClone(job), fetchFile, () => {}).then(structuredClone);
    return { result, stop: () => {} };
  },
};

/** Play a turn with a bot that searches in several trees. */
async function playTurn(game, { level, trees, nodes, seed, moves }) {
  const bot = teamBot(level, trees);
  const { decider } = game;
  const made = [];
  while (made.length < moves.length && game.decider === decider) {
    const view = program.View.of(game, decider);
    const { move } = await searchTogether(helpers, bot, view, [...game.legal_moves], seed, nodes);
    made.push(move);
    game.push(move);
  }
  return made;
}

const same = (one, other) => console.log(one === other ? "same" : `different: ${one} and ${other}`);
for (const { record, hint, analysis, search } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const document = fromPlain(parseRecord(record));
  const game = program.Game.replay(document);
  await needNet(game, fetchFile);
  if (hint) {
    const { table, seq, view, expected } = hint;
    const shares = [];
    const report = (share) => shares.push(share);
    same(await JOBS.hint({ table, seq, start: { view } }, fetchFile, report), expected);
    if (shares.length < 5 || shares.some((share, i) => share < (shares[i - 1] ?? 0))) console.log(`shares: ${shares}`);
    continue;
  }
  if (search) {
    same(`${await playTurn(game, search)}`, `${search.moves}`);
    continue;
  }
  const examination = new program.Examination(document, 40);
  const findings = examination.decisions.map((_, i) => readFindings(writeFindings(examination.examine(i))));
  const whole = examination.analysis(findings);
  const written = JSON.parse(toJson(program.report_document(whole)));
  written.moments = JSON.parse(toJson(program.decisive_moments(whole).map((one) => one.document())));
  // Parsed, because Python writes 1.0 where JavaScript writes 1.
  same(JSON.stringify(written), JSON.stringify(JSON.parse(analysis)));
}
