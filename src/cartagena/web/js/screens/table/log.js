/** The log of moves in sentences, grouped by turn. A line that is pointed at or focused shows its move on the board. */

import { art, el, h, pirateArt } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { publicMove } from "../../model/hidden.js";
import { parseMove, symbolOf } from "../../model/moves.js";
import { logSentence } from "../../model/sentences.js";

/** @import { LogLine } from "../../net/types.js" */
/** @import { TableState } from "../../model/table_state.js" */

/** How long each move is shown again, in milliseconds. */
const REPLAY_MS = 1100;
/** Number of lines on the page. */
const MAX_LINES = 120;

/** A list that grows at its end. Existing lines are not created again. */
export class Log {
  /**
   * @param {(line?: number) => void} onPoint gets the number of the line that is pointed at
   * @param {(line: number) => void} onPress gets the number of the line that is pressed
   */
  constructor(onPoint, onPress) {
    this.root = el("ol", {
      class: "log",
      "aria-label": t("What happened"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.onKey(event),
    });
    this.onPoint = onPoint;
    this.onPress = onPress;
    /** @type {LogLine[]} */
    this.lines = [];
    /** The timer while moves are shown again. @type {ReturnType<typeof setInterval> | undefined} */
    this.showing = undefined;
  }

  /**
   * Show new lines and return whether there were any.
   * @param {TableState} state
   */
  show(state) {
    if (state.log === this.lines) return false;
    const unchanged = this.unchanged(state.log);
    const hadFocus = this.root.contains(document.activeElement);
    for (let i = this.lines.length; i > unchanged && this.root.lastChild; i--) this.root.lastChild.remove();
    for (const [i, line] of state.log.slice(unchanged).entries())
      this.root.append(this.line(state, line, unchanged + i));
    while (this.root.children.length > MAX_LINES) this.root.firstChild?.remove();
    this.lines = state.log;
    // A focused line keeps the focus. If it was undone, the last line takes it.
    if (!this.root.contains(document.activeElement)) this.makeTabStop(this.root.lastElementChild, hadFocus);
    return true;
  }

  /**
   * Make a line the only tab stop of the log. The arrow keys move on from it.
   * @param {Element | null} line
   * @param {boolean} [now] whether it gets the focus
   */
  makeTabStop(line, now = true) {
    if (!(line instanceof HTMLElement)) return;
    for (const old of this.root.querySelectorAll('[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    line.tabIndex = 0;
    if (now) line.focus();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const here = event.target instanceof Element ? event.target : null;
    const next = {
      ArrowUp: here?.previousElementSibling,
      ArrowDown: here?.nextElementSibling,
      Home: this.root.firstElementChild,
      End: this.root.lastElementChild,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.makeTabStop(next);
  }

  /**
   * Replay the last moves one after the other: all since our own, or only the last one.
   * @param {number} count
   */
  showAgain(count) {
    clearInterval(this.showing);
    let number = this.lines.length - Math.max(1, count);
    const step = () => {
      if (number < this.lines.length && this.root.isConnected) return this.point(number++);
      clearInterval(this.showing);
      this.point();
    };
    step();
    this.showing = setInterval(step, REPLAY_MS);
  }

  /** Point at a line, or at none. @param {number} [number] */
  point(number) {
    for (const line of this.root.querySelectorAll(".pointed")) line.classList.remove("pointed");
    const removed = this.lines.length - this.root.children.length;
    const line = number === undefined ? undefined : this.root.children[number - removed];
    line?.classList.add("pointed");
    if (line) this.scrollTo(line);
    this.onPoint(number);
  }

  /** Scroll a line into view without scrolling anything but the log. @param {Element} line */
  scrollTo(line) {
    const [box, around] = [line.getBoundingClientRect(), this.root.getBoundingClientRect()];
    if (box.top < around.top) this.root.scrollTop += box.top - around.top;
    else if (box.bottom > around.bottom) this.root.scrollTop += box.bottom - around.bottom;
  }

  /** Return how many of the lines on the page are still in the log. @param {LogLine[]} log */
  unchanged(log) {
    let same = Math.min(log.length, this.lines.length);
    while (same > 0 && log[same - 1] !== this.lines[same - 1]) same--;
    return same;
  }

  /**
   * @param {TableState} state
   * @param {LogLine} line
   * @param {number} number
   */
  line(state, line, number) {
    const show = () => this.onPoint(number);
    const hide = () => this.onPoint();
    const onclick = (/** @type {Event} */ event) => {
      if (event.currentTarget instanceof Element) this.makeTabStop(event.currentTarget);
      this.onPress(number);
    };
    const listeners = { onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide, onclick };
    const first = state.log[number - 1]?.seat !== line.seat;
    const { card } = publicMove(state, parseMove(line.move));
    return el(
      "li",
      { class: `line ${line.seat}${first ? " first" : ""}`, tabindex: "-1", ...listeners },
      first && pirateArt(line.seat),
      /^\w+\*?$/.test(card) && art(symbolOf(card)),
      h("span", {}, logSentence(state, line)),
    );
  }
}
