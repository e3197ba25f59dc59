/** A board that plays by itself on the first page, to show at a glance what this is. */

import { Picture } from "../board/picture.js";
import { SLIM } from "../board/places.js";
import { h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { begin } from "../model/state.js";
import { mayMove } from "../table/cards.js";

/** @import { Rules, View } from "../net/types.js" */

const SYMBOLS = ["weapons", "rum", "lantern", "parrot", "hook", "chest"];
const COLOURS = ["blue", "red", "green", "yellow"];
const TILES = ["024135", "513024", "350412", "241503", "135240", "402315"];

/** A way of six tiles. */
const BOARD = TILES.join("")
  .split("")
  .map((digit) => SYMBOLS[Number(digit)] ?? "rum");

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
    viewer: null,
    pirates,
    hands: {},
    hand_sizes: sizes,
    deck: [],
    discard: {},
    turn: "blue",
    actions_left: 3,
    winner: null,
    over: true,
    pending: null,
    sloop_at: sloop,
    chests: {},
  };
}

/** Whether it moves; unless the reader has said so, as their system likes it. @type {boolean | null} */
let moving = null;

/** Two bars, or the sign that all players of music know. @param {boolean} on */
function sign(on) {
  return s(
    "svg",
    { viewBox: "0 0 16 16", class: "art", "aria-hidden": "true" },
    s("path", { d: on ? "M3 2H6.5V14H3ZM9.5 2H13V14H9.5Z" : "M3.5 1.5L14 8L3.5 14.5Z", fill: "currentColor" }),
  );
}

/**
 * Shows the board, with a button that lets it rest; the second value stops it.
 * @returns {[DocumentFragment, () => void]}
 */
export function demo() {
  const rules = /** @type {Rules} */ ({
    edition: "2017",
    hands: "hidden",
    supply: "deck",
    tunnel: 3,
    jungle: 3,
    pirates: 6,
    most_actions: 3,
    filibusters: false,
    magic: false,
    tunnel_cards: "retreat",
    jungle_cards: "retreat",
  });
  const picture = new Picture();
  /** @type {Record<string, number[]>} */
  const standing = {
    blue: [0, 4, 9, 15, 22, 37],
    red: [0, 0, 6, 11, 25, 30],
    green: [0, 3, 9, 16, 20, 33],
    yellow: [0, 5, 12, 18, 28, 37],
  };
  let turn = 0;
  let sloop = "cartagena";
  const state = begin({
    seq: 0,
    you: [],
    answers: 0,
    board: BOARD,
    log: [],
    views: [],
    legal: [],
    undo: false,
    deadline: null,
    chat: [],
    present: [],
    table: {
      id: "",
      name: "",
      status: "running",
      decider: "",
      rules,
      seats: [],
      owner: "",
      public: false,
      spectators: false,
      seconds: 0,
      standin: "",
      created_at: 0,
      commitment: "",
      rematch: "",
      rematch_of: "",
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
  picture.root.setAttribute("aria-hidden", "true");
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const toggle = () => {
    moving = timer === undefined;
    run(moving);
  };
  const button = h("button", { type: "button", class: "still", onclick: toggle });
  /** @param {boolean} on */
  function run(on) {
    clearInterval(timer);
    timer = on ? setInterval(step, 1500) : undefined;
    const words = on ? t("Stop the moving board") : t("Let the board move");
    button.setAttribute("aria-label", words);
    button.dataset.tip = words;
    button.replaceChildren(sign(on));
  }
  run(moving ?? mayMove());
  const both = new DocumentFragment();
  both.append(picture.root, button);
  return [both, () => clearInterval(timer)];
}
