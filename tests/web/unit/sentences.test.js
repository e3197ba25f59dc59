/** Sentences: every kind of move in the log, the player to move, and the prompt. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "../../../src/cartagena/web/js/model/catalogue.js";
import { describeSail } from "../../../src/cartagena/web/js/model/explain.js";
import { parseMove } from "../../../src/cartagena/web/js/model/moves.js";
import {
  logSentence,
  moveInBrief,
  moveSentence,
  prompt,
  seatName,
  spellText,
  statusSentence,
  tablePrompt,
  targetText,
} from "../../../src/cartagena/web/js/model/sentences.js";
import { seat, snapshot, state, view } from "./tables.js";

/** Red in sentences: the name is isolated from the writing direction around it. */
const RED = "\u2068Bert\u2069";

/** Every kind of move: its notation, its sentence, and in brief. */
const KINDS = [
  ["dagger jail-5", "Blue plays dagger: jail → 5.", "play dagger, jail → 5"],
  ["rum* 7-sloop", "Blue plays dark rum: 7 → sloop.", "play dark rum, 7 → sloop"],
  ["back 17-12", "Blue goes back: 17 → 12.", "go back, 17 → 12"],
  ["morgan red 8-12", "Blue helps Red forward: 8 → 12.", `help ${RED} forward, 8 → 12`],
  ["sail", "Blue sails the sloop across.", "sail"],
  ["pass", "Blue ends the turn.", "end the turn"],
  ["skip", "Blue skips the turn.", "skip the turn and draw a card"],
  ["weapons! red", "Blue: Black Magic Woman! Weapons: look at the hand of Red.", `use the weapons spell on ${RED}`],
  ["rum!", "Blue: Black Magic Woman! Rum: cards for everyone.", "use the rum spell"],
  ["lantern!", "Blue: Black Magic Woman! Lantern: look at the next cards.", "use the lantern spell"],
  ["parrot+parrot!", "Blue: Black Magic Woman! Two parrots count as another card.", "use the parrot spell"],
  ["hook!", "Blue: Black Magic Woman! Hook: move two pirates together.", "use the hook spell"],
  ["chest! 20", "Blue: Black Magic Woman! Opens the chest on 20.", "use the chest spell on 20"],
  ["as rum jail-3", "Blue plays the parrots as rum: jail → 3.", "play rum, jail → 3"],
  ["with key 4-9", "Blue adds key and moves two pirates together: 4 → 9.", "play key, 4 → 9"],
  ["take rum", "Blue takes rum.", "take rum"],
  ["keep rum", "Blue keeps rum.", "keep rum"],
  ["give hook red", "Blue gives hook to Red.", `give hook to ${RED}`],
  ["put chest", "Blue puts chest back on top.", "put chest back"],
  ["discard rum", "Blue discards rum.", "discard rum"],
];

test("every kind of move has a sentence, and one in brief", () => {
  const now = state();
  const colour = (/** @type {string} */ name) => (name === "red" ? "Red" : name);
  const known = new Set(KINDS.map(([text = ""]) => parseMove(text).kind));
  assert.deepEqual(known, new Set(catalogue().kinds.map((kind) => kind.name)));
  for (const [text = "", sentence, brief] of KINDS) {
    assert.equal(moveSentence(parseMove(text), "Blue", colour), sentence);
    assert.equal(moveInBrief(now, parseMove(text)), brief);
  }
});

test("a line of the log gives the effect of the move", () => {
  const now = state();
  assert.equal(logSentence(now, { seat: "blue", move: "back 9-4", drawn: 2 }), "Blue goes back: 9 → 4. Draws 2 cards.");
  assert.match(logSentence(now, { seat: "red", move: "back 9-4", drawn: 1 }), /^\u2068Bert\u2069 .* Draws 1 card\.$/);
  assert.match(logSentence(now, { seat: "blue", move: "chest! 20", found: "snake" }), /A snake chases/);
  assert.match(logSentence(now, { seat: "blue", move: "chest! 20", found: "empty" }), /The chest is empty\.$/);
});

test("the log says which steps the server made because there was one possibility", () => {
  const line = { seat: "blue", move: "put hat" };
  const said = logSentence(state(), { ...line, by_server: true });
  assert.equal(said, `${logSentence(state(), line)} It was the only possible move, so it was played automatically.`);
});

test("the log at a shared screen names no secret card", () => {
  const shared = state({ you: ["blue", "red"] });
  assert.equal(logSentence(shared, { seat: "blue", move: "keep rum" }), "\u2068Anna\u2069 keeps a hidden card.");
});

test("our seat is called by its colour, the others by a name that no other seat has", () => {
  assert.equal(seatName(state(), "blue"), "Blue");
  assert.equal(seatName(state(), "red"), RED);
  const table = {
    ...snapshot().table,
    seats: [seat("blue"), seat("red", { kind: "bot", level: "bosun", name: "Bruno" })],
  };
  assert.equal(seatName(state({ table }), "red"), "\u2068Bruno\u2069");
  const twins = { ...table, seats: ["blue", "red", "green"].map((colour) => seat(colour, { name: "Pirate" })) };
  assert.equal(seatName(state({ table: twins }), "red"), "\u2068Pirate\u2069 (Red)");
});

test("whose turn it is, or how the game ended", () => {
  const legal = ["pass"];
  assert.equal(statusSentence(state({ legal })), "Your turn");
  assert.equal(statusSentence(state({ views: [view({ turn: "red" })] })), `${RED} to move`);
  assert.equal(statusSentence(state({ legal, you: ["blue", "red"] })), "\u2068Anna\u2069, it’s your turn");
  const pending = view({ turn: "red", pending: { kind: "discard", seat: "blue" } });
  assert.equal(statusSentence(state({ legal: ["discard key"], views: [pending] })), "Your choice");
  const over = (/** @type {string | null} */ winner) =>
    statusSentence(state({ views: [view({ over: true, winner })] }));
  assert.match(over("blue"), /^You win!/);
  assert.equal(over("red"), `${RED} wins!`);
  assert.match(over(null), /Nobody wins/);
});

test("the prompt says what can be done now", () => {
  const asked = (/** @type {string[]} */ legal, changes = {}, selection = {}) => {
    const now = state({ legal, views: [view(changes)] });
    return prompt({ ...now, selection: { ...now.selection, ...selection } });
  };
  assert.equal(asked([]), "");
  assert.match(asked(["key jail-6", "back 3-1"]), /a card to advance, or a pirate to go back/);
  assert.match(asked(["key jail-6", "morgan red 3-5"]), /help another player’s pirate forward/);
  assert.match(asked(["back 3-1"]), /a pirate to draw cards/);
  assert.equal(asked(["pass"]), "Choose what to do.");
  assert.match(asked(["sail", "key jail-6"], { free_sail: true }), /captain/);
  assert.match(asked(["key jail-6"], {}, { card: "key" }), /Choose a pirate or a highlighted space/);
  assert.match(asked(["key jail-6"], {}, { place: "jail" }), /Choose a highlighted space/);
  const choice = (/** @type {string} */ kind, move = "keep rum", more = {}) =>
    asked([move], { pending: { kind, seat: "blue", ...more } });
  assert.match(choice("take", "take rum", { from: "red" }), /from the hand of \u2068Bert/);
  assert.match(choice("keep", "keep rum", { left: 2 }), /Keep 2/);
  assert.match(choice("give", "give rum red", { to: "red" }), /to \u2068Bert/);
  assert.match(choice("put", "put rum"), /will be drawn first/);
  assert.match(choice("discard", "discard rum"), /down to seven/);
  assert.match(choice("hook", "with key 4-9"), /second card/);
  assert.match(choice("parrots", "as rum 4-9"), /which symbol/);
});

test("a target says where a card, going back, or Morgan leads", () => {
  const text = (/** @type {string} */ move) => targetText(parseMove(move));
  assert.equal(text("rum* 7-21"), "dark rum → 21");
  assert.equal(text("back 21-19"), "Back → 19");
  assert.equal(text("morgan red 8-cove"), "Help forward → cove");
});

test("a spell's button has words only, with dark parrots, too", () => {
  const text = (/** @type {string} */ move) => spellText(state(), parseMove(move));
  assert.equal(text("parrot+parrot!"), "Spell: play two parrots as another card");
  assert.equal(text("parrot+parrot*!"), "Spell: play two parrots as another card (one dark)");
  assert.equal(text("parrot*+parrot*!"), "Spell: play two parrots as another card (both dark)");
  assert.equal(text("weapons*! red"), `Spell: look at ${RED}’s hand`);
  assert.equal(text("chest! 11"), "Spell: open the chest on 11");
});

test("an open undo window is explained to its player and to the others", () => {
  const inUndoWindow = (seat, until, undo) =>
    state({ undo_window: { seat, until }, undo, legal: [], views: [view({ turn: "red" })] });
  assert.equal(statusSentence(inUndoWindow("blue", 5000, true)), "Your turn ends…");
  assert.equal(statusSentence(inUndoWindow("blue", null, true)), "End your turn?");
  assert.equal(
    tablePrompt(inUndoWindow("blue", null, true)),
    "You have no actions left. End your turn, or undo the last action.",
  );
  assert.equal(statusSentence(inUndoWindow("red", 5000, false)), `${RED} is ending the turn…`);
  assert.equal(tablePrompt(inUndoWindow("red", 5000, false)), "");
});

test("the log names the cards that we drew", () => {
  const line = { seat: "blue", move: "back 9-4", drawn: 3, cards: ["key", "key", "hat"] };
  assert.equal(logSentence(state(), line), "Blue goes back: 9 → 4. Draws key × 2, hat.");
  const shared = state({ you: ["blue", "red"] });
  assert.match(logSentence(shared, line), /Draws 3 cards\.$/);
});

test("the prompt says how to turn a card to its spell, and who is captain", () => {
  const asked = (/** @type {string[]} */ legal, changes = {}, selection = {}) => {
    const now = state({ legal, views: [view(changes)] });
    return prompt({ ...now, selection: { ...now.selection, ...selection } });
  };
  const rum = (/** @type {object} */ selection) => asked(["rum!", "rum jail-6"], {}, { card: "rum", ...selection });
  assert.equal(rum({}), "Choose a pirate or a highlighted space. Press the card again for its spell.");
  assert.equal(rum({ spell: true }), "Cast the spell, or press the card again.");
  const pirates = { blue: { sloop: 2, jail: 4 }, red: { sloop: 1, jail: 5 } };
  const sail = (/** @type {object} */ changes) => asked(["sail", "key jail-6"], { pirates, ...changes });
  assert.equal(
    sail({ free_sail: true, sloop_at: "cartagena" }),
    "You have 2 pirates aboard and nobody has more, so you’re the captain.",
  );
  const explained = (/** @type {object} */ changes) => describeSail(state({ views: [view({ pirates, ...changes })] }));
  assert.equal(
    explained({ sloop_at: "tortuga" }),
    "Sail: the sloop returns to Cartagena with 3 pirates aboard. It costs an action.",
  );
  assert.match(explained({ free_sail: true, sloop_at: "cartagena" }), /3 pirates to Tortuga\. It costs nothing now\.$/);
  assert.match(explained({ sloop_at: "tortuga", pirates: { blue: { 3: 6 } } }), /the empty sloop returns/);
});
