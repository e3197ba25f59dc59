/** Moves: every kind is parsed from its notation, and found by the player's selection. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "../../../src/cartagena/web/js/model/catalogue.js";
import {
  badgeText,
  candidates,
  cardsGained,
  isCardMove,
  isChoice,
  isDark,
  isSecret,
  isSpell,
  movablePirates,
  movesByTarget,
  NO_SELECTION,
  parseMove,
  select,
  spellsOf,
  symbolOf,
} from "../../../src/cartagena/web/js/model/moves.js";
import { state, view } from "./tables.js";

/** Every kind of move: its notation, and the result of parsing it. */
const KINDS = [
  ["dagger jail-5", { kind: "advance", card: "dagger", from: "jail", to: "5" }],
  ["rum* 7-sloop", { kind: "advance", card: "rum*", from: "7", to: "sloop" }],
  ["back 17-12", { kind: "retreat", from: "17", to: "12" }],
  ["morgan red 8-12", { kind: "morgan", colour: "red", from: "8", to: "12" }],
  ["sail", { kind: "sail" }],
  ["pass", { kind: "pass" }],
  ["skip", { kind: "skip" }],
  ["weapons! green", { kind: "weapons", card: "weapons", colour: "green" }],
  ["rum*!", { kind: "rum", card: "rum*" }],
  ["lantern!", { kind: "lantern", card: "lantern" }],
  ["parrot+parrot*!", { kind: "parrots", card: "parrot" }],
  ["hook!", { kind: "hook", card: "hook" }],
  ["chest! 20", { kind: "chest", card: "chest", from: "20", to: "20" }],
  ["as rum jail-3", { kind: "as", card: "rum", from: "jail", to: "3" }],
  ["with key 4-9", { kind: "with", card: "key", from: "4", to: "9" }],
  ["take rum", { kind: "take", card: "rum" }],
  ["keep rum*", { kind: "keep", card: "rum*" }],
  ["give hook red", { kind: "give", card: "hook", colour: "red" }],
  ["put chest", { kind: "put", card: "chest" }],
  ["discard rum", { kind: "discard", card: "rum" }],
];

test("every kind of move is read from its notation", () => {
  for (const [text, expected] of KINDS) {
    assert.deepEqual(parseMove(text), { text, card: "", colour: "", from: "", to: "", jumped: [], ...expected }, text);
  }
});

test("the test reads every kind of move in the catalogue", () => {
  const kinds = catalogue().kinds.map((kind) => kind.name);
  assert.deepEqual(new Set(KINDS.map(([text]) => parseMove(text).kind)), new Set(kinds));
});

test("a text that is not a move is read as none", () => {
  for (const text of ["", "fly to the moon", "back", "rum", "keep rum now"]) {
    assert.deepEqual(parseMove(text), { text, kind: text, card: "", colour: "", from: "", to: "", jumped: [] });
  }
});

test("spells, choices, secrets and card moves are told apart", () => {
  const kinds = (/** @type {Function} */ is) =>
    new Set(
      KINDS.map(([text]) => parseMove(text))
        .filter((move) => is(move))
        .map((move) => move.kind),
    );
  assert.deepEqual(kinds(isSpell), new Set(["weapons", "rum", "lantern", "parrots", "hook", "chest"]));
  assert.deepEqual(kinds(isChoice), new Set(["take", "keep", "give", "put", "discard"]));
  assert.deepEqual(kinds(isSecret), new Set(["take", "keep", "give", "put"]));
  assert.deepEqual(kinds(isCardMove), new Set(["advance", "with", "as"]));
});

test("a dark card has the symbol of its light one", () => {
  assert.equal(symbolOf("rum*"), "rum");
  assert.ok(isDark("rum*"));
  assert.ok(!isDark("rum"));
});

test("going back gains as many cards as pirates stand there, and two at an end of the path", () => {
  const pirates = { blue: { 9: 1, 4: 1 }, red: { 4: 1 } };
  const now = state({ views: [view({ pirates })] });
  assert.equal(cardsGained(parseMove("back 9-4"), now), 2);
  assert.equal(cardsGained(parseMove("morgan red 4-9"), now), 1);
  assert.equal(cardsGained(parseMove("morgan red 30-sloop"), now), 2);
  assert.equal(cardsGained(parseMove("key 4-9"), now), 0);
  assert.equal(badgeText(parseMove("back 9-4"), now), "+2");
  assert.equal(badgeText(parseMove("key 4-9"), now), "key");
});

const LEGAL = ["dagger jail-5", "key jail-6", "key 3-6", "back 3-1", "morgan red 3-5", "chest! 3", "pass"].map(
  parseMove,
  spellsOf,
);

test("a change of the selection clears the target, and deselecting a pirate clears its colour", () => {
  const both = select(select(NO_SELECTION, { card: "key" }), { place: "3", colour: "red" });
  assert.deepEqual(both, { card: "key", place: "3", colour: "red", target: "", spell: false });
  const target = select(both, { target: "6" });
  assert.deepEqual(target, { ...both, target: "6" });
  assert.deepEqual(select(target, { card: "" }), { ...both, card: "" });
  assert.deepEqual(select(target, { place: "" }), { ...both, place: "", colour: "" });
});

test("the candidates match the selected card and pirate", () => {
  const found = (/** @type {object} */ selection) =>
    candidates(LEGAL, { ...NO_SELECTION, ...selection }, "blue").map((move) => move.text);
  assert.deepEqual(found({ card: "key" }), ["key jail-6", "key 3-6"]);
  assert.deepEqual(found({ card: "key", place: "3", colour: "blue" }), ["key 3-6"]);
  assert.deepEqual(found({ place: "3", colour: "red" }), ["morgan red 3-5"]);
  assert.deepEqual(found({ place: "3", colour: "blue" }), ["key 3-6", "back 3-1", "chest! 3"]);
  assert.ok(!found({}).includes("chest! 3"), "a chest is opened only when its card or pirate is selected");
  assert.ok(!found({}).includes("pass"));
});

test("movable pirates are those of the mover, with Morgan those of others", () => {
  const moves = LEGAL.filter((move) => move.from);
  assert.deepEqual(movablePirates(moves, "blue"), new Set(["blue jail", "blue 3", "red 3"]));
});

test("moves are gathered by their target", () => {
  const targets = movesByTarget(candidates(LEGAL, NO_SELECTION, "blue"));
  assert.deepEqual([...targets.keys()], ["5", "6", "1"]);
  assert.deepEqual(
    targets.get("6")?.map((move) => move.text),
    ["key jail-6", "key 3-6"],
  );
});

test("a card offers its own spells, and a pirate the spell of its chest", () => {
  const legal = ["parrot+parrot!", "parrot+parrot*!", "parrot*+parrot*!", "rum!", "chest! 4", "rum 1-7"].map(parseMove);
  const texts = (selection = {}) => spellsOf(legal, { ...NO_SELECTION, ...selection }).map((move) => move.text);
  assert.deepEqual(texts(), []);
  assert.deepEqual(texts({ card: "rum" }), ["rum!"]);
  assert.deepEqual(texts({ card: "parrot" }), ["parrot+parrot!", "parrot+parrot*!"]);
  assert.deepEqual(texts({ card: "parrot*" }), ["parrot+parrot*!", "parrot*+parrot*!"]);
  assert.deepEqual(texts({ place: "4" }), ["chest! 4"]);
});

test("a hidden card is read as hidden", () => {
  for (const kind of ["put", "keep", "take"]) {
    const move = parseMove(`${kind} ?`);
    assert.equal(move.kind, kind);
    assert.equal(move.card, "?");
  }
});
