/** The theatre: the replay of a finished game over the whole window, with all hands and the analysis. */

import { Picture } from "../../board/picture.js";
import { listenToBoard } from "../../board/pointer.js";
import { currentScreen, wholeAddressOf } from "../../lib/address.js";
import { byId, el, h } from "../../lib/dom.js";
import { nextFrame } from "../../lib/frames.js";
import { n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { loadStyles } from "../../lib/styles.js";
import { gameState } from "../../model/game_state.js";
import { gameName } from "../../model/names.js";
import { logSentence } from "../../model/sentences.js";
import * as api from "../../net/api.js";
import { isLocal } from "../../net/table_link.js";
import { errorText } from "../../ui/errors.js";
import { saveButtons, shareButton } from "../../ui/share.js";
import { supplyPanel } from "../../ui/supply.js";
import { analysisBoardButton } from "../analysis_board/button.js";
import { followAnalysis } from "./analysis.js";
import { band } from "./band.js";
import { chanceCurves, progressCurves } from "./chances.js";
import { betterSentence, costliestMoves, decisiveMoments } from "./moments.js";
import { playFromHere } from "./play_from.js";
import { report } from "./report.js";
import { seatsWithHands } from "./seats.js";
import { followSwipes, pressKey, transport } from "./transport.js";
import { yourTurns } from "./your_turns.js";

/** @import { AnalysisDocument, AnalysisState, SeatUpdate } from "../../net/types.js" */
/** @import { GameState } from "../../model/game_state.js" */
/** @import { TableState } from "../../model/table_state.js" */

/** The theatre of a game. `open` shows a move; with `analyse` it also requests the analysis. @typedef {{ open: (move: number, analyse?: boolean) => Promise<void> }} Theatre */

/** Return the number of the move in the address of the page, if any. */
export function moveFromUrl() {
  const move = currentScreen().searchParams.get("move");
  return move && /^\d{1,5}$/.test(move) ? Number(move) : null;
}

/**
 * Load the theatre of a finished game.
 * @param {TableState} state
 * @param {string} id
 * @param {(move: number) => void} onMove gets the number of the move that is shown
 * @returns {Promise<Theatre>}
 */
export async function openTheatre(state, id, onMove) {
  const styles = ["chances", "your_turns", "theatre"].map(loadStyles);
  const [steps] = await Promise.all([api.fetchReplay(id), ...styles]);
  await nextFrame();
  const last = steps.length - 1;
  let at = 0;
  /** @type {AnalysisDocument | null} */
  let analysis = null;
  /** The player whose missed opportunities are listed. */
  let seat = state.you[0] ?? "";
  const picture = new Picture();
  const words = el("p", { class: "replay-sentence", "aria-live": "polite" });
  const seats = el("div", { class: "theatre-seats" });
  const supply = el("div", { class: "theatre-supply" });
  const analysisArea = el("section", { class: "analysis", "aria-label": t("Analysis") });
  const curves = band(last, (move) => goTo(move));
  const keys = transport(() => at, last, goTo);
  const questions = yourTurns(state, id, {
    draw: (now) => {
      drawBoard(now);
      patch(seats, seatsWithHands(now));
    },
    onEnd: () => {
      box.classList.remove("asking");
      show();
    },
  });
  const playFrom = playFromHere(state, id);
  const analysisBoard = analysisBoardButton(id, () => ({ state: { ...state, you: [] }, at, isRunning: false }));
  const address = () => wholeAddressOf(`/table/${id}?move=${at}`);
  const caption = () => `${gameName(state.rules)} · ${words.textContent}`;
  const more = el(
    "details",
    { class: "theatre-more" },
    h("summary", { "aria-label": t("More") }, "⋯"),
    h(
      "div",
      {},
      playFrom.root,
      analysisBoard,
      isLocal(id) ? null : shareButton(t("Share this move"), address),
      saveButtons(picture, caption, () => `cartagena-${at}`),
    ),
  );
  const title = el("h2", { id: "theatre-title" }, t("Replay"));
  const sheet = el(
    "button",
    { type: "button", class: "action quiet sheet-button", "aria-expanded": "false", onclick: () => openSheet() },
    t("Analysis"),
  );
  const close = el("button", { type: "button", class: "action quiet close", onclick: () => box.close() }, t("Close"));
  const board = el("div", { class: "theatre-board" }, picture.root);
  const box = el(
    "dialog",
    { class: "theatre", "aria-labelledby": title.id, onclose: leave },
    h("header", {}, title, sheet, more, close),
    seats,
    board,
    h("div", { class: "theatre-foot" }, words, curves.root, keys.root, questions.root),
    h("aside", {}, analysisArea, supply),
  );
  const follow = followAnalysis(
    id,
    () => box.open,
    showAnalysis,
    (error) => {
      patch(analysisArea, h("p", { role: "alert" }, errorText(error)), request(false));
    },
  );

  /** @param {boolean} [open] */
  function openSheet(open = !box.classList.contains("sheet-open")) {
    box.classList.toggle("sheet-open", open);
    sheet.setAttribute("aria-expanded", String(open));
  }

  /** @param {GameState} now */
  function drawBoard(now) {
    picture.show(now);
  }

  /** Show a move. @param {number} move */
  function goTo(move) {
    at = Math.max(0, Math.min(last, move));
    openSheet(false);
    show();
  }

  function show() {
    const step = steps[at];
    if (!step) return;
    const line = step.move ? { ...step, seat: step.seat ?? "", move: step.move } : null;
    const view = openView(step.position);
    const missed = analysis?.moves[at - 1];
    const better = missed?.better ? { move: missed.better, sentence: betterSentence(state, missed) } : null;
    const past = gameState({
      rules: state.rules,
      seats: state.seats,
      board: state.board,
      views: [view],
      log: line ? [line] : [],
      hint: better && line ? { seat: line.seat, move: better.move } : null,
    });
    drawBoard(past);
    const texts = [line ? logSentence(state, line) : t("Cards are dealt."), better?.sentence ?? ""];
    words.textContent = `${at} / ${last} ${texts.join(" ").trim()}`;
    curves.show(at, words.textContent);
    keys.show();
    patch(seats, seatsWithHands(past));
    patch(supply, supplyPanel(past));
    playFrom.show(at, view);
    analysisBoard.disabled = view.over;
    onMove(at);
  }

  /** @param {AnalysisState} found */
  function showAnalysis(found) {
    if (found.status === "done" && found.analysis) {
      analysis = found.analysis;
      curves.draw(t("Winning chances"), chanceCurves(analysis), decisiveMoments(state, analysis));
      showReport();
      if (!box.classList.contains("asking")) show();
    } else if (found.status === "running") {
      patch(analysisArea, progress(found.done, found.total, api.isAnalysedHere(id) ? follow.stop : null));
    } else {
      patch(analysisArea, request(found.status === "failed"));
    }
  }

  function showReport() {
    if (!analysis) return;
    const turns = seat ? costliestMoves(analysis, seat) : [];
    const start = () => {
      openSheet(false);
      keys.pause();
      box.classList.add("asking");
      questions.start(turns);
    };
    const label = n("Try your costliest turn again", "Try your {count} costliest turns again", turns.length);
    const ask =
      turns.length > 0 &&
      state.you.includes(seat) &&
      h("button", { key: "ask", type: "button", class: "action main", onclick: start }, label);
    const onSeat = (/** @type {string} */ colour) => {
      seat = colour;
      showReport();
    };
    patch(analysisArea, ask, report(state, analysis, { seat, onSeat, goTo }));
  }

  /** @param {boolean} again */
  function request(again) {
    return h(
      "div",
      { key: "request", class: "ask" },
      again && h("p", { role: "alert" }, t("The analysis failed.")),
      h("button", { type: "button", class: "action main", onclick: follow.start }, t("Analyse the game")),
      h("span", { class: "quiet" }, t("See who was ahead, where the game turned, and how much was luck.")),
    );
  }

  function leave() {
    keys.pause();
    box.remove();
  }

  listenToBoard(picture.root, questions.inputState, questions.actions);
  followSwipes(board, (by) => {
    if (!box.classList.contains("asking")) goTo(at + by);
  });
  box.addEventListener("keydown", (event) => {
    if (!box.classList.contains("asking")) pressKey(event, keys);
  });
  curves.draw(
    t("How far everyone has come"),
    progressCurves(
      state.rules,
      steps.map((step) => step.position),
    ),
  );
  return {
    async open(move, analyse = false) {
      if (!box.open) {
        // Opening a dialog takes a while on a slow device, so the parts in it follow a frame later.
        await nextFrame();
        if (!box.isConnected) byId("main").append(box);
        box.classList.add("opening");
        if (!box.open) box.showModal();
        await nextFrame();
        box.classList.remove("opening");
        curves.slider.focus({ preventScroll: true });
        await nextFrame();
      }
      goTo(move);
      if (analyse && !analysis) follow.start();
      else follow.resume();
    },
  };
}

/** @param {number} done @param {number} total @param {(() => void) | null} stop */
function progress(done, total, stop) {
  const label = total ? t("Analysing the game: {done} of {total} moves", { done, total }) : t("Analysing the game…");
  const bar = h("progress", { "aria-label": label, ...(total ? { max: total, value: done } : {}) });
  return h(
    "div",
    { key: "progress", class: "ask", role: "status" },
    bar,
    h("span", {}, label),
    stop && stopButton(stop),
  );
}

/** @param {() => void} stop */
const stopButton = (stop) => h("button", { type: "button", class: "action quiet", onclick: stop }, t("Stop"));

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
