/** A menu behind a button, and the line about this program at the end of it. */

import { el, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { Child } from "../lib/patch.js" */

let made = 0;

/** In pixels: the least distance of a menu to the edge of the window. */
const MARGIN = 8;

/**
 * A button with three dots, and what it opens.
 * @param {string} label of the button, for screen readers and as its tooltip
 * @param {...Child} children what the menu holds
 */
export function menu(label, ...children) {
  const panel = el("div", { class: "menu-panel", id: `menu-${++made}`, hidden: true }, ...children);
  const button = el(
    "button",
    {
      type: "button",
      class: "menu-button",
      "aria-label": label,
      "aria-expanded": "false",
      "aria-controls": panel.id,
      onclick: () => open(panel.hidden),
    },
    "⋯",
  );
  const root = el("div", { class: "menu" }, button, panel);

  /** @param {boolean} wanted */
  function open(wanted) {
    panel.hidden = !wanted;
    if (wanted) fit();
    button.setAttribute("aria-expanded", String(wanted));
    const listen = wanted ? document.addEventListener : document.removeEventListener;
    listen.call(document, "pointerdown", onPress);
    listen.call(document, "keydown", onKey);
  }

  /** It opens downwards, or upwards where it would not fit and there is more room. */
  function fit() {
    const { top, bottom } = button.getBoundingClientRect();
    const [above, below] = [top - MARGIN, innerHeight - bottom - MARGIN];
    panel.style.maxHeight = `${Math.max(above, below)}px`;
    panel.classList.toggle("above", panel.scrollHeight > below && above > below);
  }

  /** @param {Event} event */
  function onPress(event) {
    if (!root.isConnected || !(event.target instanceof Node && root.contains(event.target))) open(false);
  }

  /** @param {Event} event */
  function onKey(event) {
    if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return;
    open(false);
    button.focus();
  }

  panel.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("button[type=button]")) open(false);
  });
  return root;
}

/** The line at the foot of every page. @param {string} version of the program */
export function aboutLine(version) {
  return h(
    "p",
    { class: "about" },
    t("Cartagena is a game by Leo Colovini. This version is unofficial, free and open (MIT licence)."),
    " ",
    h("span", { dir: "ltr" }, version),
  );
}
