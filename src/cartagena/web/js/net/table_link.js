/** Chooses the link to a table: to the server or to this device. Screens call net/api.js and need not know which. */

import { isServerless } from "../lib/address.js";
import { openWorkerStream, sendToWorker } from "./local_link.js";
import { openServerStream, sendToServer } from "./server_link.js";

/** @import { TableEvent } from "./types.js" */

/**
 * A link to tables.
 *
 * - `send` sends a request of the HTTP API and returns the body of the response. It throws a Problem if the request is
 *   refused.
 * - `openStream` listens to a table: first a snapshot or what was missed, then every event. `onConnection` reports
 *   whether there is a connection. `reconnect` fetches what was missed.
 *
 * @typedef {{
 *   send: (method: string, path: string, body?: unknown) => Promise<string>,
 *   openStream: (id: string, onEvent: (...event: TableEvent) => void, onConnection: (connected: boolean) => void) =>
 *     { stop: () => void, reconnect: () => void },
 * }} TableLink
 */

/** @type {TableLink} */
const SERVER = { send: sendToServer, openStream: openServerStream };
/** @type {TableLink} */
const DEVICE = { send: sendToWorker, openStream: openWorkerStream };

/** Return whether a table lives on this device. @param {string} id */
export const isLocal = (id) => id.startsWith("local-");

/** Return whether this device answers requests for a path of the API, such as `/api/v1/tables/x/moves`. @param {string} path */
export const isAnsweredHere = (path) => isServerless() || isLocal(path.split("/")[4] ?? "");

/** Return the link for a path of the API. @param {string} path @returns {TableLink} */
const linkFor = (path) => (isAnsweredHere(path) ? DEVICE : SERVER);

/** Return the path of a table in the API. @param {string} id */
const tablePath = (id) => `/api/v1/tables/${id}`;

/**
 * Send a request and return the body of the response as text. Throws a Problem if it is refused.
 * @type {TableLink["send"]}
 */
export const requestText = (method, path, body) => linkFor(path).send(method, path, body);

/**
 * Send a request and return the body of the response. Throws a Problem if it is refused.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export const request = async (method, path, body) => JSON.parse(await requestText(method, path, body));

/** Listen to a table. @type {TableLink["openStream"]} */
export const openStream = (id, onEvent, onConnection) => linkFor(tablePath(id)).openStream(id, onEvent, onConnection);
