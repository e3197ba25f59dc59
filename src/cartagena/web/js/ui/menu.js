/** A menu behind a button, and the line about this program at its end. */

import { docsAddress } from "../lib/address.js";
import { el, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { Child } from "../lib/patch.js" */

/** Number of menus so far, for their ids. */
let count = 0;

/** Smallest distance of a menu from the edge of the window, in pixels. */
const MARGIN = 8;

/**
 * Return a button with three dots and the menu that it opens. Escape, a press elsewhere and its own buttons close it.
 * @param {string} label of the button, for screen readers and as its tooltip
 * @param {...Child} children what the menu holds
 */
export function menu(label, ...children) {
  const panel = el("div", { class: "menu-panel", id: `menu-${++count}`, hidden: true }, ...children);
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

  /** @param {boolean} visible */
  function open(visible) {
    panel.hidden = !visible;
    if (visible) fit();
    button.setAttribute("aria-expanded", String(visible));
    const listen = visible ? document.addEventListener : document.removeEventListener;
    listen.call(document, "pointerdown", onPress);
    listen.call(document, "keydown", onKey);
  }

  /** Open the menu downwards, or upwards if there is more room. */
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

/** Return the line at the foot of every page: author, licence and version. @param {string} version of the program */
export function aboutLine(version) {
  return h(
    "p",
    { class: "about" },
    t("Cartagena is a game by Leo Colovini. This version is unofficial, free and open (MIT licence)."),
    " ",
    h("span", { dir: "ltr" }, version),
    docsAddress() && [" · ", h("a", { href: docsAddress() }, t("Documentation"))],
  );
}
