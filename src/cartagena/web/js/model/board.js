/** The board as places, and where every pirate stands on it: pure functions, no drawing. */

/** @import { Rules, View } from "../net/types.js" */

/**
 * A place: where its middle is and, for an end of the way, the room of the crowd there.
 * @typedef {{ x: number, y: number, room: number, height: number }} Place
 * @typedef {{ id: string, colour: string, place: string }} Pirate
 * @typedef {Pirate & { x: number, y: number, height: number, count: number }} Spot
 * `count` is how many a figure stands for: that of the others behind it is 0.
 */

const SYMBOLS = {
  2000: ["bottle", "pistol", "hat", "skull", "dagger", "key"],
  2017: ["weapons", "rum", "lantern", "parrot", "hook", "chest"],
};

/** Our own version, which we are served under: with another one a board may be drawn otherwise. */
const VERSION = new URL(import.meta.url).pathname.split("/")[2] ?? "";

/** @param {Rules} rules */
export function symbolsOf(rules) {
  return rules.edition === "2000" ? SYMBOLS[2000] : SYMBOLS[2017];
}

/**
 * Where the server draws this board.
 * @param {Rules} rules
 * @param {string[]} board
 * @param {boolean} slim
 */
export function boardAddress(rules, board, slim) {
  const names = symbolsOf(rules);
  const spaces = board.map((symbol) => names.indexOf(symbol)).join("");
  const query = new URLSearchParams({
    edition: rules.edition,
    tunnel: String(rules.tunnel),
    jungle: String(rules.jungle),
    spaces,
    slim: String(slim),
    version: VERSION,
  });
  return `/board.svg?${query}`;
}

/**
 * The pirates of a view. Whoever can keep its name does, so that only those move who moved.
 * @param {Pirate[]} before
 * @param {View["pirates"]} pirates
 * @returns {Pirate[]}
 */
export function crew(before, pirates) {
  /** @type {Pirate[]} */
  const found = [];
  for (const [colour, places] of Object.entries(pirates)) {
    const wanted = Object.entries(places).flatMap(([place, count]) => Array(count).fill(place));
    const old = before.filter((pirate) => pirate.colour === colour);
    /** @type {Pirate[]} */
    const moving = [];
    for (const pirate of old) {
      const at = wanted.indexOf(pirate.place);
      if (at < 0) moving.push(pirate);
      else {
        wanted.splice(at, 1);
        found.push(pirate);
      }
    }
    wanted.forEach((place, i) => {
      const id = moving[i]?.id ?? `${colour}-${old.length + i}`;
      found.push({ id, colour, place });
    });
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Where everyone stands: up to three on a space, crowds by colour at the ends.
 * @param {Pirate[]} pirates
 * @param {string[]} players
 * @param {Map<string, Place>} places
 * @returns {Spot[]}
 */
export function spots(pirates, players, places) {
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
 * @returns {Spot[]}
 */
function onSpace(there, place) {
  const height = there.length === 3 ? 35 : 40;
  const step = height * 0.66;
  return there.map((pirate, i) => ({
    ...pirate,
    x: place.x + step * (i - (there.length - 1) / 2),
    y: place.y + 44,
    height,
    count: 1,
  }));
}

/**
 * @param {Pirate[]} there
 * @param {Place} place
 * @returns {Spot[]}
 */
function crowd(there, place) {
  const colours = [...new Set(there.map((pirate) => pirate.colour))];
  const ranks = place.height * 0.9 * colours.length > place.room && colours.length > 2 ? 2 : 1;
  const height = ranks === 2 ? Math.min(place.height, 38) : place.height;
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
 * The path of an arrow from one place to another.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 */
export function bow(from, to) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const lift = Math.min(70, length * 0.24) * (dx >= 0 ? 1 : -1);
  const x = (from.x + to.x) / 2 + (dy / length) * lift;
  const y = (from.y + to.y) / 2 - (dx / length) * lift;
  return `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`;
}
