/** Messages in other languages: plural forms, numbers, and names between them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { allMessages, keyOf, setLanguage } from "../../../src/cartagena/web/js/lib/i18n.js";
import { logSentence } from "../../../src/cartagena/web/js/model/sentences.js";
import { me } from "../../../src/cartagena/web/js/net/http.js";
import { decisiveMoments, formatPoints, missedMoves } from "../../../src/cartagena/web/js/screens/finished/moments.js";
import { stored } from "./browser.js";
import { state } from "./tables.js";

afterEach(() => setLanguage("en"));

/** Without the invisible marks around numbers and names. */
const plain = (/** @type {string} */ sentence) => sentence.replace(/[\u2068\u2069]/g, "");

test("the first page has few messages, and all others come with the next screen", async () => {
  const sentence = () => logSentence(state(), { seat: "blue", move: "key 6-sloop" });
  await setLanguage("cs");
  assert.match(sentence(), /plays/);
  await allMessages();
  assert.doesNotMatch(sentence(), /plays/);
  await setLanguage("hu");
  assert.doesNotMatch(sentence(), /plays/, "from now on every language has all");
});

test("points are counted in the reader's plural forms", async () => {
  await setLanguage("cs");
  const move = { number: 1, seat: "red", move: "pass", better: "pass", loss_error: 0.01 };
  const luck = { ...move, kind: "luck", change: -0.11, error: 0.02, other: "", reasons: [], drawn: [], found: "" };
  const [moment] = decisiveMoments(state(), { moments: [luck] });
  assert.equal(formatPoints(-0.07), "−7");
  assert.ok(plain(moment.sentence).includes("−11 ± 4 bodů"), moment.sentence);
  const missed = missedMoves(state(), { moves: [0.01, 0.03, 0.06].map((loss) => ({ ...move, loss })) });
  assert.deepEqual(
    missed.map(({ sentence }) => plain(sentence).split("(").pop()),
    ["+6 ± 2 bodů).", "+3 ± 2 body).", "+1 ± 2 bod)."],
  );
});

test("a name in another script is set apart from the numbers after it", async () => {
  await setLanguage("he");
  const sentence = logSentence(state(), { seat: "blue", move: "morgan red 7-10" });
  assert.match(sentence, /\u2068Bert\u2069.*7.*10/);
});

test("a player without a name is a pirate in their own language", async () => {
  await setLanguage("cs");
  /** @type {unknown[]} */
  const bodies = [];
  const fetchFile = globalThis.fetch;
  Object.assign(globalThis, {
    fetch: async (/** @type {string} */ path, /** @type {RequestInit} */ { body }) => {
      bodies.push([path, JSON.parse(String(body))]);
      return { ok: true, text: async () => JSON.stringify({ id: "p", name: "Pirát" }) };
    },
  });
  try {
    await me();
  } finally {
    Object.assign(globalThis, { fetch: fetchFile });
  }
  assert.deepEqual(bodies, [["/api/v1/identity", { name: "Pirát" }]]);
  assert.equal(stored.get("known"), "yes");
});

test("places have names in every language", async () => {
  const czech = JSON.parse(readFileSync(new URL("../../../src/cartagena/web/locale/cs.json", import.meta.url), "utf8"));
  await setLanguage("cs");
  const sentence = logSentence(state(), { seat: "blue", move: "key 6-sloop" });
  assert.ok(sentence.includes(czech[keyOf("sloop")]), sentence);
  assert.doesNotMatch(sentence, /sloop/);
});
