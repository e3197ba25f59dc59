/** Cards as elements: faces, backs, buttons and hands, and the animation of flying cards. */

import { art, h, motionAllowed } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { paced } from "../lib/pace.js";
import { create } from "../lib/patch.js";
import { isDark, symbolOf } from "../model/moves.js";
import { cardName, symbolName } from "../model/names.js";

/**
 * Return the face of a card, or a back for null, with the number of cards.
 * @param {string | null} card
 * @param {number} [count]
 * @param {{ tip?: string | null, named?: boolean }} [options] `tip` is its tooltip, if
 *   not its name; `named` is false inside an element that has a name for screen readers already
 */
export function cardFace(card, count = 1, { tip = undefined, named = true } = {}) {
  const kind = card === null ? "card back" : `card${isDark(card) ? " dark-card" : ""}`;
  const picture = card === null ? art("back", "0 0 36 48") : art(symbolOf(card));
  const name = card === null ? t("a hidden card") : cardName(card);
  return h(
    "span",
    {
      class: `${kind}${count > 1 ? " pile" : ""}`,
      key: card ?? "",
      "data-card": card ?? "",
      "data-tip": tip === undefined ? name : tip,
      role: named ? "img" : null,
      "aria-label": named ? (count > 1 ? `${name} × ${count}` : name) : null,
      "aria-hidden": named ? null : "true",
    },
    picture,
    card !== null && isDark(card) && h("span", { class: "star", "aria-hidden": "true" }, "★"),
    count > 1 && h("span", { class: "number", "aria-hidden": "true" }, count),
  );
}

/**
 * Return a card that can be pressed. A disabled one says why.
 * @param {string} card
 * @param {number} count
 * @param {{ chosen?: boolean, disabled?: boolean, hinted?: boolean, isNew?: boolean, dark?: boolean, landing?: string,
 *   tip?: string, onclick?: (event: MouseEvent) => void, why?: () => void }} options `dark` turns it to the side with its
 *   spell; `landing` says where it leads, in place of its name
 */
export function cardButton(card, count, options) {
  const name = count > 1 ? `${cardName(card)} × ${count}` : cardName(card);
  const { landing, chosen, hinted, isNew, dark } = options;
  const states = { chosen, hinted, "new-card": isNew, "spell-side": dark, leads: landing };
  const marks = Object.entries(states).flatMap(([mark, isOn]) => (isOn ? [mark] : []));
  return h(
    "button",
    {
      type: "button",
      class: `card-button${marks.map((mark) => ` ${mark}`).join("")}`,
      "aria-label": landing ? `${name} ${landing}` : name,
      "aria-pressed": options.chosen === undefined ? null : String(options.chosen),
      "aria-disabled": options.disabled ? "true" : null,
      key: card,
      "data-card": card,
      "data-tip": options.tip,
      onclick: (/** @type {MouseEvent} */ event) => (options.disabled ? options.why?.() : options.onclick?.(event)),
    },
    cardFace(card, count, { tip: options.tip ? null : undefined, named: false }),
    // A dark card looks dark, so its name need not say it. There is little room.
    h("span", { class: "card-name" }, landing || symbolName(symbolOf(card))),
  );
}

/**
 * Return a hand as small cards. Hidden cards show their backs.
 * @param {Record<string, number>} cards
 * @param {number} size
 */
export function smallHand(cards, size) {
  const open = Object.entries(cards);
  const rest = size - open.reduce((sum, [, count]) => sum + count, 0);
  return h(
    "span",
    { class: "small-hand" },
    open.map(([card, count]) => cardFace(card, count)),
    rest > 0 && cardFace(null, rest),
  );
}

/** Duration of the flight of a card, in milliseconds. */
const FLIGHT_MS = 650;

/** A card that flies from one element to another. @typedef {{ card: string | null, from: Element | null, to: Element | null, delay: number }} Flight */

/**
 * Animate flying cards. All boxes are measured before anything is added, because each card would cost a layout otherwise.
 * @param {Flight[]} flights
 */
export function animateCards(flights) {
  if (!flights.length || !motionAllowed()) return;
  const boxes = flights.map(({ from, to }) => [from?.getBoundingClientRect(), to?.getBoundingClientRect()]);
  flights.forEach(({ card, delay }, i) => {
    const [a, b] = boxes[i] ?? [];
    if (a?.width && b?.width) animateCard(card, a, b, delay);
  });
}

/**
 * @param {string | null} card
 * @param {DOMRect} a
 * @param {DOMRect} b
 * @param {number} delay
 */
function animateCard(card, a, b, delay) {
  const flying = /** @type {HTMLElement} */ (create(cardFace(card)));
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
    { duration: paced(FLIGHT_MS), delay: paced(delay), easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" },
  );
  flight.onfinish = () => flying.remove();
}
