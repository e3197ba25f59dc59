/** The geometry of the board: its places in order, and where each pirate is drawn. */

/** @import { Rules, SeatUpdate } from "../net/types.js" */

/**
 * A place: its centre and, for an end of the path, the width and the height that pirates have there.
 * @typedef {{ x: number, y: number, room: number, height: number }} Place
 * @typedef {{ id: string, colour: string, place: string }} Pirate
 * @typedef {Pirate & { x: number, y: number, height: number, count: number }} PirateSpot
 * A pirate and where it is drawn. `count` is how many pirates it stands for, 0 for those behind it.
 */

const SYMBOLS = {
  2000: ["bottle", "pistol", "hat", "skull", "dagger", "key"],
  2017: ["weapons", "rum", "lantern", "parrot", "hook", "chest"],
};

/** The version of the client, from this module's address. Another version may draw boards differently. */
const VERSION = new URL(import.meta.url).pathname.split("/")[2] ?? "";

/** Return the symbols of an edition in the server's order. @param {Rules} rules */
export function symbolsOf(rules) {
  return rules.edition === "2000" ? SYMBOLS[2000] : SYMBOLS[2017];
}

/** Number of spaces on a tile. */
const SPACES_PER_TILE = 6;

/** Return all places in the order of the path. @param {Rules} rules */
export function placesInOrder(rules) {
  const spaces = (/** @type {number} */ tiles, /** @type {number} */ before) =>
    Array.from({ length: SPACES_PER_TILE * tiles }, (_, i) => String(SPACES_PER_TILE * before + i + 1));
  return [
    ...(rules.tunnel ? ["jail", ...spaces(rules.tunnel, 0)] : []),
    "sloop",
    ...(rules.jungle ? [...spaces(rules.jungle, rules.tunnel), "cove"] : []),
  ];
}

/**
 * Return the address of the drawing of a board.
 * @param {Rules} rules
 * @param {string[]} board
 * @param {string} shape
 */
export function boardUrl(rules, board, shape) {
  const names = symbolsOf(rules);
  const spaces = board.map((symbol) => names.indexOf(symbol)).join("");
  const query = new URLSearchParams({
    edition: rules.edition,
    tunnel: String(rules.tunnel),
    jungle: String(rules.jungle),
    spaces,
    shape,
    version: VERSION,
  });
  return `/board.svg?${query}`;
}

/**
 * Give the pirates of a view identities. A pirate that has not moved keeps its identity, so that only the others are
 * animated.
 * @param {Pirate[]} before
 * @param {SeatUpdate["pirates"]} pirates
 * @returns {Pirate[]}
 */
export function identifyPirates(before, pirates) {
  /** @type {Pirate[]} */
  const identified = [];
  for (const [colour, places] of Object.entries(pirates)) {
    const missing = Object.entries(places).flatMap(([place, count]) => Array(count).fill(place));
    const old = before.filter((pirate) => pirate.colour === colour);
    /** @type {Pirate[]} */
    const moving = [];
    for (const pirate of old) {
      const at = missing.indexOf(pirate.place);
      if (at < 0) moving.push(pirate);
      else {
        missing.splice(at, 1);
        identified.push(pirate);
      }
    }
    missing.forEach((place, i) => {
      const id = moving[i]?.id ?? `${colour}-${old.length + i}`;
      identified.push({ id, colour, place });
    });
  }
  return identified.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Return where all pirates are drawn: up to three next to each other on a space, by colour at the ends of the path.
 * @param {Pirate[]} pirates
 * @param {string[]} players
 * @param {Map<string, Place>} places
 * @returns {PirateSpot[]}
 */
export function pirateSpots(pirates, players, places) {
  /** @type {Map<string, Pirate[]>} */
  const standing = new Map();
  for (const pirate of pirates) {
    standing.set(pirate.place, [...(standing.get(pirate.place) ?? []), pirate]);
  }
  return [...standing].flatMap(([name, there]) => {
    const place = places.get(name);
    if (!place) return [];
    there.sort((a, b) => players.indexOf(a.colour) - players.indexOf(b.colour) || (a.id < b.id ? -1 : 1));
    return place.room ? crowd(there, place) : onSpace(there, place);
  });
}

/**
 * @param {Pirate[]} there
 * @param {Place} place
 * @returns {PirateSpot[]}
 */
function onSpace(there, place) {
  const height = there.length === 3 ? 47 : 54;
  const step = height * (there.length === 3 ? 0.47 : 0.58);
  return there.map((pirate, i) => ({
    ...pirate,
    x: place.x + step * (i - (there.length - 1) / 2),
    y: place.y + 47,
    height,
    count: 1,
  }));
}

/**
 * @param {Pirate[]} there
 * @param {Place} place
 * @returns {PirateSpot[]}
 */
function crowd(there, place) {
  const colours = [...new Set(there.map((pirate) => pirate.colour))];
  const tall = place.height * 1.25;
  const ranks = tall * 0.9 * colours.length > place.room && colours.length > 2 ? 2 : 1;
  const height = ranks === 2 ? Math.min(tall, 46) : tall;
  const behind = ranks === 2 ? Math.ceil(colours.length / 2) : 0;
  return there.map((pirate) => {
    const at = colours.indexOf(pirate.colour);
    const same = there.filter((other) => other.colour === pirate.colour);
    const nth = same.indexOf(pirate);
    const back = at < behind;
    const rank = back ? colours.slice(0, behind) : colours.slice(behind);
    const step = Math.min(height * 1.15, place.room / rank.length);
    const lean = Math.max(0.5, Math.min(2.5, (step - height * 0.7) / Math.max(1, same.length)));
    return {
      ...pirate,
      x: place.x + step * (rank.indexOf(pirate.colour) - (rank.length - 1) / 2) + lean * (nth - (same.length - 1) / 2),
      y: place.y - (back ? height * 0.7 : 0) - nth * 0.8 + 2,
      height,
      count: nth === 0 ? same.length : 0,
    };
  });
}

/**
 * Return the SVG path of a curved arrow from one place to another.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 */
export function arrowPath(from, to) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const lift = Math.min(70, length * 0.24) * (dx >= 0 ? 1 : -1);
  const x = (from.x + to.x) / 2 + (dy / length) * lift;
  const y = (from.y + to.y) / 2 - (dx / length) * lift;
  return `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`;
}
