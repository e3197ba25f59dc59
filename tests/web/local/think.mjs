/** Works out hints and analyses of the cases in a file and says whether they are the same as Python's. */

import { readFileSync } from "node:fs";

const ROOT = new URL("../../../src/cartagena/", import.meta.url);
const local = (name) => import(new URL(`web/js/local/${name}.js`, ROOT).href);
const { needNet, prepare } = await local("thinking");
const { parseRecord } = await local("analyses");
const { readFindings, writeFindings } = await local("findings");
const { fromPlain, toJson } = await local("json");
const program = await local("program");

await prepare(readFileSync(new URL("web/engine.wasm", ROOT)));
/** Return a file of the package as the browser would get it. @param {string} name */
const fetchFile = async (name) => {
  const file = readFileSync(new URL(`bots/net/${name.split("/")[1]}`, ROOT));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
};

for (const { record, hint, analysis } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const document = fromPlain(parseRecord(record));
  const game = program.Game.replay(document);
  await needNet(game, fetchFile);
  if (hint) {
    const view = program.View.of(game, game.decider);
    console.log(toJson(program.find_hint(view, [...game.legal_moves], 12345, 60)) === hint ? "same" : "different");
    continue;
  }
  const examination = new program.Examination(document, 40);
  const findings = examination.decisions.map((_, i) => readFindings(writeFindings(examination.examine(i))));
  const whole = examination.analysis(findings);
  const written = JSON.parse(toJson(program.report_document(whole)));
  written.moments = JSON.parse(toJson(program.decisive_moments(whole).map((one) => one.document())));
  // Parsed, because Python writes 1.0 where JavaScript writes 1.
  console.log(JSON.stringify(written) === JSON.stringify(JSON.parse(analysis)) ? "same" : "different");
}
