/** The waiting room of a table. It is loaded with its messages when a table that waits is opened. */

import { el } from "../../lib/dom.js";
import { loadAllMessages } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { loadStyles } from "../../lib/styles.js";

/** @import { TableState } from "../../model/table_state.js" */

/** @type {typeof import("../waiting/room.js") | null} */
let loaded = null;

/** In milliseconds: when it is loaded again if it could not be had. */
const RETRY = 2000;

/** The waiting room on a page, from the first state of a table until its game begins. */
export class Waiting {
  constructor() {
    this.root = el("div", { class: "waiting", hidden: true });
    /** The last state, and who we are, as it is drawn once the room is loaded. @type {[TableState, string] | null} */
    this.last = null;
    this.closed = false;
    this.loading = false;
  }

  /** Act on a new state: also in a tab that nobody sees, where nothing is drawn. @param {TableState} state @param {string} me */
  follow(state, me) {
    this.last = [state, me];
    if (loaded) loaded.followMatch(state, me);
    else this.load();
  }

  /** Draw the room, or clear it once the game has begun. @param {boolean} begun */
  show(begun) {
    this.root.hidden = begun;
    if (begun) this.root.replaceChildren();
    else if (loaded && this.last) patch(this.root, loaded.waitingRoom(...this.last));
  }

  async load() {
    if (this.loading || this.closed) return;
    this.loading = true;
    try {
      // The seats look as in the form to create a table.
      const looks = ["create", "waiting"].map(loadStyles);
      const [room] = await Promise.all([import("../waiting/room.js"), loadAllMessages(), ...looks]);
      loaded = room;
    } catch {
      setTimeout(() => this.load(), RETRY);
    } finally {
      this.loading = false;
    }
    if (!loaded || this.closed || !this.last) return;
    loaded.followMatch(...this.last);
    this.show(this.root.hidden);
  }

  /** The table is left. */
  close() {
    this.closed = true;
    loaded?.stopWaiting();
  }
}
