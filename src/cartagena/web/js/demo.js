/** A board that plays by itself on the first page, to show at a glance what this is. */

import { mayMove } from "./cards.js";
import { Picture } from "./render.js";
import { SLIM } from "./stage.js";
import { begin } from "./state.js";

/** @import { Rules, View } from "./types.js" */

const SYMBOLS = ["weapons", "rum", "lantern", "parrot", "hook", "chest"];
const COLOURS = ["blue", "red", "green", "yellow"];
const TILES = ["024135", "513024", "350412", "241503", "135240", "402315"];

/** A way of six tiles. */
const BOARD = TILES.join("").split("").map((digit) => SYMBOLS[Number(digit)] ?? "rum");

/** @param {Record<string, number[]>} standing @param {string} sloop @returns {View} */
function view(standing, sloop) {
  /** @type {View["pirates"]} */
  const pirates = {};
  for (const [colour, places] of Object.entries(standing)) {
    /** @type {Record<string, number>} */
    const counted = {};
    for (const place of places) {
      const name = place === 0 ? "jail" : place > 36 ? "cove" : String(place);
      counted[name] = (counted[name] ?? 0) + 1;
    }
    pirates[colour] = counted;
  }
  const sizes = Object.fromEntries(COLOURS.map((colour) => [colour, 6]));
  return {
    viewer: null, pirates, hands: {}, hand_sizes: sizes, deck: [], discard: {}, turn: "blue", actions_left: 3,
    winner: null, over: true, pending: null, sloop_at: sloop, chests: {},
  };
}

/** Shows the board; the second value stops it. @returns {[HTMLElement, () => void]} */
export function demo() {
  const rules = /** @type {Rules} */ ({
    edition: "2017", hands: "hidden", supply: "deck", tunnel: 3, jungle: 3, pirates: 6, most_actions: 3,
    filibusters: false, magic: false, tunnel_cards: "retreat", jungle_cards: "retreat",
  });
  const picture = new Picture();
  /** @type {Record<string, number[]>} */
  const standing = { blue: [0, 4, 9, 15, 22, 37], red: [0, 0, 6, 11, 25, 30], green: [0, 3, 9, 16, 20, 33], yellow: [0, 5, 12, 18, 28, 37] };
  let turn = 0;
  let sloop = "cartagena";
  const state = begin({
    seq: 0, you: [], answers: 0, board: BOARD, log: [], views: [], legal: [], undo: false, deadline: null, chat: [], present: [],
    table: {
      id: "", name: "", status: "running", rules, seats: [], owner: "", public: false, spectators: false, seconds: 0, standin: "",
      created_at: 0, commitment: "", rematch: "", rematch_of: "",
    },
  });
  const show = () => picture.show({ ...state, views: [view(standing, sloop)] });
  const step = () => {
    const colour = COLOURS[turn % 4] ?? "blue";
    const crew = standing[colour] ?? [];
    const which = (turn * 5 + 1) % crew.length;
    const at = crew[which] ?? 0;
    const taken = new Set(Object.values(standing).flat());
    let next = at + 1 + (turn % 5);
    while (next <= 36 && taken.has(next)) next++;
    crew[which] = at > 36 ? 0 : next;
    if (turn % 6 === 5) sloop = sloop === "cartagena" ? "tortuga" : "cartagena";
    turn++;
    show();
  };
  picture.load(state.table, BOARD, SLIM.matches).then(show, () => {});
  const timer = mayMove() ? setInterval(step, 1500) : undefined;
  return [picture.root, () => clearInterval(timer)];
}
