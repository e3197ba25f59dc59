/** Typed moves: the reader's words become notation, with or without accents, and vice versa. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { allMessages, setLanguage } from "../../../src/cartagena/web/js/lib/i18n.js";
import { LANGUAGES } from "../../../src/cartagena/web/js/lib/languages.js";
import { fromNotation, toNotation } from "../../../src/cartagena/web/js/model/typed.js";
import "./browser.js";
import "./tables.js";

await allMessages();
afterEach(() => setLanguage("en"));

/** Every word of the notation, each in a move. */
const MOVES = [
  ..."bottle pistol hat skull dagger key".split(" ").map((card) => `${card} jail-7`),
  ..."weapons rum lantern parrot hook chest".split(" ").map((card) => `${card}* 7-sloop`),
  ...["back cove-30", "morgan red 8-12", "weapons! green", "chest! 11", "parrot+parrot*!", "sail", "pass", "skip"],
  ...["take rum", "keep hook*", "give chest yellow", "put key", "discard hat", "with rum 4-9", "as rum sloop-3"],
  ...["morgan blue 7", "morgan purple 7"],
];

test("moves in Czech, with and without accents", async () => {
  await setLanguage("cs");
  assert.equal(toNotation("láhev vězení-7"), "bottle jail-7");
  assert.equal(toNotation("lahev vezeni-7"), "bottle jail-7");
  assert.equal(toNotation("Dýka 6–15"), "dagger 6–15");
  assert.equal(toNotation("hák* 7-šalupa"), "hook* 7-sloop");
  assert.equal(toNotation("zpet 18"), "back 18");
  assert.equal(toNotation("zbraně! červený"), "weapons! red");
});

test("moves in Hungarian, Icelandic and Hebrew", async () => {
  await setLanguage("hu");
  assert.equal(toNotation("tőr börtön-7"), "dagger jail-7");
  assert.equal(toNotation("tor borton-7"), "dagger jail-7");
  await setLanguage("is");
  assert.equal(toNotation("rýtingur fangelsi-7"), "dagger jail-7");
  assert.equal(toNotation("með romm 4-9"), "with rum 4-9");
  assert.equal(toNotation("med romm 4-9"), "with rum 4-9");
  await setLanguage("he");
  assert.equal(toNotation("פגיון כלא־7"), "dagger jail-7");
  assert.equal(toNotation("נשק! אדום"), "weapons! red");
});

test("moves in German, French, Italian and Spanish", async () => {
  await setLanguage("de");
  assert.equal(toNotation("Schlüssel Kerker-7"), "key jail-7");
  assert.equal(toNotation("schlussel kerker-7"), "key jail-7");
  assert.equal(toNotation("zurück 18"), "back 18");
  await setLanguage("fr");
  assert.equal(toNotation("clé prison-7"), "key jail-7");
  assert.equal(toNotation("avec rhum 4-9"), "with rum 4-9");
  await setLanguage("it");
  assert.equal(toNotation("pugnale prigione-7"), "dagger jail-7");
  assert.equal(toNotation("armi! rosso"), "weapons! red");
  await setLanguage("es");
  assert.equal(toNotation("puñal cárcel-7"), "dagger jail-7");
  assert.equal(toNotation("punal carcel-7"), "dagger jail-7");
});

test("the notation itself is understood in every language", async () => {
  for (const tag of Object.keys(LANGUAGES)) {
    await setLanguage(tag);
    for (const move of MOVES) assert.equal(toNotation(move), move, tag);
    assert.equal(toNotation("cutlass 7"), "cutlass 7");
  }
});

test("what a language writes it also reads", async () => {
  for (const tag of Object.keys(LANGUAGES)) {
    await setLanguage(tag);
    const written = MOVES.map(fromNotation);
    assert.deepEqual(written.map(toNotation), MOVES, tag);
    assert.equal(new Set(written).size, MOVES.length, tag);
    if (tag !== "en") assert.notEqual(fromNotation("back jail"), "back jail", tag);
  }
});
