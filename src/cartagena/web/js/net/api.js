/** The HTTP API of the server as functions. For the events of a table, see net/stream.js. */

import { t } from "../lib/i18n.js";
import { randomHex, rememberContribution } from "./contribution.js";

/** @import { Catalogue, Hint, LogLine, Me, Proof, Rules, ServerStatus, Snapshot, TableInfo, View } from "./types.js" */

/** An error that the server answered: a sentence with gaps, and what fills them. See ui/errors.js. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{ type?: string, detail?: string, says?: string, names?: Record<string, string | number | string[]> }} body
   */
  constructor(status, body) {
    super(body.detail ?? "");
    this.status = status;
    this.kind = (body.type ?? "").split(":").pop() || "request";
    this.says = body.says ?? body.detail ?? "";
    this.names = body.names ?? {};
  }
}

/**
 * Send one request; the answer, or a Problem.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function request(method, path, body) {
  /** @type {RequestInit} */
  const init = { method, headers: {} };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const response = await fetch(path, init);
  if (response.ok) return response.json();
  throw new Problem(response.status, await response.json().catch(() => ({})));
}

/** @type {Promise<Me> | null} */
let identity = null;

/**
 * Who we are; a new identity at the first visit.
 * @returns {Promise<Me>}
 */
export function me() {
  identity ??= (async () => {
    if (isKnown()) {
      try {
        return await request("GET", "/api/v1/me");
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 401) throw error;
      }
    }
    const created = await request("POST", "/api/v1/identity", { name: storedName() || t("Pirate") });
    localStorage.setItem("known", "yes");
    return created;
  })();
  identity.catch(() => {
    identity = null;
  });
  return identity;
}

/** Whether this browser has been somebody before. */
export const isKnown = () => localStorage.getItem("known") === "yes";

/** Be somebody else from now on, whose cookie has come. @param {Me} who */
export function setIdentity(who) {
  localStorage.setItem("known", "yes");
  localStorage.setItem("name", who.name);
  identity = Promise.resolve(who);
}

/** The name that the player gave on this device; empty if they never gave one. */
export const storedName = () => localStorage.getItem("name") ?? "";

/**
 * Go by another name. What is sent afterwards is sent under that name, or under the old one if it was refused.
 * @param {string} name
 * @returns {Promise<Me>}
 */
export function rename(name) {
  localStorage.setItem("name", name);
  const before = me();
  const renamed = before.then(() => request("POST", "/api/v1/me", { name }));
  const after = renamed.catch(() => before);
  after.catch(() => {
    if (identity === after) identity = null;
  });
  identity = after;
  return renamed;
}

/** Send something as ourselves. @param {string} path @param {unknown} [body] */
export async function post(path, body = {}) {
  await me();
  return request("POST", path, body);
}

/** How often a request is sent again; a move is tried for a quarter of an hour. */
const RETRIES = 6;
const MOVE_RETRIES = 120;
/** In milliseconds: the longest pause before it is sent again. */
const LONGEST_PAUSE = 8000;
/** The first HTTP status that says that the server is away, not that it refuses. */
const SERVER_AWAY = 502;

/** Fires "failed" whenever a request did not reach the server. */
export const connection = new EventTarget();

/** Wait so long, or until the browser is online again. @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
    addEventListener("online", done, { once: true });
  });
}

/**
 * Send a request again as long as it does not reach the server. Its idempotency key makes it count once.
 * @param {string} path
 * @param {object} [body]
 * @param {number} [retries]
 */
export async function postWithRetry(path, body = {}, retries = RETRIES) {
  const keyed = { ...body, key: randomHex(16) };
  for (let attempt = 0; ; attempt++) {
    try {
      return await post(path, keyed);
    } catch (error) {
      if (error instanceof Problem && error.status < SERVER_AWAY) throw error;
      if (attempt >= retries) throw error;
      connection.dispatchEvent(new Event("failed"));
      await pause(Math.min(300 * 2 ** attempt, LONGEST_PAUSE));
    }
  }
}

/** What the server is still preparing, and how far it is. @returns {Promise<ServerStatus>} */
export const fetchStatus = () => request("GET", "/api/v1/status");

/** What can be played: presets, options, bots. @returns {Promise<Catalogue>} */
export const fetchCatalogue = () => request("GET", "/api/v1/catalogue");

/**
 * A game against bots. The server commits to its secret first; then we contribute, and it deals.
 * @param {{ rules: string | Rules, players: number, level: string, colour: string, bot_speed: string }} wanted
 * @returns {Promise<TableInfo>}
 */
export async function quickStart(wanted) {
  const table = await postWithRetry("/api/v1/quick-start", { ...wanted, wait: true });
  return contribute(table, wanted.colour, true);
}

/**
 * A game against bots from a position; what our seat may not know of it is dealt anew.
 * @param {{ position: object, seat: string, level?: string }} wanted
 * @returns {Promise<TableInfo>}
 */
export const startFrom = (wanted) => postWithRetry("/api/v1/start-from", wanted);

/**
 * The same from a finished game, as it stood after so many moves.
 * @param {string} id
 * @param {{ move: number, seat: string, level: string }} wanted
 * @returns {Promise<TableInfo>}
 */
export const playFrom = (id, wanted) => postWithRetry(`/api/v1/tables/${id}/play-from`, wanted);

/** Create a table. @param {object} wanted @returns {Promise<TableInfo>} */
export const createTable = (wanted) => postWithRetry("/api/v1/tables", wanted);

/** A table as we see it now. @param {string} id @returns {Promise<Snapshot>} */
export async function fetchTable(id) {
  await me();
  return request("GET", `/api/v1/tables/${id}`);
}

/**
 * Play a move.
 * @param {string} id
 * @param {string} move
 * @param {number} expected_seq the last event that we know
 * @param {"briefly" | "until-ended" | null} undo_window how long the player may still undo the last action of a turn
 * @returns {Promise<{ seq: number }>}
 */
export const playMove = (id, move, expected_seq, undo_window) =>
  postWithRetry(`/api/v1/tables/${id}/moves`, { move, expected_seq, undo_window }, MOVE_RETRIES);

/** Close our undo window and end the turn. @param {string} id @param {number} expected_seq the last event that we know @returns {Promise<{ seq: number }>} */
export const endTurn = (id, expected_seq) =>
  postWithRetry(`/api/v1/tables/${id}/end-turn`, { expected_seq }, MOVE_RETRIES);

/** Take our last move back. @param {string} id @param {number} expected_seq the last event that we know @returns {Promise<{ seq: number }>} */
export const undo = (id, expected_seq) => postWithRetry(`/api/v1/tables/${id}/undo`, { expected_seq }, MOVE_RETRIES);

/** Say something in the chat. @param {string} id @param {string} text */
export const sendChat = (id, text) => postWithRetry(`/api/v1/tables/${id}/chat`, { text });

/** Ask for a hint. @param {string} id @param {number} expected_seq the last event that we know @returns {Promise<Hint>} */
export const fetchHint = (id, expected_seq) => post(`/api/v1/tables/${id}/hint`, { expected_seq });

/**
 * Mute somebody in the chat, or no longer; the host can do so for everyone.
 * @param {string} id
 * @param {string} whom
 * @param {boolean} muted
 * @param {boolean} [for_all]
 */
export const mute = (id, whom, muted, for_all = false) =>
  postWithRetry(`/api/v1/tables/${id}/mute`, { whom, muted, for_all });

/** As the host, remove somebody from a seat. @param {string} id @param {string} seat */
export const remove = (id, seat) => postWithRetry(`/api/v1/tables/${id}/remove`, { seat });

/** As the host, close the table for everyone. @param {string} id */
export const closeTable = (id) => postWithRetry(`/api/v1/tables/${id}/close`);

/** Want the game to pause, or to go on. @param {string} id @param {boolean} paused */
export const pauseGame = (id, paused) => postWithRetry(`/api/v1/tables/${id}/pause`, { paused });

/**
 * Take a seat, with our contribution to the shuffles.
 * @param {TableInfo} table as it is shown
 * @param {string} seat
 * @param {string} [name]
 */
export async function join(table, seat, name) {
  const value = randomHex();
  await postWithRetry(`/api/v1/tables/${table.id}/join`, { seat, contribution: value, ...(name ? { name } : {}) });
  rememberContribution(table, seat, value);
}

/**
 * Contribute to the shuffles for a seat, after the server's commitment was shown.
 * @param {TableInfo} table as it is shown
 * @param {string} seat
 * @param {boolean} [start] whether the cards are to be dealt then
 * @returns {Promise<TableInfo>}
 */
export async function contribute(table, seat, start = false) {
  const value = randomHex();
  const now = await postWithRetry(`/api/v1/tables/${table.id}/contribution`, { seat, value, start });
  rememberContribution(table, seat, value);
  return now;
}

/**
 * Contribute for all our seats that have not contributed yet.
 * @param {TableInfo} table as it is shown
 * @param {string[]} ours the colours that we play
 */
export async function contributeAll(table, ours) {
  for (const seat of table.seats) {
    if (ours.includes(seat.colour) && !seat.contributed) await contribute(table, seat.colour);
  }
}

/**
 * Contribute for all our seats, then have the cards dealt.
 * @param {TableInfo} table as it is shown
 * @param {string[]} ours the colours that we play
 * @returns {Promise<TableInfo>}
 */
export async function start(table, ours) {
  await contributeAll(table, ours);
  return postWithRetry(`/api/v1/tables/${table.id}/start`);
}

/** Give up our seats, or one of them. @param {string} id @param {string} [seat] */
export const leave = (id, seat) => postWithRetry(`/api/v1/tables/${id}/leave`, seat ? { seat } : {});

/** Take our seat back from the bot that stands in. @param {string} id */
export const takeBackSeat = (id) => postWithRetry(`/api/v1/tables/${id}/return`, {});

/** Open, close or give a seat to a bot. @param {string} id @param {string} colour @param {object} wanted */
export const setSeat = (id, colour, wanted) => postWithRetry(`/api/v1/tables/${id}/seats/${colour}`, wanted);

/** The same players once more. @param {string} id @param {boolean} swap whether everybody takes the next colour @returns {Promise<TableInfo>} */
export const rematch = (id, swap) => postWithRetry(`/api/v1/tables/${id}/rematch`, { swap });

/** What proves the shuffles of a finished game. @param {string} id @returns {Promise<Proof>} */
export const fetchProof = (id) => request("GET", `/api/v1/tables/${id}/fairness`);

/** The record of a finished game, as text. @param {string} id */
export async function fetchRecord(id) {
  return (await fetch(`/api/v1/tables/${id}/record`)).text();
}

/** A finished game position by position. @param {string} id @returns {Promise<{ seat: string | null, move: string | null, drawn?: number, found?: LogLine["found"], by_server?: boolean, position: View }[]>} */
export const fetchReplay = (id) => request("GET", `/api/v1/tables/${id}/replay`);
