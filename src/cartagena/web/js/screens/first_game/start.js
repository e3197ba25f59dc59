/** The first game: a short one against one bot, from a prepared position, with a coach. */

import { navigate } from "../../lib/router.js";
import * as api from "../../net/api.js";

/** The key in the local storage. Its value is the table of the first game, or `DONE`. */
const STORAGE_KEY = "first-game";
const DONE = "done";
/** The weakest bot, because a first game should be won. */
const LEVEL = "drunk";

/** Fetch the position from which the first game starts. */
export async function fetchFirstGame() {
  return (await fetch(new URL("../../../first_game.json", import.meta.url))).json();
}

/** Start the first game, or start it again. */
export async function startFirstGame() {
  const position = await fetchFirstGame();
  const { id } = await api.startFrom({ position, seat: position.turn, level: LEVEL });
  localStorage.setItem(STORAGE_KEY, id);
  navigate(`/table/${id}`);
}

/** Return whether a table is the first game, and its tips are still on. @param {string} id */
export const isFirstGame = (id) => localStorage.getItem(STORAGE_KEY) === id;

/** Return whether the player has neither started nor declined a first game. */
export const mayOfferFirstGame = () => localStorage.getItem(STORAGE_KEY) === null;

/** Turn off the tips and the offer of a first game. */
export const endFirstGame = () => localStorage.setItem(STORAGE_KEY, DONE);
