/** Local tables in IndexedDB, or in memory if the browser stores nothing. */

/** The version of what is stored. Raise it when logs of older versions can no longer be replayed. */
export const FORMAT = 1;
const NAME = "cartagena";
/** Opening can fail for a moment, and in memory the stored tables would be missing. */
const ATTEMPTS = 3;
const PAUSE_MS = 100;

/** An event of a table's log, in JSON. @typedef {{ seq: number, at: number, event: string }} StoredEvent */
/** A stored table. @typedef {{ id: string, format: number, log: StoredEvent[], info: any }} StoredTable */

/**
 * Where tables are stored.
 * @typedef {{
 *   persistent: boolean,
 *   read: (id: string) => Promise<StoredTable | undefined>,
 *   write: (table: StoredTable) => Promise<void>,
 *   all: () => Promise<StoredTable[]>,
 *   setting: (name: string) => Promise<any>,
 *   set: (name: string, value: any) => Promise<void>,
 * }} Store
 */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Wait until a transaction is committed. If the page closes before that, its changes are lost. @param {IDBTransaction} transaction */
const committed = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });

/** Open the store. @returns {Promise<Store>} */
export async function openStore() {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await openDatabase();
    } catch {
      if (attempt < ATTEMPTS) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return inMemory();
}

/** Open the database, and fail if it cannot be written. */
async function openDatabase() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("tables", { keyPath: "id" });
    request.result.createObjectStore("settings");
  };
  const store = inDatabase(await done(request));
  // A private window may open a database and refuse to write to it.
  await store.set("opened", Date.now());
  return store;
}

/** @param {IDBDatabase} database @returns {Store} */
function inDatabase(database) {
  const read = (/** @type {string} */ name) => database.transaction(name, "readonly").objectStore(name);
  /** @param {string} name @param {(store: IDBObjectStore) => unknown} change */
  const write = async (name, change) => {
    const transaction = database.transaction(name, "readwrite");
    change(transaction.objectStore(name));
    await committed(transaction);
  };
  return {
    persistent: true,
    read: (id) => done(read("tables").get(id)),
    write: (table) => write("tables", (store) => store.put(table)),
    all: () => done(read("tables").getAll()),
    setting: (name) => done(read("settings").get(name)),
    set: (name, value) => write("settings", (store) => store.put(value, name)),
  };
}

/** @returns {Store} */
function inMemory() {
  /** @type {Map<string, StoredTable>} */
  const tables = new Map();
  const settings = new Map();
  return {
    persistent: false,
    read: async (id) => tables.get(id),
    write: async (table) => void tables.set(table.id, table),
    all: async () => [...tables.values()],
    setting: async (name) => settings.get(name),
    set: async (name, value) => void settings.set(name, value),
  };
}
