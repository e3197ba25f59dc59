/** Names: cards, places, people, and games from the catalogue. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  games,
  presetRules,
  presetSentence,
  presetTitle,
  rulebookReadings,
} from "../../../src/cartagena/web/js/model/catalogue.js";
import { describeCard, describePlace } from "../../../src/cartagena/web/js/model/explain.js";
import { cardName, gameName, limitName, personName } from "../../../src/cartagena/web/js/model/names.js";
import { ruleChapters } from "../../../src/cartagena/web/js/model/rulebook.js";
import { seat } from "./tables.js";

test("cards have names, dark and hidden ones too", () => {
  assert.equal(cardName("rum"), "rum");
  assert.equal(cardName("rum*"), "dark rum");
  assert.equal(cardName("?"), "a hidden card");
});

test("a bot is called by its level, a person by their name", () => {
  assert.equal(personName(seat("red", { kind: "bot", level: "bosun" })), "Bosun");
  assert.equal(personName(seat("red", { name: "Carla" })), "Carla");
  assert.equal(personName(undefined), "");
});

test("any time limit has a name", () => {
  assert.equal(limitName(0), "no limit");
  assert.equal(limitName(45), "45 seconds a turn");
});

test("games are the presets that are not a rulebook's reading of another", () => {
  const names = games().map((preset) => preset.name);
  assert.ok(names.includes("jamaica") && names.includes("black-magic"));
  assert.ok(!names.some((name) => /-(cs|hu|is|he)$/.test(name)));
  for (const name of names) {
    assert.notEqual(presetTitle(name), name);
    assert.match(presetSentence(name), /\.$/);
  }
  assert.equal(presetTitle("unheard-of"), "unheard-of");
  assert.throws(() => presetRules("unheard-of"));
});

test("the name of a game follows from its rules; each preset is called by its title", () => {
  for (const { name, rules } of games().filter(
    (preset) => !["filibusters", "black-magic", "everything", "morgan"].includes(preset.name),
  )) {
    assert.equal(gameName(rules), presetTitle(name));
  }
  assert.equal(gameName(presetRules("filibusters")), "Escape · Morgan · Filibusters");
  assert.equal(gameName(presetRules("everything")), "The Complete Escape · Morgan · Filibusters · Black Magic Woman");
});

test("the readings of the rulebooks differ as the catalogue says", () => {
  const readings = rulebookReadings();
  assert.deepEqual(
    readings.map((reading) => reading.rulebook),
    ["", "cs", "hu"],
  );
  assert.deepEqual(readings[0]?.options, { fewest_actions: 1, leave_goal: true });
  assert.deepEqual(readings[2]?.options, { fewest_actions: "all", leave_goal: false });
});

test("cards and places are described by the rules of the table", () => {
  assert.doesNotMatch(describeCard("rum", presetRules("escape")), /Spell/);
  assert.match(describeCard("rum*", presetRules("everything")), /Dark: .* Spell: /);
  const board = ["rum", "hook"];
  assert.match(describePlace("2", board, new Set()), /^Space 2: hook/);
  assert.match(describePlace("sloop", board, new Set(["jail", "cove"])), /carries pirates/);
  assert.match(describePlace("sloop", board, new Set(["jail"])), /is home/);
});

test("the rules of a table tell its variants and no others", () => {
  const headings = (/** @type {string} */ name) => ruleChapters(presetRules(name)).map((chapter) => chapter.heading);
  assert.deepEqual(headings("jamaica"), ["The goal", "The turn", "The cards"]);
  assert.deepEqual(headings("everything").slice(3), ["Sloop", "Filibusters", "Black Magic Woman"]);
  const text = (/** @type {string} */ name) =>
    ruleChapters(presetRules(name))
      .flatMap((chapter) => chapter.sentences)
      .join(" ");
  assert.match(text("morgan"), /Morgan: move another/);
  assert.doesNotMatch(text("morgan"), /Go back: /);
});
