/** Your first game: a small one against one bot, from a prepared position, with a coach beside it. */

import { loadAllMessages } from "../lib/i18n.js";
import * as api from "../net/api.js";
import { navigate } from "../router.js";

/** @import { State } from "../model/state.js" */

/** In the storage of the browser: the table of the first game, or `DONE`. */
const STORAGE_KEY = "first-game";
const DONE = "done";
/** The weakest bot: a first game is for winning. */
const LEVEL = "drunk";

/** Begin the first game, or begin it again. */
export async function startFirstGame() {
  const response = await fetch(new URL("../../first_game.json", import.meta.url));
  const position = await response.json();
  const { id } = await api.startFrom({ position, seat: position.turn, level: LEVEL });
  localStorage.setItem(STORAGE_KEY, id);
  navigate(`/table/${id}`);
}

/**
 * The coach of a table; silent unless the table is the first game and the player still wants tips.
 * @param {string} id
 * @param {HTMLElement} table
 * @param {() => void} redraw called when the coach has come
 */
export function coachFor(id, table, redraw) {
  /** @type {{ show: (state: State) => void } | null} */
  let coach = null;
  const open = async () => {
    const [{ openCoach }] = await Promise.all([import("./coach.js"), loadAllMessages()]);
    coach = openCoach(table, { end: endFirstGame, again: startFirstGame });
    redraw();
  };
  if (localStorage.getItem(STORAGE_KEY) === id) open().catch(() => {});
  return { show: (/** @type {State} */ state) => coach?.show(state) };
}

/** Whether the player has never begun a first game, nor declined it. */
export const mayOfferFirstGame = () => localStorage.getItem(STORAGE_KEY) === null;

/** No tips any more, and no offer of them. */
export const endFirstGame = () => localStorage.setItem(STORAGE_KEY, DONE);
