/** The log: what happened, in sentences; pointing at a line shows its move on the board. */

import { h } from "./dom.js";
import { told } from "./sentences.js";
import { t } from "./words.js";

/** @import { Line } from "./types.js" */
/** @import { State } from "./state.js" */

/** How many lines are kept on the page. */
const MOST = 120;

/** A list that only grows at its end: lines already told are not told anew. */
export class Log {
  /** @param {(line?: number) => void} pointed */
  constructor(pointed) {
    this.root = h("ol", { class: "log", "aria-label": t("What happened"), tabindex: "0" });
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
    for (let i = this.lines.length; i > kept && this.root.lastChild; i--) this.root.lastChild.remove();
    state.log.slice(kept).forEach((line, i) => this.root.append(this.line(state, line, kept + i)));
    while (this.root.children.length > MOST) this.root.firstChild?.remove();
    this.lines = state.log;
    return true;
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
    const onmouseenter = () => this.pointed(number);
    return h("li", { class: `line ${line.seat}`, onmouseenter, onmouseleave: () => this.pointed() }, told(state, line));
  }
}
