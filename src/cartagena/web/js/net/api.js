/** The server, as functions that ask it for something. To listen to it, see net/stream.js. */

import { draw, remember } from "./contribution.js";

/** @import { AnalysisState, Catalogue, Hint, Line, Me, Proof, Snapshot, TableInfo, View } from "./types.js" */

/** What the server refuses: a sentence with gaps, and what fills them. See net/errors.js. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{ type?: string, detail?: string, says?: string, names?: Record<string, string | number | string[]> }} told
   */
  constructor(status, told) {
    super(told.detail ?? "");
    this.status = status;
    this.kind = (told.type ?? "").split(":").pop() || "request";
    this.says = told.says ?? told.detail ?? "";
    this.names = told.names ?? {};
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function once(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, headers: {} };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "content-type": "application/json" };
  }
  const answer = await fetch(path, request);
  if (answer.ok) return answer.json();
  throw new Problem(answer.status, await answer.json().catch(() => ({})));
}

/** @type {Promise<Me> | null} */
let mine = null;

/**
 * Who we are; somebody new if we were nobody.
 * @returns {Promise<Me>}
 */
export function me() {
  mine ??= (async () => {
    const known = localStorage.getItem("known");
    if (known) {
      try {
        return await once("GET", "/api/me");
      } catch (problem) {
        if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
      }
    }
    const made = await once("POST", "/api/identity", { name: knownName() || "Pirate" });
    localStorage.setItem("known", "yes");
    return made;
  })();
  mine.catch(() => (mine = null));
  return mine;
}

/** The name by which we are known here; nothing if we never gave one. */
export const knownName = () => localStorage.getItem("name") ?? "";

/** @param {string} name */
export async function rename(name) {
  await me();
  localStorage.setItem("name", name);
  mine = Promise.resolve(await once("POST", "/api/me", { name }));
  return mine;
}

/** @param {string} path @param {unknown} [body] */
async function post(path, body = {}) {
  await me();
  return once("POST", path, body);
}

/** How often something is sent again, and how often a move: that for a quarter of an hour. */
const AGAIN = 6;
const MOVE_AGAIN = 120;
/** In milliseconds: the longest wait before it is sent again. */
const LONGEST_WAIT = 8000;

/** Where it is told that something could not be sent. */
export const line = new EventTarget();

/** Wait so long, or until the line is there again. @param {number} milliseconds */
function lull(milliseconds) {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
    addEventListener("online", done, { once: true });
  });
}

/**
 * Send it again as long as only the line is at fault: by its key it counts once.
 * @param {string} path
 * @param {object} [body]
 * @param {number} [most] how often
 */
async function surely(path, body = {}, most = AGAIN) {
  const request = { ...body, key: draw(16) };
  for (let attempt = 0; ; attempt++) {
    try {
      return await post(path, request);
    } catch (problem) {
      if (problem instanceof Problem && problem.status < 502) throw problem;
      if (attempt >= most) throw problem;
      line.dispatchEvent(new Event("trouble"));
      await lull(Math.min(300 * 2 ** attempt, LONGEST_WAIT));
    }
  }
}

/** @type {Promise<Catalogue> | null} */
let known = null;

/** @returns {Promise<Catalogue>} */
export function catalogue() {
  known ??= once("GET", "/api/catalogue");
  known.catch(() => (known = null));
  return known;
}

/**
 * A game against bots. The server promises its secret first; then we give our part, and it deals.
 * @param {{ rules: string, players: number, level: string, colour: string }} wanted
 * @returns {Promise<TableInfo>}
 */
export async function quickStart(wanted) {
  const laid = await surely("/api/quick-start", { ...wanted, wait: true });
  return contribute(laid, wanted.colour, true);
}

/** @param {object} wanted @returns {Promise<TableInfo>} */
export const createTable = (wanted) => surely("/api/tables", wanted);

/** @param {string} query @returns {Promise<{ tables: TableInfo[] }>} */
export async function tables(query) {
  await me();
  return once("GET", `/api/tables?${query}`);
}

/** @param {string} id @returns {Promise<Snapshot>} */
export async function look(id) {
  await me();
  return once("GET", `/api/tables/${id}`);
}

/** @param {string} id @param {string} move @param {number} answers @returns {Promise<{ seq: number }>} */
export const play = (id, move, answers) => surely(`/api/tables/${id}/moves`, { move, answers }, MOVE_AGAIN);

/** @param {string} id @param {number} answers @returns {Promise<{ seq: number }>} */
export const undo = (id, answers) => surely(`/api/tables/${id}/undo`, { answers }, MOVE_AGAIN);

/** @param {string} id @param {string} text */
export const say = (id, text) => surely(`/api/tables/${id}/chat`, { text });

/** @param {string} id @param {number} answers @returns {Promise<Hint>} */
export const hint = (id, answers) => post(`/api/tables/${id}/hint`, { answers });

/** @param {string} id @param {string} whom @param {boolean} muted */
export const mute = (id, whom, muted) => surely(`/api/tables/${id}/mute`, { whom, muted });

/**
 * Sit down, with our part of the chance.
 * @param {TableInfo} table as it is shown
 * @param {string} seat
 * @param {string} [name]
 */
export async function join(table, seat, name) {
  const value = draw();
  await surely(`/api/tables/${table.id}/join`, { seat, contribution: value, ...(name ? { name } : {}) });
  remember(table, seat, value);
}

/**
 * Give a seat's part of the chance, after what the server promised was shown.
 * @param {TableInfo} table as it is shown
 * @param {string} seat
 * @param {boolean} [start] whether the cards are to be dealt then
 * @returns {Promise<TableInfo>}
 */
export async function contribute(table, seat, start = false) {
  const value = draw();
  const now = await surely(`/api/tables/${table.id}/contribution`, { seat, value, start });
  remember(table, seat, value);
  return now;
}

/**
 * Give the parts of all our seats that have not given theirs.
 * @param {TableInfo} table as it is shown
 * @param {string[]} ours the colours that we play
 */
export async function contributeAll(table, ours) {
  for (const seat of table.seats) {
    if (ours.includes(seat.colour) && !seat.contributed) await contribute(table, seat.colour);
  }
}

/** @param {string} id @param {string} [seat] */
export const leave = (id, seat) => surely(`/api/tables/${id}/leave`, seat ? { seat } : {});

/** @param {string} id */
export const comeBack = (id) => surely(`/api/tables/${id}/return`, {});

/** @param {string} id @param {string} colour @param {object} wanted */
export const setSeat = (id, colour, wanted) => surely(`/api/tables/${id}/seats/${colour}`, wanted);

/** @param {string} id @returns {Promise<TableInfo>} */
export const start = (id) => surely(`/api/tables/${id}/start`);

/** @param {string} id @returns {Promise<TableInfo>} */
export const rematch = (id) => surely(`/api/tables/${id}/rematch`);

/** @param {string} id @returns {Promise<Proof>} */
export const proof = (id) => once("GET", `/api/tables/${id}/fairness`);

/** @param {string} id @returns {Promise<{ seat: string | null, move: string | null, drawn?: number, found?: Line["found"], position: View }[]>} */
export const replay = (id) => once("GET", `/api/tables/${id}/replay`);

/** @param {string} id @returns {Promise<AnalysisState>} */
export const analysis = (id) => once("GET", `/api/tables/${id}/analysis`);

/** @param {string} id @returns {Promise<AnalysisState>} */
export const analyse = (id) => post(`/api/tables/${id}/analysis`);
