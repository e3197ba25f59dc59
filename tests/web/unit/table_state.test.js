/** The state of a table after each event of the stream. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  deciderOf,
  goalOf,
  isOurs,
  linesSinceOurs,
  playerCount,
  positionState,
  seatOf,
  startOf,
  viewOf,
} from "../../../src/cartagena/web/js/model/game_state.js";
import { NO_SELECTION, parseMove } from "../../../src/cartagena/web/js/model/moves.js";
import { applyEvent, fromSnapshot, withChat } from "../../../src/cartagena/web/js/model/table_state.js";
import { seat, snapshot, state, view } from "./tables.js";

const SELECTION = { ...NO_SELECTION, card: "key" };
const GAME = { expected_seq: 9, views: [view({ turn: "red" })], legal: [], undo: true, deadline: null };

test("a snapshot shows the hand of the seat that must choose, if it is ours", () => {
  assert.equal(state().shownSeat, "blue");
  assert.equal(state({ you: ["blue", "red"], views: [view({ turn: "red" })] }).shownSeat, "red");
  assert.equal(state({ views: [view({ turn: "red" })] }).shownSeat, "blue");
  assert.equal(state({ you: [] }).shownSeat, "");
});

test("the seat with a pending choice decides, even in another player's turn", () => {
  assert.equal(deciderOf(view({ pending: { kind: "discard", seat: "red" } })), "red");
  assert.equal(deciderOf(view()), "blue");
  assert.equal(deciderOf(view({ over: true })), "");
});

test("each player sees their own view", () => {
  const views = [view(), view({ viewer: "red" })];
  assert.equal(viewOf({ ...state({ views, you: ["blue", "red"] }), shownSeat: "red" })?.viewer, "red");
});

test("a move adds a line, ends the selection and shows the new views", () => {
  const before = { ...state(), selection: SELECTION, busy: true, hint: {}, hintPending: true };
  const after = applyEvent(before, "moved", { ...GAME, seat: "blue", move: "back 9-4", drawn: 2 });
  assert.deepEqual(after.log, [
    {
      seat: "blue",
      move: "back 9-4",
      jumped: undefined,
      drawn: 2,
      found: undefined,
      cards: undefined,
      by_server: false,
    },
  ]);
  assert.deepEqual(after.selection, NO_SELECTION);
  assert.deepEqual([after.busy, after.hint, after.hintPending], [false, null, false]);
  assert.deepEqual([after.expected_seq, after.undo], [9, true]);
  assert.equal(after.table.status, "running");
  assert.equal(before.log.length, 0, "the state before is not changed");
});

test("moves and lines of the log have the spaces that they jump over", () => {
  const game = { ...GAME, legal: ["key 3-15", "back 9-4"], jumps: { "key 3-15": ["7", "11"] } };
  const after = applyEvent(state(), "moved", { ...game, seat: "red", move: "hat 2-9", jumped: ["5"] });
  assert.deepEqual(
    after.legal.map((move) => move.jumped),
    [["7", "11"], []],
  );
  assert.deepEqual(after.log.at(-1)?.jumped, ["5"]);
});

test("the log knows which steps the server made", () => {
  const after = applyEvent(state(), "moved", { ...GAME, seat: "red", move: "put ?", by: "server" });
  assert.equal(after.log[0]?.by_server, true);
});

test("while an undo window is open the turn is still that player's, and nobody chooses", () => {
  const game = { ...GAME, undo_window: { seat: "blue", until: 5000 } };
  const after = applyEvent(state(), "moved", { ...game, seat: "blue", move: "key jail-3" });
  assert.equal(deciderOf(viewOf(after)), "blue");
  assert.deepEqual([isOurs(after), after.undo, viewOf(after)?.actions_left], [false, true, 0]);
  const again = fromSnapshot(
    snapshot({ views: [view({ turn: "red" })], undo_window: game.undo_window, undo: true, legal: [] }),
  );
  assert.equal(deciderOf(viewOf(again)), "blue");
  const ended = applyEvent(after, "turn-ended", { ...GAME, undo_window: null, undo: false, seat: "blue" });
  assert.deepEqual([deciderOf(viewOf(ended)), ended.undoWindow, ended.undo, ended.log.length], ["red", null, false, 1]);
});

test("the cards that we drew are new until our next move", () => {
  const before = state({ views: [view({ hands: { blue: { key: 1 } }, hand_sizes: { blue: 1, red: 3 } })] });
  const drew = [view({ hands: { blue: { key: 2, hat: 1 } }, hand_sizes: { blue: 3, red: 3 } })];
  const after = applyEvent(before, "moved", { ...GAME, views: drew, seat: "blue", move: "back 9-4", drawn: 2 });
  assert.deepEqual(after.newCards, ["key", "hat"]);
  const others = applyEvent(after, "moved", { ...GAME, views: drew, seat: "red", move: "back 9-4", drawn: 1 });
  assert.deepEqual(others.newCards, ["key", "hat"]);
  assert.deepEqual(linesSinceOurs(others), [others.log[1]]);
  const next = applyEvent(others, "moved", { ...GAME, views: drew, seat: "blue", move: "pass" });
  assert.deepEqual(next.newCards, []);
  assert.deepEqual(linesSinceOurs(next), []);
});

test("a bot plays from the time-out until the player is back, and finishes that turn", () => {
  const gone = applyEvent(state(), "timed-out", { ...GAME, seat: "red" });
  assert.equal(gone.table.seats[1]?.substitute, true);
  const moved = applyEvent(gone, "moved", { ...GAME, seat: "red", move: "pass", by: "substitute" });
  assert.equal(moved.table.seats[1]?.substitute, true);
  const back = applyEvent(moved, "resumed", { ...GAME, seat: "red", deadline: 7, time_left: { red: 900 } });
  assert.deepEqual([back.table.seats[1]?.substitute, back.deadline, back.timeLeft], [false, 7, { red: 900 }]);
  const finished = applyEvent(back, "moved", { ...GAME, seat: "red", move: "pass", by: "substitute" });
  assert.equal(finished.table.seats[1]?.substitute, false);
});

test("undo removes the last line", () => {
  const log = [
    { seat: "blue", move: "key jail-6" },
    { seat: "blue", move: "pass" },
  ];
  const after = applyEvent(state({ log }), "undone", { ...GAME, legal: ["pass"] });
  assert.deepEqual(after.log, log.slice(0, 1));
  assert.ok(isOurs(after));
});

test("the last move finishes the game", () => {
  const over = [view({ over: true, winner: "blue" })];
  const after = applyEvent(state(), "moved", { ...GAME, views: over, seat: "blue", move: "key 30-sloop" });
  assert.equal(after.table.status, "finished");
});

test("the deal begins with an empty log", () => {
  const waiting = state({ views: [], log: [{ seat: "red", move: "pass" }] });
  const { table } = snapshot();
  const after = applyEvent(waiting, "started", { ...GAME, table, board: ["key"] });
  assert.deepEqual([after.log, after.board, after.table.status], [[], ["key"], "running"]);
});

test("a change of seats before the game changes nothing else", () => {
  const { table } = snapshot();
  const joined = { ...table, status: "waiting", seats: [seat("blue"), seat("red", { name: "Carla" })] };
  const after = applyEvent(state({ views: [] }), "joined", { table: joined, you: ["red"] });
  assert.equal(after.table.seats[1]?.name, "Carla");
  assert.deepEqual(after.you, ["red"]);
  assert.deepEqual(after.views, []);
});

test("when a player leaves, the one who must choose keeps the selection", () => {
  const before = { ...state({ legal: ["key jail-6"] }), selection: SELECTION };
  const left = { table: before.table, you: ["blue"], ...GAME };
  assert.deepEqual(applyEvent(before, "left", { ...left, legal: ["key jail-6"] }).selection, SELECTION);
  assert.deepEqual(applyEvent(before, "left", left).selection, NO_SELECTION);
});

test("chat: at most a hundred messages are kept, and muting replaces them", () => {
  const chat = Array.from({ length: 100 }, (_, seq) => ({ seq, at: 0, identity: "b", name: "B", seat: "", text: "" }));
  const after = applyEvent(state({ chat }), "said", { seq: 100, text: "Ahoy" });
  assert.equal(after.chat.length, 100);
  assert.equal(after.chat.at(-1)?.text, "Ahoy");
  const muted = withChat(after, { chat: [], muted: [{ identity: "b", name: "B" }] });
  assert.deepEqual([muted.chat.length, muted.muted[0]?.name], [0, "B"]);
});

test("a presence event sets the server's clock", () => {
  const after = applyEvent(state(), "presence", { present: ["x"], now: Date.now() + 60_000 });
  assert.deepEqual(after.present, ["x"]);
  assert.ok(Math.abs(after.clockOffset - 60_000) < 5000);
  assert.equal(fromSnapshot(snapshot()).clockOffset, 0, "a position without a server has no clock");
});

test("a rematch is known by its table; an unknown event changes nothing", () => {
  assert.equal(applyEvent(state(), "rematched", { table: "u" }).table.rematch, "u");
  const before = state();
  assert.equal(applyEvent(before, "something new", {}), before);
});

test("start and goal follow from the rules", () => {
  const ends = (/** @type {object} */ rules) => {
    const now = state({}, rules);
    return [startOf(now.rules), goalOf(now.rules)];
  };
  assert.deepEqual(ends({}), ["jail", "sloop"]);
  assert.deepEqual(ends({ tunnel: 0, jungle: 6 }), ["sloop", "cove"]);
  assert.deepEqual(ends({ tunnel: 3, jungle: 3 }), ["jail", "cove"]);
});

test("a table that is paused or closed offers no move, and stays closed", () => {
  const table = { ...state().table, paused: true };
  const paused = applyEvent(state(), "paused", { ...GAME, table, you: ["blue"] });
  assert.deepEqual([paused.table.paused, isOurs(paused), paused.table.status], [true, false, "running"]);
  const closed = applyEvent(state(), "closed", { ...GAME, table: { ...table, status: "closed" }, you: ["blue"] });
  assert.equal(closed.table.status, "closed");
});

test("after an outage of the server the deadline is later", () => {
  assert.equal(applyEvent(state({ deadline: 5 }), "time-refunded", { by: 20, deadline: 25 }).deadline, 25);
});

test("rules and seats of the game stay those of the table", () => {
  const joined = { ...state().table, seats: [seat("blue"), seat("red", { name: "Carla" })] };
  const next = applyEvent(state(), "joined", { table: joined, you: ["blue"] });
  assert.equal(next.seats, next.table.seats);
  assert.equal(next.rules, next.table.rules);
  assert.equal(seatOf(next, "red")?.name, "Carla");
});

test("a game without a server needs rules, a board and a view", () => {
  const { rules, board } = state();
  const lesson = positionState({ seat: "blue", rules, board }, view(), { legal: [parseMove("key jail-6")] });
  assert.deepEqual([isOurs(lesson), lesson.shownSeat, playerCount(lesson)], [true, "blue", 2]);
  assert.equal(seatOf(lesson, "blue"), undefined);
});
