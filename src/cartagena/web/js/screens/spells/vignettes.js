/** A vignette for each spell that is cast. It shows the effect where it happens, in half a second. */

import { art, el, motionAllowed, pirateArt } from "../../lib/dom.js";
import { parseMove } from "../../model/moves.js";

/** @import { Picture } from "../../board/picture.js" */
/** @import { MoveEvent } from "../table/announce.js" */

/** Duration of a vignette in milliseconds, at any pace. */
const DURATION_MS = 600;

/** The most things that fly out of a vignette. */
const SPARKS = 7;

/**
 * The things that fly out when a spell is cast, by its kind: symbols of art.svg, or light.
 * @type {Record<string, string>}
 */
const FLIES = { rum: "back", weapons: "", lantern: "", parrots: "", hook: "", chest: "" };

/**
 * Show a spell on the board, and let the banners of those it concerns shake.
 * @param {MoveEvent} event
 * @param {Picture} picture
 * @param {HTMLElement} players
 */
export function showSpell({ now, seat, move }, picture, players) {
  const { kind, from } = parseMove(move);
  if (!(kind in FLIES)) return;
  const symbol = kind === "parrots" ? "parrot" : kind;
  const flying = Array.from({ length: SPARKS }, (_, i) => {
    const spark = el("i", { class: "spark" }, FLIES[kind] ? art(FLIES[kind], "0 0 24 32") : null);
    spark.style.setProperty("--i", String(i));
    return spark;
  });
  const scene = el(
    "div",
    { class: `vignette ${kind} ${seat}`, "aria-hidden": "true" },
    el("b", { class: "light" }),
    ...flying,
    el("b", { class: "disc" }),
    el("span", { class: "thing" }, art(symbol)),
    el("span", { class: "thing second" }, art(symbol)),
    el("span", { class: "caster" }, pirateArt(seat)),
  );
  place(scene, picture, from);
  picture.root.append(scene);
  const [ease, still] = ["ease-out", motionAllowed() ? "none" : "scale(1)"];
  const shown = scene.animate(
    [
      { opacity: 0, transform: motionAllowed() ? "scale(0.6)" : "none" },
      { opacity: 1, transform: still, offset: 0.2, easing: ease },
      { opacity: 1, transform: still, offset: 0.75 },
      { opacity: 0, transform: still },
    ],
    DURATION_MS,
  );
  shown.onfinish = () => scene.remove();
  for (const colour of targets(now, seat, kind)) shake(players.querySelector(`[data-colour="${colour}"]`));
}

/** Put a vignette where its spell is cast: on a chest that is opened, or in the middle of the board. @param {HTMLElement} scene @param {Picture} picture @param {string} space */
function place(scene, picture, space) {
  const chest = space && picture.root.querySelector(`.space[data-place="${space}"]`);
  if (!chest) return;
  const [board, box] = [picture.root.getBoundingClientRect(), chest.getBoundingClientRect()];
  scene.style.left = `${box.x + box.width / 2 - board.x}px`;
  scene.style.top = `${box.y + box.height / 2 - board.y}px`;
}

/**
 * Return the colours that a spell concerns, apart from its caster.
 * @param {MoveEvent["now"]} now
 * @param {string} seat
 * @param {string} kind
 */
function targets(now, seat, kind) {
  const others = now.seats.map(({ colour }) => colour).filter((colour) => colour !== seat);
  if (kind === "rum") return others;
  const victim = now.views[0]?.pending?.from;
  return kind === "weapons" && victim ? [victim] : [];
}

/** @param {Element | null} banner */
function shake(banner) {
  if (!banner || !motionAllowed()) return;
  const steps = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  banner.animate(steps, { duration: DURATION_MS * 0.7, delay: DURATION_MS * 0.3 });
}
