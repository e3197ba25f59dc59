/** Requests to the server: who sends them, what comes back, and how they are sent again. */

import { t } from "../lib/i18n.js";
import { randomHex } from "./storage.js";

/** @import { IdentityInfo } from "./types.js" */

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

/** @type {Promise<IdentityInfo> | null} */
let identity = null;

/**
 * Who we are; a new identity at the first visit.
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

/** Be somebody else from now on, whose cookie has come. @param {IdentityInfo} who */
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

/** Send something as ourselves. @param {string} path @param {unknown} [body] */
export async function post(path, body = {}) {
  await me();
  return request("POST", path, body);
}

/** How often a request is sent again. */
const RETRIES = 6;
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
