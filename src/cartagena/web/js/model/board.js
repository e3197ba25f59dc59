/** The geometry of the board: its places in order, and where each pirate is drawn. */

/** @import { Rules, SeatUpdate } from "../net/types.js" */

/**
 * A place: its centre and its size, where pirates stand, and how high one is. An end of the path has room for a crowd of
 * that width.
 * @typedef {{ x: number, y: number, width: number, height: number, foot: number, crowdWidth: number, pirate: number }} Place
 * @typedef {{ id: string, colour: string, place: string }} Pirate
 * @typedef {Pirate & { x: number, y: number, height: number, count: number }} PirateSpot
 * A pirate and where it is drawn. `count` is how many pirates it stands for, 0 for those behind it.
 */

const SYMBOLS = {
  2000: ["bottle", "pistol", "hat", "skull", "dagger", "key"],
  2017: ["weapons", "rum", "lantern", "parrot", "hook", "chest"],
};

/** Templates are drawn for ratios of width to height that grow by this factor. Step 0 is a square. */
const RATIO_STEP = 1.12;
const MIN_STEP = -9;
const MAX_STEP = 10;

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
 * Return the step of the template that fits a box best.
 * @param {number} width
 * @param {number} height
 */
export function ratioStep(width, height) {
  const step = Math.round(Math.log(width / height) / Math.log(RATIO_STEP));
  return Math.max(MIN_STEP, Math.min(MAX_STEP, step));
}

/**
 * Return the file of the empty board for a ratio.
 * @param {Pick<Rules, "tunnel" | "jungle">} rules
 * @param {number} step
 */
export function templateFile({ tunnel, jungle }, step) {
  return `boards/${tunnel}-${jungle}-${step}.svg`;
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
 * Return where all pirates are drawn: up to three next to each other on a space, in a slot for each colour at the ends of
 * the path.
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
    return place.crowdWidth ? crowd(there, players, place) : onSpace(there, place);
  });
}

/**
 * @param {Pirate[]} there
 * @param {Place} place
 * @returns {PirateSpot[]}
 */
function onSpace(there, place) {
  const step = place.pirate * 0.64;
  return there.map((pirate, i) => ({
    ...pirate,
    x: place.x + step * (i - (there.length - 1) / 2),
    y: place.foot,
    height: place.pirate,
    count: 1,
  }));
}

/** Return the distance between the slots of the colours at an end, and the height of a pirate. @param {number} players @param {Place} place */
export function slotSize(players, { crowdWidth, pirate }) {
  const step = Math.min(crowdWidth / players, pirate * 0.95);
  return { step, height: Math.min(pirate, step * 1.45) };
}

/**
 * Every colour has a slot of its own, and its pirates stand close behind each other.
 * @param {Pirate[]} there
 * @param {string[]} players
 * @param {Place} place
 * @returns {PirateSpot[]}
 */
function crowd(there, players, place) {
  const { step, height } = slotSize(players.length, place);
  return there.map((pirate) => {
    const same = there.filter((other) => other.colour === pirate.colour);
    const nth = same.indexOf(pirate);
    const slot = players.indexOf(pirate.colour) - (players.length - 1) / 2;
    return {
      ...pirate,
      x: place.x + step * slot + Math.min(nth, 2) * step * 0.07,
      y: place.foot - Math.min(nth, 2) * 1.5,
      height,
      count: nth === 0 ? same.length : 0,
    };
  });
}
