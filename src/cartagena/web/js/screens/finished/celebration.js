/** A short celebration when a game ends before the player's eyes; none for readers who want less motion. */

import { h } from "../../lib/dom.js";
import { motionAllowed } from "../../lib/motion.js";

/** In milliseconds: how long it takes, at most. */
const LONGEST = 1900;
const SHORTEST = 1100;
const PIECES = 40;

/** Let confetti fall in a colour and in gold. @param {string} colour */
export function celebrate(colour) {
  if (!motionAllowed()) return;
  const home = h("div", { class: `celebration ${colour}`, "aria-hidden": "true" });
  document.body.append(home);
  for (let i = 0; i < PIECES; i++) {
    const piece = h("i");
    piece.style.left = `${(100 * (i + 0.5)) / PIECES}%`;
    home.append(piece);
    const delay = Math.random() * 300;
    piece.animate(
      [
        { transform: "translateY(-8vh)" },
        { transform: `translate(${Math.random() * 80 - 40}px, 104vh) rotate(${Math.random() * 900}deg)` },
      ],
      { duration: SHORTEST + Math.random() * (LONGEST - SHORTEST - delay), delay, easing: "ease-in", fill: "both" },
    );
  }
  setTimeout(() => home.remove(), LONGEST);
}
