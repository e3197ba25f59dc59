/** Your first game: a small one against one bot, from a prepared position, with a coach beside it. */

import { navigate } from "../../lib/router.js";
import * as api from "../../net/api.js";

/** In the storage of the browser: the table of the first game, or `DONE`. */
const STORAGE_KEY = "first-game";
const DONE = "done";
/** The weakest bot: a first game is for winning. */
const LEVEL = "drunk";

/** Begin the first game, or begin it again. */
export async function startFirstGame() {
  const response = await fetch(new URL("../../../first_game.json", import.meta.url));
  const position = await response.json();
  const { id } = await api.startFrom({ position, seat: position.turn, level: LEVEL });
  localStorage.setItem(STORAGE_KEY, id);
  navigate(`/table/${id}`);
}

/** Whether a table is the first game, and the player still wants its tips. @param {string} id */
export const isFirstGame = (id) => localStorage.getItem(STORAGE_KEY) === id;

/** Whether the player has never begun a first game, nor declined it. */
export const mayOfferFirstGame = () => localStorage.getItem(STORAGE_KEY) === null;

/** No tips any more, and no offer of them. */
export const endFirstGame = () => localStorage.setItem(STORAGE_KEY, DONE);
