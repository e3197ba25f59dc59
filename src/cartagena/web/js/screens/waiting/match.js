/** Waits for a quick match: polls, and starts the game once another player or a bot has joined. */

import { currentScreen } from "../../lib/address.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { notifyField } from "../../lib/notify.js";
import { navigate } from "../../lib/router.js";
import * as api from "../../net/api.js";
import { quickMatch } from "../../net/api.js";
import { Problem } from "../../net/failures.js";
import { forgetMatch, matchAt, rememberMatch } from "../../net/storage.js";
import { levelOptions, rememberLevel, storedLevel } from "../../ui/bot_choice.js";
import { showFailure } from "../../ui/errors.js";

/** @import { TableState } from "../../model/table_state.js" */

/** Poll interval in milliseconds. */
const POLL_MS = 5000;
/** How long the game waits for the other player's contribution to the shuffle, in milliseconds. */
const CONTRIBUTION_MS = 4000;

/** The table where we wait. */
let waitingAt = "";
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let starter;

/**
 * Follow a table that waits for a match. Call this with every new state.
 * @param {TableState} state
 * @param {string} me
 */
export function followMatch({ table, you }, me) {
  const game = matchAt(table.id);
  if (game === null || me !== table.owner || table.status !== "waiting") return stopWaiting();
  if (!table.seats.some((seat) => seat.kind === "open")) {
    stopWaiting();
    const missing = table.seats.some(
      (seat) => seat.kind === "player" && seat.identity !== table.owner && !seat.contributed,
    );
    clearTimeout(starter);
    starter = setTimeout(() => begin(() => api.start(table, you)), missing ? CONTRIBUTION_MS : 0);
    return;
  }
  if (waitingAt === table.id) return;
  stopWaiting();
  waitingAt = table.id;
  timer = setInterval(() => askAgain(table.id, game), POLL_MS);
}

/** Stop polling, because the table is left or the game starts. */
export function stopWaiting() {
  clearInterval(timer);
  clearTimeout(starter);
  waitingAt = "";
}

/** Ask again: if another player created a table at the same moment, one of us moves to the other's. @param {string} id @param {string} game */
async function askAgain(id, game) {
  try {
    const table = await quickMatch(game);
    // Our own table may be closed by now, but its page must still be open.
    if (table.id === id || currentScreen().pathname !== `/table/${id}`) return;
    stopWaiting();
    rememberMatch(table.id, game);
    navigate(`/table/${table.id}`);
  } catch {
    // We keep waiting and ask again.
  }
}

/** @param {() => Promise<unknown>} start */
function begin(start) {
  forgetMatch();
  stopWaiting();
  showFailure(start());
}

/** @param {Event} event */
function choose({ target }) {
  if (target instanceof HTMLSelectElement) rememberLevel(target.value);
}

/** Return the panel shown while we wait alone, with a button that gives the open seats to bots. @param {TableState} state */
export function matchPanel({ table, you }) {
  if (matchAt(table.id) === null) return null;
  const open = table.seats.filter((seat) => seat.kind === "open");
  if (!open.length) return null;
  const start = async () => {
    for (const { colour } of open) {
      try {
        await api.setSeat(table.id, colour, { kind: "bot", level: storedLevel() });
      } catch (error) {
        // Another player was faster than the bot.
        if (!(error instanceof Problem) || error.kind !== "taken") throw error;
      }
    }
    return api.start(table, you);
  };
  return h(
    "div",
    { key: "match", class: "match-panel paper-row" },
    h("p", { role: "status" }, t("Looking for another player…")),
    h("button", { type: "button", class: "big", onclick: () => begin(start) }, t("Play against a bot now")),
    h("label", {}, t("Bot"), " ", h("select", { value: storedLevel(), onchange: choose }, levelOptions(storedLevel()))),
    notifyField(),
  );
}
