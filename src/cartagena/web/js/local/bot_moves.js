/** The moves of bots. A bot that searches gets as many simulations as this device manages in a given time. */

import { host } from "./host.js";
import * as program from "./program.js";
import { py } from "./python.js";
import { prepareTeam, searchTogether, teamBot } from "./team.js";
import { needNet } from "./thinking.js";

/** @import { Helpers } from "./helpers.js" */
/** @import { FetchFile } from "./thinking.js" */

/** The longest time in seconds that a bot should search for a move, also on a slow device. */
const SEARCH_SECONDS = 0.5;
/** Number of simulations of a tree in the first search, before the device's speed is known, and the limits of later ones. */
const FIRST_NODES = 300;
const [MIN_NODES, MAX_NODES] = [100, 20_000];
/** Size of the seed of a search. */
const SEED_BITS = 62;
/** Bots that helpers search for. The others are meant to be weaker, or never search. */
const TEAM_BOTS = ["captain", "legend"];

/** Chooses the moves of bots, with helpers if there are several. */
export class BotMoves {
  /**
   * @param {Helpers} helpers
   * @param {number} most the number of helpers that may search at the same time
   * @param {FetchFile} fetchFile
   * @param {Record<string, number>} speeds simulations per second of a tree of each search, as measured earlier
   * @param {(speeds: Record<string, number>) => void} rememberSpeeds
   */
  constructor(helpers, most, fetchFile, speeds, rememberSpeeds) {
    this.helpers = helpers;
    this.most = most;
    this.fetchFile = fetchFile;
    this.speeds = { ...speeds };
    this.rememberSpeeds = rememberSpeeds;
    /** Bots by table, colour, level and number of trees: a bot remembers what it saw in its game. @type {Map<string, any>} */
    this.bots = new Map();
    this.preparing = false;
  }

  /** Load what a bot needs. @param {string} level @param {any} game */
  async load(level, game) {
    if (level === "legend") await needNet(game, this.fetchFile);
  }

  /**
   * Return the move of the bot that must choose.
   * @param {string} table
   * @param {string} level
   * @param {any} game
   * @returns {Promise<string>}
   */
  async choose(table, level, game) {
    const legal = [...game.legal_moves];
    if (legal.length === 1) return legal[0].text;
    const view = program.View.of(game, game.decider);
    const trees = TEAM_BOTS.includes(level) ? this.treesFor(level, view) : 1;
    const key = [table, game.decider, level, trees].join(" ");
    const bot = this.bots.get(key) ?? (trees > 1 ? teamBot(level, trees) : host.createBot(level));
    this.bots.set(key, bot);
    const rng = new py.Random();
    if (!bot.searches) return bot.choose(view, legal, rng, new program.Budget()).text;
    const nodes = this.nodesFor(level, game);
    if (trees > 1) {
      const found = await searchTogether(this.helpers, bot, view, legal, rng.getrandbits(SEED_BITS), trees * nodes);
      this.measured(level, game, nodes, found.seconds);
      return found.move;
    }
    const begun = performance.now();
    const { text } = bot.choose(view, legal, rng, new program.Budget(null, nodes));
    this.measured(level, game, nodes, (performance.now() - begun) / 1000);
    return text;
  }

  /** Return in how many trees a bot searches now: one, until helpers have started. @param {string} level @param {any} view */
  treesFor(level, view) {
    if (this.most < 2) return 1;
    const ready = Math.min(this.most, this.helpers.ready);
    if (ready === this.most) return ready;
    if (!this.preparing) {
      this.preparing = true;
      const prepared = () => {
        this.preparing = false;
      };
      prepareTeam(this.helpers, this.most, level, view).then(prepared, prepared);
    }
    return 1;
  }

  /** Speeds differ with the search and with the number of players. @param {string} level @param {any} game */
  speedKey(level, game) {
    return `${level} ${program.family(game.rules)} ${game.players.length}`;
  }

  /** Return the number of simulations of a tree. @param {string} level @param {any} game */
  nodesFor(level, game) {
    const speed = this.speeds[this.speedKey(level, game)];
    return speed ? Math.round(Math.min(MAX_NODES, Math.max(MIN_NODES, SEARCH_SECONDS * speed))) : FIRST_NODES;
  }

  /** Remember how fast a search was. A search that ended early seems faster than it was, so the slower value counts. @param {string} level @param {any} game @param {number} nodes @param {number} seconds */
  measured(level, game, nodes, seconds) {
    const key = this.speedKey(level, game);
    const speed = nodes / Math.max(seconds, 0.001);
    const earlier = this.speeds[key];
    if (earlier && speed > earlier && speed < 2 * earlier) return;
    this.speeds[key] = earlier ? Math.min(speed, 1.5 * earlier) : speed;
    this.rememberSpeeds(this.speeds);
  }
}
