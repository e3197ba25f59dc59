/** The demo on the first page: a board that plays by itself. */

import { Picture } from "../../board/picture.js";
import { boardShape } from "../../board/places.js";
import { el, motionAllowed, s } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { symbolsOf } from "../../model/board.js";
import { gameState } from "../../model/game_state.js";

/** @import { Rules, SeatUpdate, Shore } from "../../net/types.js" */

const COLOURS = ["blue", "red", "green", "yellow"];
const TILES = ["024135", "513024", "350412", "241503", "135240", "402315"];

/** The rules of the board. Options that do not affect the drawing are left out. */
const RULES = /** @type {Rules} */ ({
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

/** A path of six tiles. */
const BOARD = TILES.join("")
  .split("")
  .map((digit) => symbolsOf(RULES)[Number(digit)] ?? "rum");

/** @param {Record<string, number[]>} positions @param {Shore} sloop @returns {SeatUpdate} */
function view(positions, sloop) {
  /** @type {SeatUpdate["pirates"]} */
  const pirates = {};
  for (const [colour, places] of Object.entries(positions)) {
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
    deck_size: 0,
    deck_top: {},
    discard: {},
    turn: "blue",
    actions_left: 3,
    winner: null,
    over: true,
    turns: 0,
    idle: 0,
    pending: null,
    sloop_at: sloop,
    chests: {},
  };
}

/** Whether the board moves, or null if the reader has not chosen. @type {boolean | null} */
let moving = null;

/** Return the icon for pause or play. @param {boolean} on */
function icon(on) {
  return s(
    "svg",
    { viewBox: "0 0 16 16", class: "art", "aria-hidden": "true" },
    s("path", { d: on ? "M3 2H6.5V14H3ZM9.5 2H13V14H9.5Z" : "M3.5 1.5L14 8L3.5 14.5Z", fill: "currentColor" }),
  );
}

/**
 * Return the board with a button that pauses it, and a function that stops it for good.
 * @returns {[DocumentFragment, () => void]}
 */
export function demo() {
  const picture = new Picture();
  /** @type {Record<string, number[]>} */
  const positions = {
    blue: [0, 4, 9, 15, 22, 37],
    red: [0, 0, 6, 11, 25, 30],
    green: [0, 3, 9, 16, 20, 33],
    yellow: [0, 5, 12, 18, 28, 37],
  };
  let turn = 0;
  /** @type {Shore} */
  let sloop = "cartagena";
  const plan = { rules: RULES, board: BOARD };
  const show = () => picture.show(gameState({ ...plan, views: [view(positions, sloop)] }));
  const step = () => {
    const colour = COLOURS[turn % 4] ?? "blue";
    const places = positions[colour] ?? [];
    const which = (turn * 5 + 1) % places.length;
    const at = places[which] ?? 0;
    const occupied = new Set(Object.values(positions).flat());
    let next = at + 1 + (turn % 5);
    while (next <= 36 && occupied.has(next)) next++;
    places[which] = at > 36 ? 0 : next;
    if (turn % 6 === 5) sloop = sloop === "cartagena" ? "tortuga" : "cartagena";
    turn++;
    show();
  };
  picture.load(plan, boardShape()).then(show, () => {});
  picture.root.setAttribute("aria-hidden", "true");
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const toggle = () => {
    moving = timer === undefined;
    run(moving);
  };
  const button = el("button", { type: "button", class: "demo-toggle", onclick: toggle });
  /** @param {boolean} on */
  function run(on) {
    clearInterval(timer);
    timer = on ? setInterval(step, 1500) : undefined;
    const label = on ? t("Pause the demo") : t("Play the demo");
    button.setAttribute("aria-label", label);
    button.dataset.tip = label;
    patch(button, icon(on));
  }
  run(moving ?? motionAllowed());
  const fragment = new DocumentFragment();
  fragment.append(picture.root, button);
  return [fragment, () => clearInterval(timer)];
}
