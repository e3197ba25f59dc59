/** Clicks, taps and drags on the board, turned into actions by model/input.js. */

import { pickUp, pressPirate, pressPlace, pressTarget } from "../model/input.js";
import { enableDragging } from "./drag.js";

/** @import { GameState } from "../model/game_state.js" */
/** @import { InputAction } from "../model/input.js" */
/** @import { Selection } from "../model/moves.js" */

/**
 * What a press can do: say why nothing happens, change the selection, or play a move.
 * @typedef {{ say: (text: string) => void, choose: (change: Partial<Selection>) => void,
 *   play: (move: string) => void }} InputHandlers
 */

/**
 * Listen to a board. Returns the function that handles a press on one of its elements.
 * @param {HTMLElement} root
 * @param {() => GameState | null} getState null while the board takes no input
 * @param {InputHandlers} handlers
 */
export function listenToBoard(root, getState, handlers) {
  const act = (/** @type {InputAction} */ { say, choose, play }) => {
    if (say) handlers.say(say);
    if (choose) handlers.choose(choose);
    if (play) handlers.play(play);
  };
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
    // A space is easier to hit with a finger than a small pirate on it.
    const place = element.closest("[data-place]")?.getAttribute("data-place");
    if (place) act(pressPlace(state, place));
  };
  root.addEventListener("click", (event) => {
    if (event.target instanceof Element) press(event.target);
  });
  enableDragging(root, {
    take: (pirate) => {
      const state = getState();
      if (!state) return false;
      act(pickUp(state, pirate.dataset.colour ?? "", pirate.dataset.place ?? ""));
      return true;
    },
    drop: (element) => {
      if (element.closest("[data-target]")) press(element);
    },
  });
  return press;
}
