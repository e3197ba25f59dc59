/**
 * The tables of this device. Like the tables of the server, each is the log of its events, and decisions about it are
 * those of the server, translated. Several tabs may show the same table: a lock lets one at a time append to its log.
 */

import { readStruct, toJson } from "./json.js";
import * as program from "./program.js";
import { FORMAT } from "./store.js";

/** @import { Store, StoredTable } from "./store.js" */
/** A table with its log. @typedef {{ table: any, log: import("./store.js").StoredEvent[] }} OpenTable */
/** Called after each event, with the table just after it. @typedef {(table: any, entry: any) => void} Listener */

/** The classes of events by the name under which they are stored. */
const EVENTS = Object.fromEntries(
  Object.values(program)
    .filter((/** @type {any} */ one) => typeof one === "function" && typeof one.$tag === "string")
    .map((/** @type {any} */ cls) => [cls.$tag, cls]),
);

/** The message about a table that another version stored in a form that this one cannot read. */
const OTHER_RULES = "This game began under another version of the rules, so it can’t continue here.";

/** Return an event from JSON. @param {string} text */
function readEvent(text) {
  const { type, ...fields } = JSON.parse(text);
  return readStruct(EVENTS[type], fields);
}

/** The tables of this device. */
export class Tables {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Map<string, OpenTable>} */
    this.open = new Map();
    /** @type {Map<string, Set<Listener>>} */
    this.listeners = new Map();
    /**
     * For browsers without locks: for each table, a promise that resolves after its last change.
     * @type {Map<string, Promise<unknown>>}
     */
    this.last = new Map();
    this.channel = new BroadcastChannel("cartagena-tables");
    this.channel.onmessage = ({ data }) => {
      if (this.listeners.has(data)) this.exclusively(data, () => this.load(data));
    };
  }

  /** Return a table as it is now. @param {string} id */
  async get(id) {
    await this.exclusively(id, () => this.load(id));
    return this.open.get(id)?.table ?? null;
  }

  /** Create a table with these events. @param {any[]} events @returns {Promise<any>} */
  async create(...events) {
    const id = `local-${crypto.getRandomValues(new Uint32Array(2)).join("").slice(0, 14)}`;
    return this.exclusively(id, async () => {
      this.open.set(id, { table: new program.Table(id), log: [] });
      return this.append(id, events, Date.now());
    });
  }

  /** Apply a decision and return the table after it. @param {string} id @param {(table: any, now: number) => any} decide */
  act(id, decide) {
    return this.exclusively(id, async () => {
      await this.load(id);
      const { table } = this.openTable(id);
      const now = Date.now();
      try {
        return await this.append(id, [decide(table, now)], now);
      } catch (error) {
        if (error instanceof program.AlreadyDone) return table;
        throw error;
      }
    });
  }

  /**
   * Call a listener after each event. Returns a function that stops this.
   * @param {string} id
   * @param {Listener} listener
   */
  listen(id, listener) {
    const all = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, all.add(listener));
    return () => {
      all.delete(listener);
      if (!all.size) this.listeners.delete(id);
    };
  }

  /** Return all stored tables, the last created first. @returns {Promise<StoredTable[]>} */
  async all() {
    const tables = await this.store.all();
    return tables.sort((a, b) => (b.log[0]?.at ?? 0) - (a.log[0]?.at ?? 0));
  }

  /** @param {string} id @returns {OpenTable} */
  openTable(id) {
    const open = this.open.get(id);
    if (!open) throw new program.NotFound("There is no such table.");
    return open;
  }

  /** Read the events that other tabs have added to a table, and pass them to the listeners. @param {string} id */
  async load(id) {
    const stored = await this.store.read(id);
    if (!stored) return;
    if (stored.format !== FORMAT) throw new program.Conflict("other-rules", OTHER_RULES);
    const open = this.open.get(id) ?? { table: new program.Table(id), log: [] };
    this.open.set(id, open);
    for (const one of stored.log.slice(open.log.length)) {
      const entry = new program.Entry(one.seq, one.at, readEvent(one.event));
      open.table = program.reduce_event(open.table, entry);
      open.log.push(one);
      for (const listener of this.listeners.get(id) ?? []) listener(open.table, entry);
    }
  }

  /** @param {string} id @param {any[]} events @param {number} at */
  async append(id, events, at) {
    const open = this.openTable(id);
    const log = [...open.log];
    let table = open.table;
    const steps = events.map((event) => {
      const entry = new program.Entry(table.seq + 1, at, event);
      table = program.reduce_event(table, entry);
      log.push({ seq: entry.seq, at, event: toJson(event) });
      return { table, entry };
    });
    await this.store.write({ id, format: FORMAT, log, info: JSON.parse(toJson(program.table_info(table))) });
    this.open.set(id, { table, log });
    for (const step of steps) for (const listener of this.listeners.get(id) ?? []) listener(step.table, step.entry);
    this.channel.postMessage(id);
    return table;
  }

  /** Run `work` while no other tab or call changes the table. @template T @param {string} id @param {() => Promise<T>} work @returns {Promise<T>} */
  exclusively(id, work) {
    if (navigator.locks) return /** @type {Promise<T>} */ (navigator.locks.request(`cartagena ${id}`, work));
    const result = (this.last.get(id) ?? Promise.resolve()).catch(() => {}).then(work);
    this.last.set(id, result);
    return result;
  }
}

/** Return a finished table's summary for the list of games. @param {OpenTable} open @param {string} identity */
export function summaryOf({ table, log }, identity) {
  const entries = log.map(({ seq, at, event }) => new program.Entry(seq, at, readEvent(event)));
  return program._summarize(identity, table.id, entries);
}
