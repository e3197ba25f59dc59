/** The HTTP API for local tables: the same paths, bodies and responses as those of the server. */

import { parseRecord } from "./analyses.js";
import { fromPlain, readStruct, toJson } from "./json.js";
import * as program from "./program.js";
import { py } from "./python.js";
import { summaryOf } from "./tables.js";

/** @import { Analyses } from "./analyses.js" */
/** @import { Helpers } from "./helpers.js" */
/** @import { Tables } from "./tables.js" */
/** @import { FetchFile } from "./thinking.js" */

/**
 * The services that a handler gets, and those for its request: `report` sends the page the share of the work that is
 * done, and `onStop` sets what happens when the page does not want the answer any more.
 * @typedef {{ tables: Tables, analyses: Analyses, helpers: Helpers, fetchFile: FetchFile, who: any,
 *   report: (share: number) => void, onStop: (stop: () => void) => void }} Services
 */
/** @typedef {(services: Services, body: any, id: string, part: string) => Promise<string>} Handler */

/** The randomness of new tables. */
const ENTROPY = new program.Entropy();

const info = (/** @type {any} */ table) => toJson(program.table_info(table));
/** The event number of a request, and the text of its move. @param {any} table @param {any} who @param {string} key */
const acknowledged = (table, who, key) => {
  const handled = program.handled_request(table, who, key);
  return toJson(
    handled === null ? new program.Acknowledgement(table.seq) : new program.Acknowledgement(handled.seq, handled.move),
  );
};

/** Return a table, or refuse. @param {Services} services @param {string} id */
async function tableOf({ tables }, id) {
  const table = await tables.get(id);
  if (!table) throw new program.NotFound("There is no such table.");
  return table;
}

/** Return a finished table, or refuse. @param {Services} services @param {string} id */
async function finishedTable(services, id) {
  const table = await tableOf(services, id);
  if (table.status !== "finished") {
    throw new program.Conflict("running", "The game isn’t over yet, so hidden cards stay hidden.");
  }
  return table;
}

/** Create a table and deal at once. @param {Services} services @param {any} event */
async function started({ tables, who }, event) {
  const table = await tables.create(event);
  return info(await tables.act(table.id, program.start(who)));
}

/** Return a handler that makes a decision and acknowledges it. @param {any} cls of the request @param {(request: any, who: any) => any} decision */
const decided = (cls, decision) =>
  /** @type {Handler} */ (
    async ({ tables, who }, body, id) => {
      const request = readStruct(cls, body);
      return acknowledged(await tables.act(id, decision(request, who)), who, request.key);
    }
  );

/** A handler that returns the table. @param {(body: any, who: any, part: string) => any} decision */
const changed = (decision) =>
  /** @type {Handler} */ (
    async ({ tables, who }, body, id, part) => info(await tables.act(id, decision(body, who, part)))
  );

/** A decision for one of our seats, or for all of them. @param {(seat: string, who: any, key: any) => any} decide @returns {Handler} */
const forSeats = (decide) => async (services, body, id) => {
  const { tables, who } = services;
  let table = await tableOf(services, id);
  for (const seat of body.seat ? [body.seat] : table.seats_of(who.id))
    table = await tables.act(id, decide(seat, who, null));
  return info(table);
};

/** Return a record as a mapping, or null if the text is not JSON. @param {string} text */
function recordFrom(text) {
  try {
    return fromPlain(parseRecord(text));
  } catch {
    return null;
  }
}

/** Return the summaries of our finished games, the newest first. @param {Services} services @returns {Promise<any[]>} */
async function summaries({ tables, who }) {
  const rows = [];
  for (const { id, info } of await tables.all()) {
    // For a game of another version, the list has only its table.
    const table = info.status === "finished" ? await tables.get(id).catch(() => null) : null;
    if (table?.seats_of(who.id).length) rows.push(summaryOf(tables.openTable(id), who.id));
  }
  return rows;
}

/** Return the view of the player to move, as the server sends it. @param {any} game */
const viewOf = (game) => ({ view: JSON.parse(toJson(game.view(game.decider))) });

/** Let a helper do a job. @param {Services} services @param {object} job @returns {Promise<string>} */
function think({ helpers, report, onStop }, job) {
  const { result, stop } = helpers.run(job, report);
  onStop(stop);
  return result;
}

/** @type {Record<string, Handler>} */
const HANDLERS = {
  "GET /me/games": async (services) => {
    const games = (await summaries(services)).map(({ summary }) => JSON.parse(summary));
    return JSON.stringify({ games, next: null, complete: true });
  },
  "GET /me/results": async (services) => {
    const rows = (await summaries(services)).filter(({ counts }) => counts);
    const totals = rows.map(({ variant, bots, won }) => new program.TotalRow(variant, bots, 1, Number(won)));
    return toJson(program.add_up(totals, true));
  },
  "POST /quick-start": async (services, body) => {
    const request = program.quick_start(readStruct(program.QuickStart, body));
    const event = program.create_new_table(request, services.who, ENTROPY);
    return body.wait ? info(await services.tables.create(event)) : started(services, event);
  },
  "POST /daily": (services, { day, seed, bot_speed = "normal" }) =>
    started(services, program.daily_table(day, seed ?? program.open_seed(day), bot_speed, services.who)),
  "POST /start-from": async (services, { position, seat, level = "deckhand" }) => {
    const game = program.read_position(fromPlain(position));
    return started(services, program.positions_new_table(game, seat, level, services.who, "From a position", ENTROPY));
  },
  "POST /records": async ({ tables, who }, { record }) => {
    const [start, moves] = program.read_record(recordFrom(record));
    return info(await tables.create(...program.first_events(start, moves, who, "From a record", ENTROPY)));
  },
  "POST /tables": async ({ tables, who }, body) =>
    info(await tables.create(program.create_new_table(readStruct(program.NewTable, body), who, ENTROPY))),
  "GET /tables/:id": async (services, _body, id) =>
    toJson(program.snapshot(await tableOf(services, id), services.who.id, [services.who.id], Date.now())),
  "POST /tables/:id/moves": decided(program.Play, program.play),
  "POST /tables/:id/undo": decided(program.Undo, program.undo),
  "POST /tables/:id/end-turn": decided(program.EndTurn, program.end_turn),
  "POST /tables/:id/contribution": async ({ tables, who }, body, id) => {
    const table = await tables.act(id, program.contribute(readStruct(program.Contribute, body), who));
    return info(body.start ? await tables.act(id, program.start(who)) : table);
  },
  "POST /tables/:id/join": changed((body, who) => program.join(readStruct(program.Join, body), who)),
  "POST /tables/:id/start": changed((_body, who) => program.start(who)),
  "POST /tables/:id/close": changed((_body, who) => program.close(who, null)),
  "POST /tables/:id/pause": changed((body, who) => program.pause(readStruct(program.Pause, body), who)),
  "POST /tables/:id/seats/:part": changed((body, who, colour) =>
    program.set_seat(colour, readStruct(program.SetSeat, body), who),
  ),
  "POST /tables/:id/leave": forSeats((seat, who, key) => program.leave(seat, who, key)),
  "POST /tables/:id/return": forSeats((seat, who, key) => program.return_to(seat, who, key)),
  "POST /tables/:id/play-from": async (services, { move, seat, level = "deckhand" }, id) => {
    const game = program.finished_game(await finishedTable(services, id), move);
    return started(
      services,
      program.positions_new_table(game, seat, level, services.who, "From a finished game", ENTROPY),
    );
  },
  "POST /tables/:id/rematch": async (services, { swap = false }, id) => {
    const { tables, who } = services;
    const old = await tableOf(services, id);
    if (old.rematch) return info(await tableOf(services, old.rematch));
    const event = old.from_position
      ? program.rematch_from_position(old, who, ENTROPY)
      : py.call(program.rematch, [old, who, ENTROPY], { swap });
    const next = await tables.create(event);
    await tables.act(id, program.note_rematch(next.id, who, null));
    return info(old.from_position ? await tables.act(next.id, program.start(who)) : next);
  },
  "POST /tables/:id/hint": async (services, { expected_seq }, id) => {
    const game = program.advised_game(await tableOf(services, id), services.who, expected_seq);
    return think(services, { name: "hint", table: id, seq: expected_seq, start: viewOf(game) });
  },
  "POST /tables/:id/explore": async (services, body, id) => {
    const table = await tableOf(services, id);
    const start =
      table.status === "finished"
        ? { record: toJson(table.game.record()), moves: body.at }
        : viewOf(program.advised_game(table, services.who, body.at));
    return think(services, { name: "explore", table: id, request: body, start });
  },
  // Hints and analysis boards of the server's tables, from what the player may know.
  "POST /hints/:id": (services, { expected_seq, start }, id) =>
    think(services, { name: "hint", table: id, seq: expected_seq, start }),
  "POST /explorations/:id": (services, { start, ...request }, id) =>
    think(services, { name: "explore", table: id, request, start }),
  "GET /tables/:id/record": async (services, _body, id) => toJson((await finishedTable(services, id)).game.record()),
  "GET /tables/:id/daily": async (services, _body, id) => {
    const { game, setup, status, seats } = await tableOf(services, id);
    const isOver = status === "finished";
    return toJson(
      new py.Dict([
        ["day", setup.daily],
        ["seed", setup.deal],
        // A player who left has no result.
        ["left", seats.some((/** @type {any} */ seat) => seat.took_over)],
        ["moves", isOver ? game.record().get("moves") : null],
        ["result", isOver ? program.result_of(game.record()) : null],
      ]),
    );
  },
  "GET /tables/:id/replay": async (services, _body, id) => {
    const steps = [];
    for (const step of program.steps(await finishedTable(services, id))) steps.push(toJson(step));
    return `[${steps}]`;
  },
  "GET /tables/:id/analysis": async ({ analyses }, _body, id) => JSON.stringify(await analyses.stateOf(id)),
  "POST /tables/:id/analysis": async (services, _body, id) => {
    const { game } = await finishedTable(services, id);
    return JSON.stringify(await services.analyses.start(id, toJson(game.record()), game));
  },
  "GET /analyses/:id": async ({ analyses }, _body, id) => JSON.stringify(await analyses.stateOf(id)),
  "POST /analyses/:id": async ({ analyses }, { record }, id) =>
    JSON.stringify(await analyses.start(id, record, program.Game.replay(recordFrom(record)))),
  "POST /analyses/:id/stop": async ({ analyses }, _body, id) => JSON.stringify(analyses.stop(id)),
};

/**
 * Answer a request. Refusals are thrown as problem documents in JSON.
 * @param {Services} services
 * @param {string} method
 * @param {string} path
 * @param {any} body
 * @returns {Promise<string>}
 */
export async function answer(services, method, path, body) {
  const [, , , first = "", id = "", action = "", part = ""] = (path.split("?")[0] ?? "").split("/");
  const name =
    ["tables", "analyses", "hints", "explorations"].includes(first) && id
      ? [`/${first}/:id`, action, part && ":part"].filter(Boolean).join("/")
      : `/${[first, id].filter(Boolean).join("/")}`;
  const handler = HANDLERS[`${method} ${name}`];
  try {
    if (!handler) throw new program.NotFound("There is no such table.");
    return await handler(services, body ?? {}, id, part);
  } catch (error) {
    throw problemOf(error);
  }
}

/** Return the problem document of an error, if it is not one already. @param {any} error */
export function problemOf(error) {
  if (error && !(error instanceof Error) && error.status) return error;
  if (error instanceof program.Refusal) return JSON.parse(toJson(program.problems_document(error)));
  return { type: "urn:cartagena:problem:error", status: 500, detail: String(error?.stack ?? error) };
}
