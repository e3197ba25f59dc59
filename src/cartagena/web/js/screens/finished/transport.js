/** The controls of a replay: first, previous, play, next, last, and the speed. Keys and swipes work, too. */

import { el, h, s } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";

/** The outlines of the keys, in a box of 16. */
const ICONS = {
  first: "M3 2H5V14H3ZM14 2V14L6 8Z",
  previous: "M12 2V14L4 8Z",
  play: "M4 2V14L13 8Z",
  pause: "M3.5 2H6.5V14H3.5ZM9.5 2H12.5V14H9.5Z",
  next: "M4 2V14L12 8Z",
  last: "M11 2H13V14H11ZM2 2V14L10 8Z",
};

/** Milliseconds for each move at normal speed. */
const STEP_MS = 1000;
/** Shortest length of a swipe in pixels. It must also be nearly horizontal. */
const SWIPE = 40;

/** @typedef {{ root: HTMLElement, show: () => void, pause: () => void, press: (name: string) => void }} Transport */

/** @param {string} path */
function icon(path) {
  return s(
    "svg",
    { viewBox: "0 0 16 16", class: "art", "aria-hidden": "true" },
    s("path", { d: path, fill: "currentColor" }),
  );
}

/**
 * Return the keys. Their order is that of time, from left to right in every language, like the slider's.
 * @param {() => number} getMove
 * @param {number} last
 * @param {(move: number) => void} goTo
 * @returns {Transport}
 */
export function transport(getMove, last, goTo) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  /** The last move that the timer showed. Any other move on show was chosen by the reader. */
  let expected = -1;
  const speed = el(
    "select",
    { "aria-label": t("Speed"), class: "speed" },
    ["1×", "2×", "4×"].map((x, i) => h("option", { value: 2 ** i }, x)),
  );
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  for (const [name, label] of Object.entries({
    first: t("To the start"),
    previous: t("Previous move"),
    play: t("Play"),
    next: t("Next move"),
    last: t("To the end"),
  }))
    buttons[name] = el(
      "button",
      {
        type: "button",
        class: `action key ${name === "play" ? "" : "quiet"}`,
        "data-key": name,
        "aria-label": label,
        onclick: () => press(name),
      },
      icon(ICONS[/** @type {keyof typeof ICONS} */ (name)]),
    );

  function pause() {
    clearInterval(timer);
    timer = undefined;
    expected = -1;
    drawPlay();
  }
  function drawPlay() {
    const { play } = buttons;
    if (!play) return;
    play.setAttribute("aria-label", timer ? t("Pause") : t("Play"));
    patch(play, icon(timer ? ICONS.pause : ICONS.play));
  }
  function run() {
    if (timer) return pause();
    goTo(getMove() >= last ? 0 : getMove());
    expected = getMove();
    timer = setInterval(() => {
      if (!root.isConnected || getMove() >= last) return pause();
      expected = getMove() + 1;
      goTo(expected);
    }, STEP_MS / Number(speed.value));
    drawPlay();
  }
  /** @param {string} name */
  function press(name) {
    if (name === "play") return run();
    pause();
    const targets = { first: 0, previous: getMove() - 1, next: getMove() + 1, last };
    goTo(targets[/** @type {keyof typeof targets} */ (name)] ?? getMove());
  }
  speed.addEventListener("change", () => {
    if (!timer) return;
    pause();
    run();
  });
  const root = el("div", { class: "transport", dir: "ltr" }, Object.values(buttons), speed);
  return {
    root,
    pause,
    press,
    /** Show which keys can be pressed, and stop playing if another move was chosen. */
    show() {
      const move = getMove();
      if (timer && expected >= 0 && move !== expected) pause();
      // A disabled button would lose the focus.
      for (const name of ["first", "previous"]) buttons[name]?.setAttribute("aria-disabled", String(move <= 0));
      for (const name of ["next", "last"]) buttons[name]?.setAttribute("aria-disabled", String(move >= last));
    },
  };
}

/** The keys of the keyboard. @type {Record<string, string>} */
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };

/** Press the control for a key of the keyboard. @param {KeyboardEvent} event @param {Transport} keys */
export function pressKey(event, keys) {
  const name = KEYS[event.key];
  const { target } = event;
  const field = target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
  const pressed = target instanceof HTMLElement && target.closest("button, summary, a");
  if (!name || field || event.altKey || event.ctrlKey || event.metaKey || (event.key === " " && pressed)) return;
  event.preventDefault();
  keys.press(name);
}

/**
 * Call a listener with 1 or -1 after a swipe to the left or to the right.
 * @param {HTMLElement} element
 * @param {(by: number) => void} onSwipe
 */
export function followSwipes(element, onSwipe) {
  /** @type {{ x: number, y: number } | null} */
  let start = null;
  element.addEventListener("pointerdown", ({ clientX: x, clientY: y, pointerType, isPrimary }) => {
    start = pointerType !== "mouse" && isPrimary ? { x, y } : null;
  });
  element.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!start) return;
    const [x, y] = [clientX - start.x, clientY - start.y];
    start = null;
    if (Math.abs(x) >= SWIPE && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
  });
  element.addEventListener("pointercancel", () => (start = null));
}
