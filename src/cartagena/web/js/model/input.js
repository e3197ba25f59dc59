/** What a press on the board does, and what is highlighted. Pure functions of the state. */

import { t } from "../lib/i18n.js";
import { deciderOf, goalOf, isOurs, viewOf } from "./game_state.js";
import {
  badgeText,
  candidates,
  isCardMove,
  isSpell,
  movablePirates,
  movesByTarget,
  NO_SELECTION,
  select,
  spellsOf,
} from "./moves.js";

/** @import { Selection } from "./moves.js" */
/** @import { GameState } from "./game_state.js" */

/**
 * What a press does: it plays a move, changes the selection, or says why nothing happens.
 * @typedef {{ play?: string, choose?: Partial<Selection>, say?: string }} InputAction
 */

/** Return the moves that the board can make with this selection. Spells have buttons instead. @param {GameState} state */
function boardMoves(state) {
  if (state.selection.spell) return [];
  return candidates(state.legal, state.selection, deciderOf(viewOf(state))).filter((move) => !isSpell(move));
}

/**
 * Return what is highlighted: the moves whose targets are shown, and the pirates that can move ("colour place").
 * @param {GameState} state
 */
export function highlights(state) {
  if (!isOurs(state) || state.busy) return { moves: [], movable: new Set() };
  const decider = deciderOf(viewOf(state));
  const withCard = boardMoves({ ...state, selection: { ...state.selection, place: "", colour: "" } });
  return { moves: boardMoves(state), movable: movablePirates(withCard, decider) };
}

/**
 * Handle a press on a pirate.
 * @param {GameState} state
 * @param {string} colour
 * @param {string} place
 * @returns {InputAction}
 */
export function pressPirate(state, colour, place) {
  if (state.busy || viewOf(state)?.over) return {};
  if (!isOurs(state)) return state.shownSeat ? { say: t("It’s not your turn.") } : {};
  const decider = deciderOf(viewOf(state));
  const { selection } = state;
  // A card or a target and then a pirate make a move.
  const there = boardMoves({ ...state, selection: { ...selection, place, colour } });
  if ((selection.card || selection.target) && there.length === 1) return { play: there[0]?.text };
  if (selection.place === place && selection.colour === colour) return { choose: { place: "", colour: "" } };
  if (highlights(state).movable.has(`${colour} ${place}`)) return { choose: { place, colour } };
  const withoutCard = candidates(state.legal, { ...NO_SELECTION, place, colour }, decider);
  if (withoutCard.length) return { choose: { card: "", place, colour } };
  return { say: whyNotMovable(state, colour, place, decider) };
}

/**
 * Handle the start of a drag: select the pirate, and keep the selected card if it can move the pirate.
 * @param {GameState} state
 * @param {string} colour
 * @param {string} place
 * @returns {InputAction}
 */
export function pickUp(state, colour, place) {
  const canUseCard = boardMoves({ ...state, selection: { ...state.selection, place, colour, target: "" } }).length > 0;
  return { choose: canUseCard ? { place, colour } : { card: "", place, colour } };
}

/**
 * Say why a pirate cannot move.
 * @param {GameState} state
 * @param {string} colour
 * @param {string} place
 * @param {string} decider
 */
function whyNotMovable(state, colour, place, decider) {
  const view = viewOf(state);
  if (view?.pending && !["hook", "parrots"].includes(view.pending.kind)) return t("Choose a card first.");
  if (colour !== decider) return t("You can’t move this pirate.");
  if (place === goalOf(state.rules)) return t("This pirate is already home.");
  return t("This pirate can’t move: none of your cards moves it forward, and it can’t go back.");
}

/**
 * Handle a press on a card in hand.
 * @param {GameState} state
 * @param {string} card
 * @returns {InputAction}
 */
export function pressCard(state, card) {
  const { selection } = state;
  const castable = spellsOf(state.legal, { ...NO_SELECTION, card }).length > 0;
  // A second press turns the card to its spell, and a third one puts it down.
  if (selection.card === card) return { choose: castable && !selection.spell ? { card, spell: true } : { card: "" } };
  // A pirate or a target and then a card make a move, too.
  const [only, ...others] =
    selection.place || selection.target
      ? boardMoves({ ...state, selection: { ...selection, card, spell: false } })
      : [];
  if (only && !others.length) return { play: only.text };
  const runs = state.legal.some((move) => move.card === card && isCardMove(move));
  return { choose: { ...NO_SELECTION, card, spell: castable && !runs } };
}

/**
 * Return the state to show while a card or a pirate is pointed at, as if it were selected.
 * @template {GameState} T
 * @param {T} state
 * @param {Partial<Selection> | null} pointed
 * @returns {T}
 */
export function preview(state, pointed) {
  const { selection } = state;
  if (!pointed || !isOurs(state) || state.busy || selection.spell || selection.target || selection.place) return state;
  if (pointed.card && selection.card) return state;
  const previewed = { ...state, selection: select(selection, pointed) };
  return boardMoves(previewed).length ? { ...previewed, hint: null } : state;
}

/**
 * Handle a press on a highlighted place, or on one of the badges above it. If several pirates or cards lead there, only
 * those stay highlighted.
 * @param {GameState} state
 * @param {string} target
 * @param {string} [badge]
 * @returns {InputAction}
 */
export function pressTarget(state, target, badge = "") {
  if (!isOurs(state) || state.busy) return {};
  const leading = movesByTarget(boardMoves(state)).get(target) ?? [];
  const matching = badge ? leading.filter((move) => badgeText(move, state) === badge) : leading;
  const [only] = matching;
  if (!only) return {};
  if (matching.length === 1) return { play: only.text };
  return { choose: { target } };
}

/**
 * Handle a press on a place that is not highlighted: it selects our pirate that stands there.
 * @param {GameState} state
 * @param {string} place
 * @returns {InputAction}
 */
export function pressPlace(state, place) {
  const decider = deciderOf(viewOf(state));
  if (!isOurs(state) || state.busy) return {};
  const { card } = state.selection;
  const here = [...movablePirates(candidates(state.legal, { ...NO_SELECTION, card, place }, decider), decider)];
  const [only] = here;
  if (only && here.length === 1) return pressPirate(state, only.split(" ")[0] ?? "", place);
  if (here.length) return { say: t("More than one pirate can move from here. Choose one.") };
  return card || state.selection.place ? { say: t("The card or pirate you chose can’t get there.") } : {};
}
