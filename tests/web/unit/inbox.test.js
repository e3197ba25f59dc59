import assert from "node:assert/strict";
import { test } from "node:test";
import { groups, isLong } from "../../../src/cartagena/web/js/screens/home/inbox.js";

/** @import { TableInfo } from "../../../src/cartagena/web/js/net/types.js" */

const seats = [
  { colour: "blue", kind: "player", identity: "me" },
  { colour: "red", kind: "player", identity: "leo" },
];

/** @param {string} id @param {object} more @returns {TableInfo} */
const table = (id, more) =>
  /** @type {any} */ ({
    id,
    status: "running",
    decider: "red",
    owner: "me",
    seconds: 86_400,
    budget: 0,
    seats,
    ...more,
  });

test("tables are grouped by what we can do there", () => {
  const tables = [
    table("theirs", {}),
    table("ours", { decider: "blue" }),
    table("invited", { status: "waiting", owner: "leo", decider: null }),
    table("hosted", { status: "waiting", decider: null }),
    table("new", { status: "finished", decider: null }),
    table("old", { status: "finished", decider: null }),
    table("bots", { status: "finished", decider: null, seats: seats.slice(0, 1) }),
  ];
  const listed = groups(tables, "me", ({ id }) => id !== "old");
  assert.deepEqual(
    listed.map(([title, group]) => [title, group.map(({ id }) => id)]),
    [
      ["Your turn", ["ours"]],
      ["Invitations", ["invited"]],
      ["Waiting for others", ["theirs", "hosted"]],
      ["Finished since your last visit", ["new"]],
    ],
  );
  assert.deepEqual(
    groups([], "me", () => true),
    [],
  );
});

test("long tables are those that players come back to", () => {
  assert.ok(isLong(table("day", {}), "me"));
  assert.ok(isLong(table("unlimited", { seconds: 0 }), "me"));
  assert.ok(!isLong(table("fast", { seconds: 90 }), "me"));
  assert.ok(!isLong(table("fast game", { seconds: 0, budget: 600 }), "me"));
  assert.ok(!isLong(table("alone", { seats: seats.slice(0, 1) }), "me"));
});
