/** Cards: faces, backs, hands, and how they fly from one place to another. */

import { art, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isDark, symbolOf } from "../model/moves.js";
import { cardName } from "../model/names.js";

/**
 * A card's face (or back, for none), with how many of them lie there.
 * @param {string | null} card
 * @param {number} [count]
 * @param {string | null} [tip] what it says of itself, if not its name
 */
export function cardFace(card, count = 1, tip = undefined) {
  const kind = card === null ? "card back" : `card${isDark(card) ? " dark-card" : ""}`;
  const picture = card === null ? art("back", "0 0 36 48") : art(symbolOf(card));
  const name = card === null ? t("a hidden card") : cardName(card);
  return h(
    "span",
    {
      class: `${kind}${count > 1 ? " pile" : ""}`,
      "data-card": card ?? "",
      "data-tip": tip === undefined ? name : tip,
    },
    picture,
    card !== null && isDark(card) && h("span", { class: "star", "aria-hidden": "true" }, "★"),
    count > 1 && h("span", { class: "number", "aria-hidden": "true" }, count),
  );
}

/**
 * A card to choose.
 * @param {string} card
 * @param {number} count
 * @param {{ chosen?: boolean, disabled?: boolean, hinted?: boolean, tip?: string,
 *   onclick?: () => void, why?: () => void }} how
 */
export function cardButton(card, count, how) {
  const name = count > 1 ? `${cardName(card)} × ${count}` : cardName(card);
  return h(
    "button",
    {
      type: "button",
      class: `card-button${how.chosen ? " chosen" : ""}${how.hinted ? " hinted" : ""}`,
      "aria-label": name,
      "aria-pressed": how.chosen === undefined ? null : String(how.chosen),
      "aria-disabled": how.disabled ? "true" : null,
      "data-card": card,
      "data-tip": how.tip,
      onclick: () => (how.disabled ? how.why?.() : how.onclick?.()),
    },
    cardFace(card, count, how.tip ? null : undefined),
    h("span", { class: "card-name" }, cardName(card)),
  );
}

/**
 * A hand as small cards, those that are unknown as backs.
 * @param {Record<string, number>} cards
 * @param {number} size
 */
export function smallHand(cards, size) {
  const known = Object.entries(cards);
  const rest = size - known.reduce((sum, [, count]) => sum + count, 0);
  return h(
    "span",
    { class: "small-hand" },
    known.map(([card, count]) => cardFace(card, count)),
    rest > 0 && cardFace(null, rest),
  );
}

/** Whether things may move. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Bring it into sight, gliding there if things may move. @param {Element} thing */
export function intoSight(thing) {
  thing.scrollIntoView({ block: "nearest", behavior: mayMove() ? "smooth" : "auto" });
}

/** @typedef {{ card: string | null, from: Element | null, to: Element | null, delay: number }} Flight */

/**
 * Let cards fly. All places are looked up before anything is added: else each would cost a layout.
 * @param {Flight[]} flights
 */
export function fly(flights) {
  if (!flights.length || !mayMove()) return;
  const boxes = flights.map(({ from, to }) => [from?.getBoundingClientRect(), to?.getBoundingClientRect()]);
  flights.forEach(({ card, delay }, i) => {
    const [a, b] = boxes[i] ?? [];
    if (a?.width && b?.width) launch(card, a, b, delay);
  });
}

/**
 * @param {string | null} card
 * @param {DOMRect} a
 * @param {DOMRect} b
 * @param {number} delay
 */
function launch(card, a, b, delay) {
  const flying = cardFace(card);
  flying.classList.add("flying");
  document.body.append(flying);
  const place = (/** @type {DOMRect} */ box, /** @type {number} */ turn) =>
    `translate(${box.x + box.width / 2 - 22}px, ${box.y + box.height / 2 - 30}px) rotate(${turn}deg)`;
  const flight = flying.animate(
    [
      { transform: place(a, -8), opacity: 0.2 },
      { transform: place(a, -8), opacity: 1, offset: 0.15 },
      { transform: place(b, 6), opacity: 1, offset: 0.9 },
      { transform: place(b, 6), opacity: 0 },
    ],
    { duration: 650, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" },
  );
  flight.onfinish = () => flying.remove();
}
