/** The scheduler of local tables: moves of bots, forced steps, and the ends of undo windows. */

import * as program from "./program.js";

/** @import { BotMoves } from "./bot_moves.js" */
/** @import { Tables } from "./tables.js" */

const sleep = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

/** Does what is due at the tables on a screen. */
export class Scheduler {
  /** @param {Tables} tables @param {BotMoves} bots @param {(error: unknown) => void} report */
  constructor(tables, bots, report) {
    this.tables = tables;
    this.bots = bots;
    this.report = report;
    /** The work in progress at each table. @type {Map<string, string>} */
    this.doing = new Map();
  }

  /** Do what is due at a table, unless that is already in progress. @param {any} table */
  schedule(table) {
    const step = table.forced_step();
    const level = step ? "" : table.bot_to_move();
    const due = step || level ? null : table.due_at();
    const what = [table.game_seq, step, level, due].join(" ");
    if ((!step && !level && due === null) || this.doing.get(table.id) === what) return;
    this.doing.set(table.id, what);
    const isWanted = () => this.doing.get(table.id) === what && this.tables.listeners.has(table.id);
    this.work(table, step, level, due, isWanted).catch((error) => {
      this.doing.delete(table.id);
      this.report(error);
    });
  }

  /** @param {any} table @param {string} step @param {string} level @param {number | null} due @param {() => boolean} isWanted */
  async work(table, step, level, due, isWanted) {
    const { id, game, game_seq: seq } = table;
    if (step) return this.tables.act(id, program.forced_step(seq));
    if (level) {
      const begun = performance.now();
      await this.bots.load(level, game);
      // Let other messages go first, so that the page does not wait for the search.
      await sleep(0);
      if (!isWanted()) return;
      const { daily, deal } = table.setup;
      // The rivals of a daily escape play the same on every device, however fast it is.
      const move = daily ? program.rival_move(game, level, deal) : await this.bots.choose(id, level, game);
      const pace = 1000 * program.BOT_PACE * program.pace_of(table);
      await sleep(Math.max(0, pace - (performance.now() - begun)));
      if (isWanted()) await this.tables.act(id, program.bot_move(move, seq));
      return;
    }
    await sleep(Math.max(0, /** @type {number} */ (due) - Date.now()) + 10);
    if (isWanted()) await this.tables.act(id, program.time_out(seq));
  }
}
