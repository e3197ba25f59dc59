/** The replay of a finished game with open hands: forwards, backwards, at several speeds. */

import { Picture } from "../../board/picture.js";
import { boardShape } from "../../board/places.js";
import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { gameState } from "../../model/game_state.js";
import { gameName } from "../../model/names.js";
import { logSentence } from "../../model/sentences.js";
import * as api from "../../net/api.js";
import { playerList } from "../../ui/players.js";
import { saveButtons, shareButton } from "../../ui/share.js";
import { supplyPanel } from "../../ui/supply.js";
import { analysisBoardButton } from "../analysis_board/button.js";
import { playFromHere } from "./play_from.js";

/** @import { SeatUpdate } from "../../net/types.js" */
/** @import { TableState } from "../../model/table_state.js" */

/** Return the number of the move in the address of the page, if any. */
export function moveFromUrl() {
  const move = new URLSearchParams(location.search).get("move");
  return move && /^\d{1,5}$/.test(move) ? Number(move) : null;
}

/**
 * Return the replay: a board of its own, buttons, and a slider over the whole game.
 * @param {TableState} state
 * @param {string} id
 * @param {(move: number) => void} onMove gets the number of the move that is shown
 * @param {(move: number) => { move: string, sentence: string } | null} betterMove the missed move, if the game
 *   is analysed
 */
export async function replayPanel(state, id, onMove, betterMove) {
  const steps = await api.fetchReplay(id);
  const picture = new Picture();
  await picture.load(state, boardShape());
  const last = steps.length - 1;
  const slider = el("input", {
    type: "range",
    min: 0,
    max: last,
    value: 0,
    "aria-label": t("Position in the replay"),
    class: "scrubber",
    dir: "ltr",
  });
  const sentence = el("p", { class: "replay-sentence", "aria-live": "polite" });
  const side = el("div", { class: "replay-side" });
  const playFrom = playFromHere(state, id);
  const analysisBoard = analysisBoardButton(id, () => ({ state: { ...state, you: [] }, at: Number(slider.value) }));
  playFrom.root.append(analysisBoard);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const speed = el(
    "select",
    { "aria-label": t("Speed") },
    ["1×", "2×", "4×"].map((x, i) => h("option", { value: 2 ** i }, x)),
  );

  function show() {
    const at = Number(slider.value);
    const step = steps[at];
    if (!step) return;
    const line = step.move ? { ...step, seat: step.seat ?? "", move: step.move } : null;
    const view = openView(step.position);
    const better = line ? betterMove(at) : null;
    const past = gameState({
      rules: state.rules,
      seats: state.seats,
      board: state.board,
      views: [view],
      log: line ? [line] : [],
      hint: better && line ? { seat: line.seat, move: better.move } : null,
    });
    picture.show(past);
    const texts = [line ? logSentence(state, line) : t("Cards are dealt."), better?.sentence ?? ""];
    sentence.textContent = `${at} / ${last} ${texts.join(" ").trim()}`;
    patch(side, playerList(past), supplyPanel(past));
    playFrom.show(at, view);
    analysisBoard.disabled = view.over;
    onMove(at);
  }
  /** @param {number} at */
  function goTo(at) {
    pause();
    slider.value = String(at);
    show();
  }
  function pause() {
    clearInterval(timer);
    timer = undefined;
    start.textContent = t("Play");
  }
  function run() {
    if (timer) return pause();
    if (Number(slider.value) >= last) slider.value = "0";
    start.textContent = t("Pause");
    timer = setInterval(() => {
      if (!slider.isConnected || Number(slider.value) >= last) return pause();
      slider.value = String(Number(slider.value) + 1);
      show();
    }, 1000 / Number(speed.value));
  }
  const start = el("button", { type: "button", class: "action", onclick: run }, t("Play"));
  /** @param {number} by */
  const step = (by) => () => goTo(Number(slider.value) + by);
  const address = () => `${location.origin}/table/${id}?move=${slider.value}`;
  const caption = () => `${gameName(state.rules)} · ${sentence.textContent}`;
  slider.addEventListener("input", show);
  speed.addEventListener("change", () => {
    if (timer) {
      pause();
      run();
    }
  });
  show();
  const root = el(
    "div",
    { class: "replay-box" },
    picture.root,
    sentence,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "action", "aria-label": t("Previous move"), onclick: step(-1) }, "‹"),
      start,
      h("button", { type: "button", class: "action", "aria-label": t("Next move"), onclick: step(1) }, "›"),
      speed,
    ),
    slider,
    playFrom.root,
    h(
      "div",
      { class: "buttons" },
      shareButton(t("Share this move"), address),
      saveButtons(picture, caption, () => `cartagena-${slider.value}`),
    ),
    side,
  );
  return { root, goTo, refresh: show };
}

/** Return a position as a view with all hands. @param {any} position @returns {SeatUpdate} */
function openView(position) {
  /** @param {Record<string, number>} cards */
  const many = (cards) => Object.values(cards).reduce((a, b) => a + b, 0);
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const [colour, hand] of Object.entries(position.hands)) sizes[colour] = many(hand);
  const top = Object.values(position.deck_top).flat().length;
  return { ...position, viewer: null, hand_sizes: sizes, deck_size: many(position.deck) + top };
}
