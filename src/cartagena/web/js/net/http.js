/** Requests to the server, sent under our identity and retried while the server is unreachable. */

import { t } from "../lib/i18n.js";
import { connection, Problem } from "./failures.js";
import { LOCAL_PLAYER, sendToWorker } from "./local_link.js";
import { randomHex } from "./storage.js";
import { isAnsweredHere, isLocal, request } from "./table_link.js";

/** @import { IdentityInfo } from "./types.js" */

/** @type {Promise<IdentityInfo> | null} */
let identity = null;

/**
 * Return our identity, which is created at the first visit.
 * @returns {Promise<IdentityInfo>}
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
    const person = await request("POST", "/api/v1/identity", { name: storedName() || t("Pirate") });
    localStorage.setItem("known", "yes");
    return person;
  })();
  identity.catch(() => {
    identity = null;
  });
  return identity;
}

/** Return whether this browser has an identity. */
export const isKnown = () => localStorage.getItem("known") === "yes";

/** Use another identity, whose cookie the server has just set. @param {IdentityInfo} next */
export function setIdentity(next) {
  localStorage.setItem("known", "yes");
  localStorage.setItem("name", next.name);
  identity = Promise.resolve(next);
}

/** Return the name that the player entered on this device, or an empty string. */
export const storedName = () => localStorage.getItem("name") ?? "";

/**
 * Change our name. Later requests wait for it, and use the old name if the server refuses the new one.
 * @param {string} name
 * @returns {Promise<IdentityInfo>}
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

/** Return the id under which we are known at a table. @param {string} id */
export const identityAt = async (id) => (isLocal(id) ? LOCAL_PLAYER : (await me()).id);

/** Send a POST request under our identity. @param {string} path @param {unknown} [body] */
export async function post(path, body = {}) {
  if (!isAnsweredHere(path)) await me();
  return request("POST", path, body);
}

/**
 * Create a table: on the server or, without a connection, on this device. If this device cannot either, because it has
 * never loaded the rules, the server is asked again.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function create(path, body) {
  try {
    return await postWithRetry(path, body, 0);
  } catch (error) {
    if (error instanceof Problem && error.status < SERVER_DOWN) throw error;
    connection.dispatchEvent(new Event("failed"));
  }
  try {
    return JSON.parse(await sendToWorker("POST", path, body));
  } catch {
    return postWithRetry(path, body);
  }
}

/** Number of retries for a request. */
const RETRIES = 6;
/** Longest pause before a retry, in milliseconds. */
const MAX_PAUSE_MS = 8000;
/** The lowest HTTP status for a server that is down. Lower ones mean that it refuses the request. */
const SERVER_DOWN = 502;

/** Wait for this time, or until the browser is online again. @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
    addEventListener("online", done, { once: true });
  });
}

/**
 * Send a request, and retry while the server is unreachable. With its idempotency key it takes effect only once.
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
      if (error instanceof Problem && error.status < SERVER_DOWN) throw error;
      if (attempt >= retries) throw error;
      connection.dispatchEvent(new Event("failed"));
      await pause(Math.min(300 * 2 ** attempt, MAX_PAUSE_MS));
    }
  }
}
