/** The board behind the first page: a demo of the game that the button starts. */

import { Picture } from "../../board/picture.js";
import { el, motionAllowed, s } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { placesInOrder, symbolsOf } from "../../model/board.js";
import { gameState, goalOf } from "../../model/game_state.js";

/** @import { Rules, SeatUpdate, Shore } from "../../net/types.js" */

/** What the board shows: rules, symbols, and where the pirates are. @typedef {{ rules: Rules, board: string[], pirates: SeatUpdate["pirates"] }} Scene */

const COLOURS = ["blue", "red", "green"];
/** The symbols of six tiles, as numbers. */
const TILES = ["024135", "513024", "350412", "241503", "135240", "402315"];
/** Milliseconds between two moves. */
const STEP_MS = 1500;

/** Return a scene from the middle of a game. @param {Rules} rules @returns {Scene} */
export function sceneOf(rules) {
  const order = placesInOrder(rules);
  const symbols = symbolsOf(rules);
  const tiles = Array.from({ length: rules.tunnel + rules.jungle }, (_, i) => TILES[i % TILES.length] ?? "");
  const board = tiles.flatMap((tile) => [...tile].map((digit) => symbols[Number(digit)] ?? ""));
  /** @type {SeatUpdate["pirates"]} */
  const pirates = {};
  for (const [i, colour] of COLOURS.entries()) {
    /** @type {Record<string, number>} */
    const crew = {};
    for (let k = 0; k < rules.pirates; k++) {
      const at = order[Math.round((((k * 7 + i * 3) % 20) / 21) * (order.length - 1))] ?? "";
      crew[at] = (crew[at] ?? 0) + 1;
    }
    pirates[colour] = crew;
  }
  return { rules, board, pirates };
}

/** Return a view of a scene. @param {Scene} scene @param {Shore} sloop @returns {SeatUpdate} */
function viewOfScene({ rules, pirates }, sloop) {
  return {
    viewer: null,
    pirates,
    hands: {},
    hand_sizes: Object.fromEntries(Object.keys(pirates).map((colour) => [colour, 6])),
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
    chests: {},
    ...(rules.tunnel && rules.jungle ? { sloop_at: sloop } : {}),
  };
}

/** Move one pirate to the next free space; the first in the goal begins again. @param {Scene} scene @param {number} turn */
function step({ rules, pirates }, turn) {
  const order = placesInOrder(rules);
  const colours = Object.keys(pirates);
  const crew = pirates[colours[turn % colours.length] ?? ""] ?? {};
  const behind = order.filter((place) => crew[place]);
  const from = behind[(turn * 5 + 1) % behind.length];
  if (!from) return;
  const taken = new Set(Object.values(pirates).flatMap((one) => Object.keys(one)));
  let at = order.indexOf(from) + 1 + (turn % 4);
  while (at < order.length - 1 && taken.has(order[at] ?? "")) at++;
  const to = from === goalOf(rules) ? order[0] : order[Math.min(at, order.length - 1)];
  crew[from] = (crew[from] ?? 0) - 1;
  if (!crew[from]) delete crew[from];
  crew[to ?? ""] = (crew[to ?? ""] ?? 0) + 1;
}

/** True if the demo plays, false if the reader paused it, null if they did neither. @type {boolean | null} */
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
 * Return the board, a button that pauses it, and functions that show another scene and stop it for good.
 * @param {Scene} first
 * @param {boolean} plays whether it plays, or stands still
 */
export function demo(first, plays) {
  const picture = new Picture();
  let scene = first;
  let turn = 0;
  /** @type {Shore} */
  let sloop = "cartagena";
  const draw = () => {
    const { rules, board } = scene;
    picture.show(gameState({ rules, board, views: [viewOfScene(scene, sloop)] }));
  };
  picture.root.setAttribute("aria-hidden", "true");
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const next = () => {
    step(scene, turn);
    turn++;
    if (turn % 6 === 0) sloop = sloop === "cartagena" ? "tortuga" : "cartagena";
    draw();
  };
  const toggle = () => {
    moving = timer === undefined;
    run(moving);
  };
  const button = el("button", { type: "button", class: "demo-toggle", hidden: !plays, onclick: toggle });
  /** @param {boolean} on */
  function run(on) {
    clearInterval(timer);
    timer = on ? setInterval(next, STEP_MS) : undefined;
    const label = on ? t("Pause the demo") : t("Play the demo");
    button.setAttribute("aria-label", label);
    button.dataset.tip = label;
    patch(button, icon(on));
  }
  draw();
  run(plays && (moving ?? motionAllowed()));
  return {
    board: picture.root,
    button,
    /** Show another game. @param {Scene} other */
    show(other) {
      scene = other;
      picture.pirates = [];
      draw();
    },
    stop: () => clearInterval(timer),
  };
}
