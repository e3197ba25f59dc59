/** Input: the meaning of a press on the board, and the highlights. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  highlights,
  pickUp,
  pressCard,
  pressPirate,
  pressPlace,
  pressTarget,
  preview,
} from "../../../src/cartagena/web/js/model/input.js";
import { prompt } from "../../../src/cartagena/web/js/model/sentences.js";
import { state, view } from "./tables.js";

const LEGAL = ["dagger jail-5", "key jail-6", "key 3-6", "back 3-1", "pass"];
const PIRATES = { blue: { jail: 5, 3: 1 }, red: { jail: 5, 1: 1 } };
const now = (changes = {}, selection = {}) => {
  const made = state({ legal: LEGAL, views: [view({ pirates: PIRATES })], ...changes });
  return { ...made, selection: { ...made.selection, ...selection } };
};

test("without a selection every pirate that can move lights up", () => {
  const { moves, movable } = highlights(now());
  assert.deepEqual(movable, new Set(["blue jail", "blue 3"]));
  assert.deepEqual(
    moves.map((move) => move.text),
    ["dagger jail-5", "key jail-6", "key 3-6", "back 3-1"],
  );
});

test("a selected card lights up the pirates that can use it; a selected pirate its own targets", () => {
  assert.deepEqual(highlights(now({}, { card: "dagger" })).movable, new Set(["blue jail"]));
  const selection = { place: "3", colour: "blue" };
  assert.deepEqual(
    highlights(now({}, selection)).moves.map((move) => move.to),
    ["6", "1"],
  );
});

test("nothing lights up while a move is on its way, or when it is not our turn", () => {
  for (const made of [{ ...now(), busy: true }, now({ legal: [] })]) {
    assert.deepEqual(highlights(made), { moves: [], movable: new Set() });
  }
});

test("a spell has its button: it lights up no target", () => {
  const legal = ["chest! 3", "chest 3-9"];
  const { moves } = highlights(now({ legal }, { place: "3", colour: "blue" }));
  assert.deepEqual(
    moves.map((move) => move.text),
    ["chest 3-9"],
  );
});

test("a press on a pirate selects it, a second press no longer", () => {
  assert.deepEqual(pressPirate(now(), "blue", "3"), { choose: { place: "3", colour: "blue" } });
  const selection = { place: "3", colour: "blue" };
  assert.deepEqual(pressPirate(now({}, selection), "blue", "3"), { choose: { place: "", colour: "" } });
});

test("a card and then a pirate make the move, and so do a pirate and then a card", () => {
  assert.deepEqual(pressPirate(now({}, { card: "dagger" }), "blue", "jail"), { play: "dagger jail-5" });
  assert.deepEqual(pressCard(now({}, { place: "3", colour: "blue" }), "key"), { play: "key 3-6" });
  const other = pressCard(now({}, { place: "3", colour: "blue" }), "dagger");
  assert.deepEqual([other.play, other.choose?.card, other.choose?.place], [undefined, "dagger", ""]);
  assert.deepEqual(pressPlace(now({}, { card: "dagger" }), "jail"), { play: "dagger jail-5" });
});

test("a second press on a card turns it to its spell, and a third one puts it down", () => {
  const legal = ["rum jail-5", "rum!"];
  const press = (/** @type {object} */ selection, cards = legal) =>
    pressCard(now({ legal: cards }, selection), "rum").choose;
  assert.equal(press({})?.spell, false);
  assert.deepEqual(press({ card: "rum" }), { card: "rum", spell: true });
  assert.deepEqual(press({ card: "rum", spell: true }), { card: "" });
  assert.equal(press({}, ["rum!"])?.spell, true, "a card that can only be cast shows its spell at once");
  const turned = now({ legal: ["rum jail-5", "rum!", "back 3-1"] }, { card: "rum", spell: true });
  assert.deepEqual(highlights(turned), { moves: [], movable: new Set() });
  assert.deepEqual(pressPirate(turned, "blue", "3"), { choose: { card: "", place: "3", colour: "blue" } });
});

test("a pirate that is picked up is selected, with the card if it can use it", () => {
  assert.deepEqual(pickUp(now({}, { card: "key" }), "blue", "3"), { choose: { place: "3", colour: "blue" } });
  assert.deepEqual(pickUp(now({}, { card: "dagger" }), "blue", "3"), {
    choose: { card: "", place: "3", colour: "blue" },
  });
});

test("what is pointed at is shown as if it were selected, unless something is selected already", () => {
  const shown = (/** @type {object} */ selection, /** @type {object} */ pointed) =>
    highlights(preview(now({}, selection), pointed)).moves.map((move) => move.text);
  assert.deepEqual(shown({}, { card: "dagger" }), ["dagger jail-5"]);
  assert.deepEqual(shown({}, { place: "3", colour: "blue" }), ["key 3-6", "back 3-1"]);
  assert.deepEqual(shown({ card: "key" }, { place: "3", colour: "blue" }), ["key 3-6"]);
  const chosen = now({}, { place: "3", colour: "blue" });
  assert.equal(preview(chosen, { card: "dagger" }), chosen);
  assert.equal(preview(now({ legal: [] }), null).selection.card, "");
});

test("a pirate that cannot use the selected card is selected without it", () => {
  const action = pressPirate(now({}, { card: "dagger" }), "blue", "3");
  assert.deepEqual(action, { choose: { card: "", place: "3", colour: "blue" } });
});

test("a pirate that cannot move says why", () => {
  const say = (/** @type {import("../../../src/cartagena/web/js/model/input.js").InputAction} */ action) =>
    action.say ?? "";
  assert.match(say(pressPirate(now(), "red", "1")), /can’t move this pirate/);
  assert.match(say(pressPirate(now(), "blue", "sloop")), /already home/);
  assert.match(say(pressPirate(now(), "blue", "9")), /none of your cards moves it forward/);
  assert.match(say(pressPirate(now({ legal: [] }), "blue", "3")), /not your turn/);
  const pending = view({ pending: { kind: "keep", seat: "blue" } });
  assert.match(say(pressPirate(now({ views: [pending], legal: ["keep rum"] }), "blue", "3")), /Choose a card/);
  assert.deepEqual(pressPirate(now({ legal: [], you: [] }), "blue", "3"), {}, "spectators are told nothing");
});

test("a press on a target plays the only move that leads there", () => {
  assert.deepEqual(pressTarget(now({}, { card: "dagger" }), "5"), { play: "dagger jail-5" });
  assert.deepEqual(pressTarget(now({}, { place: "3", colour: "blue" }), "1"), { play: "back 3-1" });
});

test("where several pirates lead, only they stay lit, and a press on one of them plays", () => {
  assert.deepEqual(pressTarget(now({}, { card: "key" }), "6"), { choose: { target: "6" } });
  const legal = [...LEGAL, "key 8-12"];
  const asked = now({ legal }, { card: "key", target: "6" });
  assert.deepEqual(highlights(asked).movable, new Set(["blue jail", "blue 3"]));
  assert.deepEqual(
    highlights(asked).moves.map((move) => move.text),
    ["key jail-6", "key 3-6"],
  );
  assert.deepEqual(pressPirate(asked, "blue", "3"), { play: "key 3-6" });
  assert.match(prompt(asked), /Which pirate/);
});

test("where several cards lead, a badge tells them apart, or the page asks for a card", () => {
  const legal = ["key 3-6", "key* 3-6"];
  const selection = { place: "3", colour: "blue" };
  assert.deepEqual(pressTarget(now({ legal }, selection), "6"), { choose: { target: "6" } });
  const asked = now({ legal }, { ...selection, target: "6" });
  assert.match(prompt(asked), /Which card/);
  assert.deepEqual(pressCard(asked, "key*"), { play: "key* 3-6" });
  assert.deepEqual(pressCard(now({ legal }, selection), "key*"), { play: "key* 3-6" });
  assert.deepEqual(pressCard(now({ legal }, { card: "key" }), "key"), { choose: { card: "" } });
  assert.deepEqual(pressTarget(now({ legal }, selection), "6", "key*"), { play: "key* 3-6" });
  assert.deepEqual(pressTarget(now({}, selection), "1", "+1"), { play: "back 3-1" });
});

test("a press on a space selects our pirate that stands there", () => {
  assert.deepEqual(pressPlace(now(), "3"), { choose: { place: "3", colour: "blue" } });
  assert.deepEqual(pressPlace(now(), "20"), {});
  assert.match(pressPlace(now({}, { card: "key" }), "20").say ?? "", /can’t get there/);
  const legal = ["morgan red 1-3", "key 1-6"];
  assert.match(pressPlace(now({ legal }), "1").say ?? "", /More than one pirate/);
});

test("presses do nothing while a move is on its way", () => {
  const busy = { ...now({}, { card: "dagger" }), busy: true };
  for (const action of [pressPirate(busy, "blue", "3"), pressTarget(busy, "5"), pressPlace(busy, "3")]) {
    assert.deepEqual(action, {});
  }
});
