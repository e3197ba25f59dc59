/** What a click, a tap or a drag on the board means. */

import { t } from "../lib/i18n.js";
import { byTarget, candidates, gain, isSpell, movable } from "../model/moves.js";
import { deciderOf, goalOf, isOurs, viewOf } from "../model/state.js";
import { dragOn } from "./drag.js";
import { badge } from "./marks.js";

/** @import { Move } from "../net/types.js" */
/** @import { Selection } from "../model/moves.js" */
/** @import { State } from "../model/state.js" */

/**
 * What is meant: a move to make, something chosen, or a sentence that says why not.
 * @typedef {{ play?: string, choose?: Partial<Selection>, say?: string }} Meaning
 */

/**
 * A pirate was pressed.
 * @param {State} state
 * @param {string} colour
 * @param {string} place
 * @returns {Meaning}
 */
export function pirate(state, colour, place) {
  if (state.busy || viewOf(state)?.over) return {};
  if (!isOurs(state)) return state.seen ? { say: t("It is not your turn.") } : {};
  const decider = deciderOf(viewOf(state));
  const { chosen } = state;
  if (chosen.place === place && chosen.colour === colour) return { choose: { place: "", colour: "" } };
  const withCard = candidates(state.legal, { ...chosen, place: "", colour: "" }, decider);
  if (movable(withCard, decider).has(`${colour} ${place}`)) return { choose: { place, colour } };
  const any = candidates(state.legal, { card: "", place, colour }, decider);
  if (any.length) return { choose: { card: "", place, colour } };
  return { say: why(state, colour, place, decider) };
}

/**
 * Why a pirate cannot move.
 * @param {State} state
 * @param {string} colour
 * @param {string} place
 * @param {string} decider
 */
function why(state, colour, place, decider) {
  const view = viewOf(state);
  if (view?.pending && !["hook", "parrots"].includes(view.pending.kind)) return t("First choose a card.");
  if (colour !== decider) return t("This pirate is not yours to move.");
  if (place === goalOf(state.table)) return t("This pirate is home.");
  return t("This pirate cannot move now: no card of yours takes it ahead, and it cannot fall back.");
}

/**
 * A lit place was pressed, perhaps on one of the marks above it.
 * @param {State} state
 * @param {string} target
 * @param {string} [face]
 * @returns {Meaning}
 */
export function place(state, target, face = "") {
  const view = viewOf(state);
  if (!view || !isOurs(state) || state.busy) return {};
  const moves = candidates(state.legal, state.chosen, deciderOf(view)).filter((move) => !isSpell(move));
  const leading = byTarget(moves).get(target) ?? [];
  const goal = goalOf(state.table);
  const meant = face ? leading.filter((move) => badge(move, gain(move, view, goal)) === face) : leading;
  const [only] = meant;
  if (!only) return {};
  if (meant.length === 1) return { play: only.text };
  if (new Set(meant.map((move) => move.from)).size > 1) return { say: t("Several pirates can go there: choose one.") };
  return { say: t("Several cards lead there: choose one.") };
}

/**
 * A place was pressed that is not lit: whoever of ours stands there is meant.
 * @param {State} state
 * @param {string} where
 * @returns {Meaning}
 */
export function space(state, where) {
  const decider = deciderOf(viewOf(state));
  if (!isOurs(state) || state.busy) return {};
  const { card } = state.chosen;
  const here = [...movable(candidates(state.legal, { card, place: where, colour: "" }, decider), decider)];
  const [only] = here;
  if (only && here.length === 1) return pirate(state, only.split(" ")[0] ?? "", where);
  if (here.length) return { say: t("Several pirates can move from here: choose one.") };
  return card || state.chosen.place ? { say: t("What you have chosen does not lead there.") } : {};
}

/**
 * Listen to a board.
 * @param {HTMLElement} root
 * @param {() => State | null} now
 * @param {(meaning: Meaning) => void} act
 */
export function listenTo(root, now, act) {
  const pressed = (/** @type {Element | null} */ element) => {
    const state = now();
    if (!state || !element) return;
    const target = element.closest("[data-target]");
    if (target) {
      const face = element.closest("[data-face]")?.getAttribute("data-face") ?? "";
      act(place(state, target.getAttribute("data-target") ?? "", face));
      return;
    }
    const figure = element.closest(".pirate");
    if (figure instanceof SVGElement) {
      act(pirate(state, figure.getAttribute("data-colour") ?? "", figure.dataset.place ?? ""));
      return;
    }
    // A finger meets the space sooner than a small figure on it.
    const ground = element.closest("[data-place]")?.getAttribute("data-place");
    if (ground) act(space(state, ground));
  };
  root.addEventListener("click", (event) => {
    if (event.target instanceof Element) pressed(event.target);
  });
  dragOn(root, {
    take: (figure) => {
      const { chosen } = now() ?? {};
      if (!chosen) return false;
      const held = chosen.place === figure.dataset.place && chosen.colour === figure.dataset.colour;
      if (!held) pressed(figure);
      return true;
    },
    drop: (under) => {
      if (under.closest("[data-target]")) pressed(under);
    },
  });
}
