/** The end of a game in the pirate cove: a fire on the beach, sparks, and the flag of the winner on the mast. */

import { motionAllowed, svg } from "../lib/dom.js";
import { paced } from "../lib/pace.js";

/** @import { Picture } from "./picture.js" */

/** Duration in milliseconds. The crew cheers twice. */
const FEAST_MS = 2400;
const CHEERS = 2;

/** Number of sparks, and how far they rise. */
const SPARKS = 9;
const RISE = 120;

/** Size of the fire, and of a drawn torch, whose glow is larger. */
const FIRE = 120;

/** Height of the mast, and of the lower end of the rope, above the middle of the cove. */
const [TOP, BOTTOM] = [-72, -30];
/** Distance of the mast from the middle, as a share of half the width of the rock. See `cove` in landmarks.py. */
const [MAST, MARGIN, WIDEST] = [0.34, 8, 400];

/** @param {string} colour */
function flag(colour) {
  const cloth = "M0 0C12 -6 22 6 38 -1V22C24 29 12 17 0 23Z";
  return svg(
    "g",
    { class: `feast-flag ${colour}` },
    svg("path", { d: cloth }),
    svg("circle", { cx: 17, cy: 11.5, r: 4.6 }),
  );
}

/** Return keyframes of a spark, which rises and drifts. @param {number} i */
function sparkFrames(i) {
  const drift = ((i * 37) % 50) - 25;
  return [
    { transform: "translate(0px, 0px)", opacity: 0 },
    { transform: `translate(${drift / 3}px, ${-RISE / 4}px)`, opacity: 1, offset: 0.25 },
    { transform: `translate(${drift}px, ${-RISE}px)`, opacity: 0 },
  ];
}

/**
 * Celebrate in the cove. Resolves when the feast is over; fire and flag stay.
 * @param {Picture} picture
 * @param {string} winner
 */
export async function feast({ places, feastLayer, pirateLayer }, winner) {
  const cove = places.get("cove");
  if (!cove || !winner || !motionAllowed()) return;
  const half = Math.min(cove.width - MARGIN, WIDEST) / 2;
  const [x, y] = [cove.x + half * 0.74, cove.foot + 2];
  const fire = svg("use", {
    class: "feast-fire",
    href: "#ct-torch",
    x: -FIRE / 2,
    y: -FIRE * 0.74,
    width: FIRE,
    height: FIRE,
  });
  const sparks = Array.from({ length: SPARKS }, () => svg("circle", { class: "feast-spark", r: 3 }));
  const hoisted = flag(winner);
  const at = (/** @type {number} */ left, /** @type {number} */ top) => `translate(${left} ${top})`;
  feastLayer.replaceChildren(
    svg("g", { transform: at(x, y) }, fire, ...sparks),
    svg("g", { transform: at(cove.x + half * MAST, cove.y + TOP) }, hoisted),
  );
  const duration = paced(FEAST_MS);
  const parts = [
    hoisted.animate([{ transform: `translateY(${BOTTOM - TOP}px)` }, { transform: "none" }], {
      duration: duration * 0.6,
      easing: "ease-out",
    }),
    fire.animate([{ transform: "scale(0)" }, { transform: "scale(1.15)", offset: 0.7 }, { transform: "none" }], {
      duration: duration * 0.4,
      easing: "ease-out",
    }),
    ...sparks.map((spark, i) =>
      spark.animate(sparkFrames(i), { duration: duration * 0.5, delay: (duration * 0.5 * i) / SPARKS, fill: "both" }),
    ),
  ];
  for (let i = 0; i < CHEERS; i++) setTimeout(() => pirateLayer.cheer(winner, "cove"), (duration / CHEERS) * i);
  await Promise.allSettled(parts.map((one) => one.finished));
}
