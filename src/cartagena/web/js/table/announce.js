/** A move as news: said aloud to those who listen, heard, and seen as cards that fly. */

import { announce, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { sound } from "../lib/sounds.js";
import { isSecret, parse } from "../model/moves.js";
import { standing, told, who } from "../model/sentences.js";
import { isOurs, viewOf } from "../model/state.js";
import { fly } from "./cards.js";

/** @import { State } from "../model/state.js" */
/** @import { Flight } from "./cards.js" */

/** @typedef {{ before: State, now: State, seat: string, move: string }} News */
/** @typedef {{ hand: HTMLElement, people: HTMLElement, cards: HTMLElement }} Places */

/** The most cards that fly to one hand at once. */
const MOST = 4;

/**
 * Tell of all moves since the last time.
 * @param {News[]} moves
 * @param {Places} places
 */
export function spread(moves, places) {
  const last = moves.at(-1);
  if (!last) return;
  for (const { before, now } of moves) {
    const line = now.log.at(-1);
    const ours = isOurs(now) && !isOurs(before) ? ` ${standing(now)}.` : "";
    if (line) announce(`${told(now, line)}${ours}`);
  }
  const turned = isOurs(last.now) && !isOurs(last.before);
  sound(viewOf(last.now)?.over ? "win" : turned ? "turn" : parse(last.move).kind);
  fly(moves.flatMap((one) => flights(one, places)));
}

/**
 * Tell of what happens at a table besides moves.
 * @param {string} kind
 * @param {any} data
 * @param {State} state
 */
export function mention(kind, data, state) {
  if (kind === "undone") announce(t("{who} takes a move back.", { who: who(state, data.seat) }));
  if (kind === "lapsed" && state.you.includes(data.seat)) toast(t("Your time is over: a bot plays on for you."));
  if (kind === "rematched") toast(t("There is a rematch."));
}

/**
 * @param {News} news
 * @param {Places} places
 * @returns {Flight[]}
 */
function flights({ before, now, seat, move }, { hand, people, cards }) {
  const made = parse(move);
  const home = now.seen === seat ? hand : people.querySelector(`[data-colour="${seat}"]`);
  const deck = cards.querySelector(".row .card, .deck .card");
  const drawn = (viewOf(now)?.hand_sizes[seat] ?? 0) - (viewOf(before)?.hand_sizes[seat] ?? 0);
  /** @type {Flight[]} */
  const found = [];
  if (made.card && made.kind !== "as" && !isSecret(made))
    found.push({ card: made.card, from: home, to: cards.querySelector(".discards"), delay: 0 });
  for (let i = 0; i < Math.min(drawn, MOST); i++) found.push({ card: null, from: deck, to: home, delay: 120 * i });
  return found;
}
