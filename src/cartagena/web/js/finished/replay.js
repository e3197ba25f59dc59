/** A finished game once more, with open hands: forwards, backwards, at any speed. */

import { Picture } from "../board/picture.js";
import { SLIM } from "../board/places.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { shareButton } from "../lib/share.js";
import { gameName } from "../model/names.js";
import { told } from "../model/sentences.js";
import * as api from "../net/api.js";
import { players, supply } from "../table/players.js";
import { pictureButtons } from "../table/tools.js";

/** @import { View } from "../net/types.js" */
/** @import { State } from "../model/state.js" */

/** The move that the address of a page means, if it means one. */
export function moveInAddress() {
  const move = new URLSearchParams(location.search).get("move");
  return move && /^\d{1,5}$/.test(move) ? Number(move) : null;
}

/**
 * A scrubber over the whole game with its own board.
 * @param {State} state
 * @param {string} id
 * @param {(move: number) => void} moved is told which move is shown
 */
export async function replayBar(state, id, moved) {
  const steps = await api.replay(id);
  const picture = new Picture();
  await picture.load(state.table, state.board, SLIM.matches);
  const last = steps.length - 1;
  const slide = h("input", {
    type: "range",
    min: 0,
    max: last,
    value: 0,
    "aria-label": t("Move of the replay"),
    class: "scrubber",
    dir: "ltr",
  });
  const words = h("p", { class: "replay-words", "aria-live": "polite" });
  const around = h("div", { class: "replay-side" });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const speed = h(
    "select",
    { "aria-label": t("Speed") },
    ["1×", "2×", "4×"].map((x, i) => h("option", { value: 2 ** i }, x)),
  );

  function show() {
    const at = Number(slide.value);
    const step = steps[at];
    if (!step) return;
    const line = step.move ? { ...step, seat: step.seat ?? "", move: step.move } : null;
    const view = seen(step.position);
    const past = {
      ...state,
      present: state.table.seats.map((seat) => seat.identity),
      views: [view],
      legal: [],
      you: [],
      seen: "",
      log: line ? [line] : [],
    };
    picture.show(past);
    words.textContent = `${at} / ${last} ${line ? told(state, line) : t("The deal.")}`;
    around.replaceChildren(players(past), supply(past));
    moved(at);
  }
  /** @param {number} at */
  function goTo(at) {
    pause();
    slide.value = String(at);
    show();
  }
  function pause() {
    clearInterval(timer);
    timer = undefined;
    start.textContent = t("Play back");
  }
  function run() {
    if (timer) return pause();
    if (Number(slide.value) >= last) slide.value = "0";
    start.textContent = t("Pause");
    timer = setInterval(() => {
      if (!slide.isConnected || Number(slide.value) >= last) return pause();
      slide.value = String(Number(slide.value) + 1);
      show();
    }, 1000 / Number(speed.value));
  }
  const start = h("button", { type: "button", class: "action", onclick: run }, t("Play back"));
  /** @param {number} by */
  const step = (by) => () => goTo(Number(slide.value) + by);
  const address = () => `${location.origin}/table/${id}?move=${slide.value}`;
  const caption = () => `${gameName(state.table.rules)} · ${words.textContent}`;
  slide.addEventListener("input", show);
  speed.addEventListener("change", () => {
    if (timer) {
      pause();
      run();
    }
  });
  show();
  const root = h(
    "div",
    { class: "replay-box" },
    picture.root,
    words,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "action", "aria-label": t("One move back"), onclick: step(-1) }, "‹"),
      start,
      h("button", { type: "button", class: "action", "aria-label": t("One move on"), onclick: step(1) }, "›"),
      speed,
    ),
    slide,
    h(
      "div",
      { class: "buttons" },
      shareButton(t("Share this move"), address),
      pictureButtons(picture, caption, () => `cartagena-${slide.value}`),
    ),
    around,
  );
  return { root, goTo };
}

/** A position as a view of everything. @param {any} position @returns {View} */
function seen(position) {
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const [colour, hand] of Object.entries(position.hands)) {
    sizes[colour] = Object.values(/** @type {Record<string, number>} */ (hand)).reduce((a, b) => a + b, 0);
  }
  return { ...position, viewer: null, hand_sizes: sizes };
}
