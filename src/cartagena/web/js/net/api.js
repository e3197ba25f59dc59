/** The HTTP API of the server as functions. For the events of a table, see net/table_link.js. */

import { isServerless } from "../lib/address.js";
import { create, me, post, postWithRetry, setIdentity } from "./http.js";
import { sendToWorker, storedTables } from "./local_link.js";
import { randomHex, rememberContribution } from "./storage.js";
import { isAnsweredHere, isLocal, request, requestText } from "./table_link.js";

/** @import { AnalysisState, Catalogue, FinishedGame, IdentityInfo, LobbyTable, LogLine, ProfileResults, Proof, Rules, SeatUpdate, Snapshot, TableInfo } from "./types.js" */

/** Number of retries for a move: about a quarter of an hour. */
const MOVE_RETRIES = 120;

/** Fetch the catalogue of presets, options and bots. @returns {Promise<Catalogue>} */
export const fetchCatalogue = () => request("GET", "/api/v1/catalogue");

/**
 * Start a game against bots. The server commits to its secret, then we contribute to the shuffle, then it deals.
 * @param {{ rules: string | Rules, players: number, level: string, colour: string, bot_speed: string }} options
 * @returns {Promise<TableInfo>}
 */
export async function quickStart(options) {
  const table = await create("/api/v1/quick-start", { ...options, wait: true });
  return contribute(table, options.colour, true);
}

/**
 * Start a game against bots from a position. Cards that our seat cannot see are dealt again.
 * @param {{ position: object, seat: string, level?: string }} options
 * @returns {Promise<TableInfo>}
 */
export const startFrom = (options) => create("/api/v1/start-from", options);

/**
 * Start a game against bots from a finished game, as it stood after `move` moves.
 * @param {string} id
 * @param {{ move: number, seat: string, level: string }} options
 * @returns {Promise<TableInfo>}
 */
export const playFrom = (id, options) => postWithRetry(`/api/v1/tables/${id}/play-from`, options);

/** Make a table on this device from the record of a finished game. @param {string} record @returns {Promise<TableInfo>} */
export const openRecord = async (record) => JSON.parse(await sendToWorker("POST", "/api/v1/records", { record }));

/** Create a table. @param {object} options @returns {Promise<TableInfo>} */
export const createTable = (options) => create("/api/v1/tables", options);

/** Fetch what we may know about a table. @param {string} id @returns {Promise<Snapshot>} */
export async function fetchTable(id) {
  if (!isLocal(id)) await me();
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

/** Undo our last move. @param {string} id @param {number} expected_seq the last event that we know @returns {Promise<{ seq: number }>} */
export const undo = (id, expected_seq) => postWithRetry(`/api/v1/tables/${id}/undo`, { expected_seq }, MOVE_RETRIES);

/** Send a chat message. @param {string} id @param {string} text */
export const sendChat = (id, text) => postWithRetry(`/api/v1/tables/${id}/chat`, { text });

/**
 * Mute or unmute a player in the chat. The host can do so for everyone.
 * @param {string} id
 * @param {string} whom
 * @param {boolean} muted
 * @param {boolean} [for_all]
 */
export const mute = (id, whom, muted, for_all = false) =>
  postWithRetry(`/api/v1/tables/${id}/mute`, { whom, muted, for_all });

/** As the host, remove a player from a seat. @param {string} id @param {string} seat */
export const remove = (id, seat) => postWithRetry(`/api/v1/tables/${id}/remove`, { seat });

/** As the host, close the table for everyone. @param {string} id */
export const closeTable = (id) => postWithRetry(`/api/v1/tables/${id}/close`);

/** Ask for the game to pause, or to continue. @param {string} id @param {boolean} paused */
export const pauseGame = (id, paused) => postWithRetry(`/api/v1/tables/${id}/pause`, { paused });

/**
 * Take a seat and contribute to the shuffle.
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
 * Contribute to the shuffle for a seat, after we have seen the server's commitment.
 * @param {TableInfo} table as it is shown
 * @param {string} seat
 * @param {boolean} [start] whether the server deals then
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
 * Contribute for all our seats, then start the game.
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

/** Take our seat back from the bot that plays for us. @param {string} id */
export const takeBackSeat = (id) => postWithRetry(`/api/v1/tables/${id}/return`, {});

/** Open a seat, close it, or give it to a bot. @param {string} id @param {string} colour @param {object} change */
export const setSeat = (id, colour, change) => postWithRetry(`/api/v1/tables/${id}/seats/${colour}`, change);

/** Create a table for the same players. @param {string} id @param {boolean} swap whether every player takes the next colour @returns {Promise<TableInfo>} */
export const rematch = (id, swap) => postWithRetry(`/api/v1/tables/${id}/rematch`, { swap });

/** Fetch the proof that the shuffles of a finished game were fair. @param {string} id @returns {Promise<Proof>} */
export const fetchProof = (id) => request("GET", `/api/v1/tables/${id}/fairness`);

/** Fetch the record of a finished game as text. @param {string} id @returns {Promise<string>} */
export const fetchRecord = (id) => requestText("GET", `/api/v1/tables/${id}/record`);

/** Fetch a finished game, position by position. @param {string} id @returns {Promise<{ seat: string | null, move: string | null, drawn?: number, found?: LogLine["found"], by_server?: boolean, position: SeatUpdate }[]>} */
export const fetchReplay = (id) => request("GET", `/api/v1/tables/${id}/replay`);

/** The analyses of the server's games that this device computes. @type {Set<string>} */
const analysedHere = new Set();

/** Send a request about the analysis of a game to this device. @param {string} method @param {string} path @param {object} [body] @returns {Promise<AnalysisState>} */
const askHere = async (method, path, body) => JSON.parse(await sendToWorker(method, `/api/v1/analyses/${path}`, body));

/** Fetch the progress of an analysis, and its result. @param {string} id @returns {Promise<AnalysisState>} */
export const fetchAnalysis = (id) =>
  analysedHere.has(id) ? askHere("GET", id) : request("GET", `/api/v1/tables/${id}/analysis`);

/**
 * Start the analysis of a game: on this device or, if it cannot, on the server. The figures are the same.
 * @param {string} id
 * @returns {Promise<AnalysisState>}
 */
export async function startAnalysis(id) {
  if (isAnsweredHere(`/api/v1/tables/${id}`)) return post(`/api/v1/tables/${id}/analysis`);
  const state = await fetchAnalysis(id);
  if (state.status === "done" || state.status === "running") return state;
  try {
    const started = await askHere("POST", id, { record: await fetchRecord(id) });
    analysedHere.add(id);
    return started;
  } catch {
    return post(`/api/v1/tables/${id}/analysis`);
  }
}

/** Return whether this device computes the analysis of a game, so that it can be stopped. @param {string} id */
export const isAnalysedHere = (id) => analysedHere.has(id) || isAnsweredHere(`/api/v1/tables/${id}`);

/** Stop an analysis that this device computes. @param {string} id */
export const stopAnalysis = (id) => askHere("POST", `${id}/stop`);

/**
 * List tables, newest first: the tables of this device, then the tables of the server.
 * @param {string} query
 * @returns {Promise<{ tables: TableInfo[] }>}
 */
export async function listTables(query) {
  const status = new URLSearchParams(query).get("status");
  const stored = query.includes("mine=true") ? await storedTables() : [];
  const here = stored.filter((table) => !status || table.status === status);
  if (isServerless()) return { tables: here };
  try {
    await me();
    const { tables } = await request("GET", `/api/v1/tables?${query}`);
    return { tables: [...here, ...tables] };
  } catch (error) {
    // Games on this device can continue offline.
    if (!here.length) throw error;
    return { tables: here };
  }
}

/** Fetch the public tables to join and to watch. @returns {Promise<{ waiting: LobbyTable[], running: LobbyTable[] }>} */
export const fetchLobby = () => request("GET", "/api/v1/lobby");

/**
 * Take a seat at the first public table that fits, or create one.
 * @param {string} game a preset, or "" for any
 * @returns {Promise<TableInfo>}
 */
export const quickMatch = (game) => postWithRetry("/api/v1/quick-match", { rules: game || null });

/**
 * Fetch our finished games, the newest first.
 * @param {string | null} before `next` of the page before
 * @returns {Promise<{ games: FinishedGame[], next: string | null, complete: boolean }>}
 */
export async function fetchGames(before) {
  await me();
  return request("GET", `/api/v1/me/games${before ? `?before=${before}` : ""}`);
}

/** Fetch our results. @returns {Promise<ProfileResults>} */
export async function fetchResults() {
  await me();
  return request("GET", "/api/v1/me/results");
}

/** Fetch when our recovery link was created, in milliseconds, or null if there is none. @returns {Promise<{ created_at: number | null }>} */
export async function fetchRecovery() {
  await me();
  return request("GET", "/api/v1/me/recovery");
}

/** Create a recovery link and return its secret. An older link stops working. @returns {Promise<{ secret: string }>} */
export const createRecovery = () => post("/api/v1/me/recovery");

/** Revoke the recovery link, and sign out all other browsers that play as us. @returns {Promise<{ created_at: null }>} */
export const revokeRecovery = () => post("/api/v1/me/recovery/revoke");

/** Take over the identity of a recovery link. @param {string} secret @returns {Promise<IdentityInfo>} */
export async function recover(secret) {
  const who = await request("POST", "/api/v1/recovery", { secret });
  setIdentity(who);
  return who;
}
