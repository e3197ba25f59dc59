/** Where tables live. Screens never ask: they call net/api.js, and requests and streams take the right link here. */

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

/** Return the link for a path of the API, such as `/api/v1/tables/x/moves`. @param {string} _path @returns {TableLink} */
export const linkFor = (_path) => SERVER;

/** Return the path of a table in the API. @param {string} id */
export const tablePath = (id) => `/api/v1/tables/${id}`;

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
