/** Clicks, taps and drags on the board, handed on as what they mean (see model/input.js). */

import { pressPirate, pressPlace, pressTarget } from "../model/input.js";
import { enableDragging } from "./drag.js";

/** @import { Meaning } from "../model/input.js" */
/** @import { State } from "../model/state.js" */

/**
 * Listen to a board.
 * @param {HTMLElement} root
 * @param {() => State | null} getState null while the board takes no input
 * @param {(meaning: Meaning) => void} act
 */
export function listenToBoard(root, getState, act) {
  const press = (/** @type {Element} */ element) => {
    const state = getState();
    if (!state) return;
    const target = element.closest("[data-target]");
    if (target) {
      const badge = element.closest("[data-badge]")?.getAttribute("data-badge") ?? "";
      act(pressTarget(state, target.getAttribute("data-target") ?? "", badge));
      return;
    }
    const pirate = element.closest(".pirate");
    if (pirate instanceof SVGElement) {
      act(pressPirate(state, pirate.dataset.colour ?? "", pirate.dataset.place ?? ""));
      return;
    }
    // A finger meets the space more easily than a small pirate on it.
    const place = element.closest("[data-place]")?.getAttribute("data-place");
    if (place) act(pressPlace(state, place));
  };
  root.addEventListener("click", (event) => {
    if (event.target instanceof Element) press(event.target);
  });
  enableDragging(root, {
    take: (pirate) => {
      const { chosen } = getState() ?? {};
      if (!chosen) return false;
      const isChosen = chosen.place === pirate.dataset.place && chosen.colour === pirate.dataset.colour;
      if (!isChosen) press(pirate);
      return true;
    },
    drop: (element) => {
      if (element.closest("[data-target]")) press(element);
    },
  });
}
