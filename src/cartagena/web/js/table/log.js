/** The log: what happened, in sentences; pointing at a line, or going there by keys, shows its move on the board. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { told } from "../model/sentences.js";

/** @import { Line } from "../net/types.js" */
/** @import { State } from "../model/state.js" */

/** How many lines are kept on the page. */
const MOST = 120;

/** A list that only grows at its end: lines already told are not told anew. */
export class Log {
  /** @param {(line?: number) => void} pointed */
  constructor(pointed) {
    this.root = h("ol", {
      class: "log",
      "aria-label": t("What happened"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event),
    });
    this.pointed = pointed;
    /** @type {Line[]} */
    this.lines = [];
  }

  /**
   * Tell what is new; says whether anything was.
   * @param {State} state
   */
  show(state) {
    if (state.log === this.lines) return false;
    const kept = this.kept(state.log);
    const held = this.root.contains(document.activeElement);
    for (let i = this.lines.length; i > kept && this.root.lastChild; i--) this.root.lastChild.remove();
    for (const [i, line] of state.log.slice(kept).entries()) this.root.append(this.line(state, line, kept + i));
    while (this.root.children.length > MOST) this.root.firstChild?.remove();
    this.lines = state.log;
    // Whoever reads a line stays there; if it was taken back, with what is the last one now.
    if (!this.root.contains(document.activeElement)) this.stop(this.root.lastElementChild, held);
    return true;
  }

  /**
   * Only one line can be reached by Tab, the last or the one last read; from there, arrows lead on.
   * @param {Element | null} line
   * @param {boolean} [now] whether it gets the focus
   */
  stop(line, now = true) {
    if (!(line instanceof HTMLElement)) return;
    for (const old of this.root.querySelectorAll('[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    line.tabIndex = 0;
    if (now) line.focus();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const here = event.target instanceof Element ? event.target : null;
    const next = {
      ArrowUp: here?.previousElementSibling,
      ArrowDown: here?.nextElementSibling,
      Home: this.root.firstElementChild,
      End: this.root.lastElementChild,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.stop(next);
  }

  /** How many of the lines shown are still true. @param {Line[]} log */
  kept(log) {
    let same = Math.min(log.length, this.lines.length);
    while (same > 0 && log[same - 1] !== this.lines[same - 1]) same--;
    return same;
  }

  /**
   * @param {State} state
   * @param {Line} line
   * @param {number} number
   */
  line(state, line, number) {
    const show = () => this.pointed(number);
    const hide = () => this.pointed();
    const onclick = (/** @type {Event} */ event) =>
      event.currentTarget instanceof Element && this.stop(event.currentTarget);
    const ears = { onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide, onclick };
    return h("li", { class: `line ${line.seat}`, tabindex: "-1", ...ears }, told(state, line));
  }
}
