/** What a press on the board means, and what lights up: pure functions of the state. */

import { t } from "../lib/i18n.js";
import { badgeText, candidates, isSpell, movablePirates, movesByTarget, NO_SELECTION } from "./moves.js";
import { deciderOf, goalOf, isOurs, viewOf } from "./state.js";

/** @import { Selection } from "./moves.js" */
/** @import { State } from "./state.js" */

/**
 * What a press means: a move to play, a selection to make, or a sentence that says why nothing happens.
 * @typedef {{ play?: string, choose?: Partial<Selection>, say?: string }} Meaning
 */

/** The moves that the board can make with this selection; a spell has a button instead. @param {State} state */
function boardMoves(state) {
  return candidates(state.legal, state.chosen, deciderOf(viewOf(state))).filter((move) => !isSpell(move));
}

/**
 * What lights up: the moves whose targets are shown, and the pirates that can move ("colour place").
 * @param {State} state
 */
export function highlights(state) {
  if (!isOurs(state) || state.busy) return { moves: [], movable: new Set() };
  const decider = deciderOf(viewOf(state));
  const withCard = candidates(state.legal, { ...state.chosen, place: "", colour: "" }, decider);
  return { moves: boardMoves(state), movable: movablePirates(withCard, decider) };
}

/**
 * A pirate was pressed.
 * @param {State} state
 * @param {string} colour
 * @param {string} place
 * @returns {Meaning}
 */
export function pressPirate(state, colour, place) {
  if (state.busy || viewOf(state)?.over) return {};
  if (!isOurs(state)) return state.shownSeat ? { say: t("It’s not your turn.") } : {};
  const decider = deciderOf(viewOf(state));
  const { chosen } = state;
  const there = chosen.target ? candidates(state.legal, { ...chosen, place, colour }, decider) : [];
  if (there.length === 1) return { play: there[0]?.text };
  if (chosen.place === place && chosen.colour === colour) return { choose: { place: "", colour: "" } };
  if (highlights(state).movable.has(`${colour} ${place}`)) return { choose: { place, colour } };
  const withoutCard = candidates(state.legal, { ...NO_SELECTION, place, colour }, decider);
  if (withoutCard.length) return { choose: { card: "", place, colour } };
  return { say: whyNotMovable(state, colour, place, decider) };
}

/**
 * Why a pirate cannot move.
 * @param {State} state
 * @param {string} colour
 * @param {string} place
 * @param {string} decider
 */
function whyNotMovable(state, colour, place, decider) {
  const view = viewOf(state);
  if (view?.pending && !["hook", "parrots"].includes(view.pending.kind)) return t("Choose a card first.");
  if (colour !== decider) return t("You can’t move this pirate.");
  if (place === goalOf(state.table)) return t("This pirate is already home.");
  return t("This pirate can’t move: none of your cards moves it forward, and it can’t go back.");
}

/**
 * A card in hand was pressed.
 * @param {State} state
 * @param {string} card
 * @returns {Meaning}
 */
export function pressCard(state, card) {
  const { chosen } = state;
  if (chosen.card === card) return { choose: { card: "" } };
  const [only, ...others] = chosen.target ? boardMoves({ ...state, chosen: { ...chosen, card } }) : [];
  return only && !others.length ? { play: only.text } : { choose: { card } };
}

/**
 * A highlighted place was pressed, perhaps on one of the badges above it. Where several pirates or
 * cards lead, only those stay highlighted.
 * @param {State} state
 * @param {string} target
 * @param {string} [badge]
 * @returns {Meaning}
 */
export function pressTarget(state, target, badge = "") {
  if (!isOurs(state) || state.busy) return {};
  const leading = movesByTarget(boardMoves(state)).get(target) ?? [];
  const meant = badge ? leading.filter((move) => badgeText(move, state) === badge) : leading;
  const [only] = meant;
  if (!only) return {};
  if (meant.length === 1) return { play: only.text };
  return { choose: { target } };
}

/**
 * A place that is not highlighted was pressed: that means the pirate of ours that stands there.
 * @param {State} state
 * @param {string} place
 * @returns {Meaning}
 */
export function pressPlace(state, place) {
  const decider = deciderOf(viewOf(state));
  if (!isOurs(state) || state.busy) return {};
  const { card } = state.chosen;
  const here = [...movablePirates(candidates(state.legal, { ...NO_SELECTION, card, place }, decider), decider)];
  const [only] = here;
  if (only && here.length === 1) return pressPirate(state, only.split(" ")[0] ?? "", place);
  if (here.length) return { say: t("More than one pirate can move from here. Choose one.") };
  return card || state.chosen.place ? { say: t("The card or pirate you chose can’t get there.") } : {};
}
