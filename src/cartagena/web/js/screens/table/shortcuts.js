/** Keyboard shortcuts for everything in a turn. They are off while something is typed, and can be switched off. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { symbolOf } from "../../model/moves.js";

/** The key of the setting in the local storage. */
const SETTING = "shortcuts";

/** Elements that handle keys themselves. */
const TYPING = "input, textarea, select, dialog, [contenteditable], [role=tab], .log, .menu-panel";

/** The buttons of the turn, by key. @type {Record<string, string>} */
const BUTTONS = { h: "hint", u: "undo", e: "end" };

/** Return whether shortcuts are on. */
function shortcutsOn() {
  return localStorage.getItem(SETTING) !== "off";
}

/** Return the switch for the menu. */
export function shortcutsField() {
  const box = el("input", {
    type: "checkbox",
    id: "shortcuts",
    checked: shortcutsOn(),
    onchange: () => localStorage.setItem(SETTING, box.checked ? "on" : "off"),
  });
  return h("p", { class: "setting switch" }, h("label", {}, box, t("Keyboard shortcuts (press ? for a list)")));
}

/**
 * Return the card for a number key: the card of the symbol with this number in the hand, or its dark card if that is
 * selected.
 * @param {string[]} hand
 * @param {string} selected
 * @param {number} number
 */
export function cardForKey(hand, selected, number) {
  const symbol = [...new Set(hand.map(symbolOf))][number - 1];
  const cards = hand.filter((card) => symbolOf(card) === symbol);
  return cards[(cards.indexOf(selected) + 1) % cards.length] ?? "";
}

/**
 * Run the shortcut of a key in the strip below the board. Returns whether there is one.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} strip
 */
export function pressKey(event, strip) {
  const { key, target } = event;
  if (!shortcutsOn() || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return false;
  if (target instanceof Element && target.closest(TYPING)) return false;
  if (key === "?") return listShortcuts();
  if (/^[1-6]$/.test(key)) return pressCardButton(strip, Number(key));
  if (key === "ArrowLeft" || key === "ArrowRight") return moveFocus(strip, key === "ArrowRight");
  const slot = BUTTONS[key.toLowerCase()];
  return slot ? press(strip.querySelector(`[data-slot="${slot}"] button`)) : false;
}

/** @param {Element | null | undefined} button */
function press(button) {
  if (!(button instanceof HTMLElement)) return false;
  button.click();
  return true;
}

/** @param {HTMLElement} strip @param {number} number */
function pressCardButton(strip, number) {
  const choice = strip.querySelectorAll(".choice .card-button");
  if (choice.length) return press(choice[number - 1]);
  const buttons = [...strip.querySelectorAll(".hand .card-button")];
  const cardOf = (/** @type {Element} */ button) => button.getAttribute("data-card") ?? "";
  const selected = buttons.find((button) => button.getAttribute("aria-pressed") === "true");
  const card = cardForKey(buttons.map(cardOf), selected ? cardOf(selected) : "", number);
  return press(buttons.find((button) => cardOf(button) === card));
}

/** Move the focus from one choice in words to the next. @param {HTMLElement} strip @param {boolean} right */
function moveFocus(strip, right) {
  const all = [...strip.querySelectorAll(".words .action")];
  if (!all.length) return false;
  const forward = right === (document.documentElement.dir !== "rtl");
  const here = all.indexOf(/** @type {Element} */ (document.activeElement));
  const next = here < 0 ? all[0] : all[(here + (forward ? 1 : all.length - 1)) % all.length];
  if (next instanceof HTMLElement) next.focus();
  return true;
}

/** Show all shortcuts. */
function listShortcuts() {
  const keys = [
    ["1–6", t("Choose a card; press again for the dark one")],
    ["← →", t("Cycle through possible moves; Enter plays one")],
    ["H", t("Hint")],
    ["Enter", t("Make the hinted move")],
    ["U", t("Undo")],
    ["E", t("End turn")],
    ["Esc", t("Cancel")],
    ["?", t("Keyboard shortcuts")],
  ];
  const close = () => dialog.remove();
  const dialog = el(
    "dialog",
    { class: "shortcuts", "aria-label": t("Keyboard shortcuts"), onclose: close },
    h("h2", {}, t("Keyboard shortcuts")),
    h(
      "dl",
      {},
      keys.flatMap(([key = "", text = ""]) => [h("dt", {}, h("kbd", { dir: "ltr" }, key)), h("dd", {}, text)]),
    ),
    h("p", { class: "quiet" }, t("You can turn them off in the ⋯ menu.")),
    h("button", { type: "button", class: "action", onclick: () => dialog.close() }, t("Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
  return true;
}
