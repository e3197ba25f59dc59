/** The connection to a table: our identity, then the table's events, until we leave. */

import * as api from "../../net/api.js";
import { Problem } from "../../net/failures.js";
import { identityAt } from "../../net/http.js";
import { openStream } from "../../net/table_link.js";

/** @import { TableEvent } from "../../net/types.js" */

/** Wait in milliseconds before an identity is requested again. */
const RETRY_MS = 2000;
/** The lowest HTTP status for a server that is busy or down. Lower ones mean that it refuses us the table. */
const SERVER_BUSY = 429;

/**
 * What a connection reports: who we are, before anything else; each event; whether there is a connection; and that
 * the server refuses us the table.
 * @typedef {{ onIdentity: (id: string) => void, onEvent: (...event: TableEvent) => void,
 *   onConnection: (connected: boolean) => void, onRefusal: (problem: Problem) => void }} ConnectionHandlers
 */

/**
 * Follow a table until the signal is set.
 * @param {string} id
 * @param {ConnectionHandlers} handlers
 * @param {AbortSignal} signal
 * @returns {{ reconnect: () => void }} `reconnect` fetches the events that we have missed
 */
export function followTable(id, { onIdentity, onEvent, onConnection, onRefusal }, signal) {
  /** @type {ReturnType<typeof openStream> | null} */
  let stream = null;

  // A new visitor gets an identity first, so that the stream knows them.
  async function open() {
    try {
      onIdentity(await identityAt(id));
    } catch {
      if (signal.aborted) return;
      onConnection(false);
      setTimeout(open, RETRY_MS);
      return;
    }
    if (signal.aborted) return;
    stream = openStream(id, onEvent, (connected) => {
      onConnection(connected);
      // If the server refuses us the table, there is no connection to wait for.
      if (!connected) api.fetchTable(id).catch(checkRefusal);
    });
  }

  /** @param {unknown} error */
  function checkRefusal(error) {
    if (signal.aborted || !(error instanceof Problem) || error.status >= SERVER_BUSY) return;
    stream?.stop();
    onRefusal(error);
  }

  signal.addEventListener("abort", () => stream?.stop());
  open();
  return { reconnect: () => stream?.reconnect() };
}
