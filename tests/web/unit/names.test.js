/** Names of cards, places, people, and games from the catalogue. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  games,
  presetRules,
  presetSentence,
  presetTitle,
  rivalTitle,
  rulebookReadings,
} from "../../../src/cartagena/web/js/model/catalogue.js";
import { describeCard, describePlace } from "../../../src/cartagena/web/js/model/explain.js";
import { cardName, gameName, limitName, nameAndLevel, personName } from "../../../src/cartagena/web/js/model/names.js";
import { ruleChapters } from "../../../src/cartagena/web/js/model/rulebook.js";
import { seat } from "./tables.js";

test("cards have names, dark and hidden ones too", () => {
  assert.equal(cardName("rum"), "rum");
  assert.equal(cardName("rum*"), "dark rum");
  assert.equal(cardName("?"), "a hidden card");
});

test("a bot has a name and a level, a person a name", () => {
  const bots = ["blue", "red", "green", "yellow", "purple"].map((colour) =>
    seat(colour, { kind: "bot", level: "bosun", name: colour === "red" ? "Bruno" : "Marina" }),
  );
  assert.equal(nameAndLevel(bots[1]), "Bruno (Bosun)");
  assert.equal(personName(bots[0]), "Marina");
  assert.equal(rivalTitle("bosun"), "Bosun · Bruno");
  assert.equal(rivalTitle("unheard-of"), "unheard-of");
  assert.equal(nameAndLevel(seat("red", { name: "Carla" })), "Carla");
  assert.equal(personName(seat("red", { name: "Carla" })), "Carla");
  assert.equal(personName(undefined), "");
});

test("any time limit has a name", () => {
  const NONE = { seconds: 0, budget: 0, increment: 0 };
  assert.equal(limitName({ ...NONE, budget: 3900 }), "1:05:00 for the game");
  assert.equal(limitName({ ...NONE, budget: 90, increment: 5 }), "1:30 for the game, +5 s per turn");
  assert.equal(limitName({ ...NONE }), "no time limit");
  assert.equal(limitName({ ...NONE, seconds: 45 }), "45 seconds per turn");
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
  assert.doesNotMatch(describeCard("rum", presetRules("escape"), 3), /Spell/);
  assert.match(describeCard("rum*", presetRules("everything"), 3), /Dark card: .* Spell: /);
  const board = ["rum", "hook"];
  assert.match(describePlace("2", board, new Set()), /^Space 2: hook/);
  assert.match(describePlace("sloop", board, new Set(["jail", "cove"])), /carries pirates/);
  assert.match(describePlace("sloop", board, new Set(["jail"])), /are home/);
});

test("the rules of a table explain its variants and no others", () => {
  const headings = (/** @type {string} */ name) => ruleChapters(presetRules(name)).map((chapter) => chapter.heading);
  assert.deepEqual(headings("jamaica"), ["The goal", "A turn", "The cards"]);
  assert.deepEqual(headings("everything").slice(3), ["Sloop", "Filibusters", "Black Magic Woman"]);
  const text = (/** @type {string} */ name) =>
    ruleChapters(presetRules(name))
      .flatMap((chapter) => chapter.sentences)
      .join(" ");
  assert.match(text("morgan"), /Morgan: move another/);
  assert.doesNotMatch(text("jamaica"), /Morgan|sloop at Tortuga|Dark|Spell|spell|chest|jungle/);
  assert.doesNotMatch(text("morgan"), /Go back: /);
});

test("the rules follow every option of the table", () => {
  const text = (/** @type {object} */ options, name = "complete") =>
    ruleChapters({ ...presetRules(name), ...options })
      .flatMap((chapter) => chapter.sentences)
      .join(" ");
  assert.match(text({ stuck: "skip" }), /you skip it and draw a card/);
  assert.match(text({ stuck: "end" }), /your turn ends/);
  assert.match(text({ jail_in_tunnel: true }), /in jail counts as in the tunnel/);
  assert.match(text({ jail_in_tunnel: false }), /in jail doesn’t count/);
  assert.match(text({ turn_limit: 40 }), /After 40 turns/);
  assert.doesNotMatch(text({ turn_limit: 0 }), /After \d+ turns/);
  assert.match(text({ tunnel_cards: "both", jungle_cards: "morgan" }), /going back or Morgan\. In the jungle: Morgan/);
  assert.match(text({ leave_goal: false }), /home stay there/);
  assert.match(text({ filibusters: true, magic: true }), /card played as a spell or together with one/);
  assert.doesNotMatch(text({ filibusters: true }), /spell/);
  assert.match(text({ magic: true }), /stay in the box/);
  assert.doesNotMatch(text({}, "everything"), /stay in the box/);
  assert.match(text({}, "hispaniola"), /everyone sees the cards drawn from the row/);
  assert.doesNotMatch(text({}, "island"), /jail/);
});
