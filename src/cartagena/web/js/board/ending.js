/** The end of a game on the board: the last pirate comes home, the crew cheers, and the sloop sails off, or there is a feast in the cove. */

import { viewOf } from "../model/game_state.js";
import { feast } from "./feast.js";

/** @import { GameState } from "../model/game_state.js" */
/** @import { Picture } from "./picture.js" */

/** Longest time in milliseconds that the end waits for the pirates. */
const LONGEST_MS = 5000;

/** Time in milliseconds after which a crew that is home has begun to cheer. */
const CHEER_MS = 30;

const pause = (/** @type {number} */ duration) => new Promise((done) => setTimeout(done, duration));

/** Wait until all pirates are still. @param {Picture} picture */
async function untilArrived({ pirateLayer }) {
  const moving = [...pirateLayer.figures.values()].flatMap(({ art, node }) => [
    ...node.getAnimations(),
    ...art.getAnimations(),
  ]);
  await Promise.race([Promise.allSettled(moving.map((one) => one.finished)), pause(LONGEST_MS)]);
}

/** Show the end. Resolves when it is over. @param {Picture} picture @param {GameState} state */
export async function stageEnd(picture, state) {
  await untilArrived(picture);
  await pause(CHEER_MS);
  await untilArrived(picture);
  if (state.rules.jungle) await feast(picture, viewOf(state)?.winner ?? "");
  else await picture.ship.castOff(picture.width);
}

/** End everything that moves on a board. @param {Picture} picture */
export function skipMotion({ root }) {
  for (const one of root.getAnimations({ subtree: true })) {
    if (one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) one.finish();
  }
}
