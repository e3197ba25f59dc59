/** Tables for the unit tests: the client's state for a game with given views and moves. */

import { readFileSync } from "node:fs";
import { presetRules, setCatalogue } from "../../../src/cartagena/web/js/model/catalogue.js";
import { fromSnapshot } from "../../../src/cartagena/web/js/model/table_state.js";

setCatalogue(JSON.parse(readFileSync(new URL("catalogue.json", import.meta.url), "utf8")));

const SYMBOLS = ["bottle", "pistol", "hat", "skull", "dagger", "key"];

/** The view at the start of a game of two, with these changes. */
export function view(changes = {}) {
  return {
    viewer: "blue",
    pirates: { blue: { jail: 6 }, red: { jail: 6 } },
    hands: { blue: { dagger: 2, key: 1 } },
    hand_sizes: { blue: 3, red: 6 },
    row: null,
    deck: Array(40).fill(null),
    discard: {},
    turn: "blue",
    actions_left: 3,
    winner: null,
    over: false,
    pending: null,
    ...changes,
  };
}

/** A player's seat, or a bot's. */
export function seat(colour, changes = {}) {
  const empty = { level: "", identity: "", substitute: false, contributed: true };
  return { colour, kind: "player", name: colour === "blue" ? "Anna" : "Bert", ...empty, ...changes };
}

/** A snapshot of a running game, as the server sends it. */
export function snapshot(changes = {}, rules = {}) {
  const table = {
    id: "t",
    name: "",
    status: "running",
    decider: "blue",
    paused: false,
    pause_wanted: [],
    rules: { ...presetRules("jamaica"), ...rules },
    seats: [seat("blue"), seat("red")],
    owner: "",
    public: false,
    spectators: true,
    seconds: 0,
    budget: 0,
    increment: 0,
    substitute: "deckhand",
    created_at: 0,
    bot_speed: "normal",
    commitment: "",
    rematch: "",
    rematch_of: "",
  };
  return {
    seq: 5,
    table,
    you: ["blue"],
    expected_seq: 5,
    board: Array.from({ length: 36 }, (_, i) => SYMBOLS[i % 6]),
    log: [],
    views: [view()],
    legal: [],
    undo: false,
    deadline: null,
    chat: [],
    present: [],
    ...changes,
  };
}

/** The state that follows from this snapshot. */
export function state(changes = {}, rules = {}) {
  return fromSnapshot(snapshot(changes, rules));
}
