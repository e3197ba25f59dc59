/** The analysis board, where players try moves and see their values. Nothing changes at the table. */

import { Picture } from "../../board/picture.js";
import { listenToBoard } from "../../board/pointer.js";
import { byId, el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { gameState, viewOf } from "../../model/game_state.js";
import { NO_SELECTION, readMoves, select } from "../../model/moves.js";
import { logSentence, seatName } from "../../model/sentences.js";
import { explore } from "../../net/thinking.js";
import { controls } from "../../ui/controls.js";
import { errorText } from "../../ui/errors.js";
import { turnLine } from "../../ui/turn.js";
import { rangeText, valueList } from "./values.js";

/** @import { ExploredPosition } from "../../net/types.js" */
/** @import { Selection } from "../../model/moves.js" */
/** @import { GameState } from "../../model/game_state.js" */

/** A position on the board, and the value of the move that led there. @typedef {{ position: ExploredPosition, value: string }} Step */

/**
 * Open the board. Resolves when it is ready.
 * @param {GameState} base the game whose position is explored
 * @param {string} id
 * @param {number} at where to start: see `explore` in net/thinking.js
 * @param {boolean} isRunning
 */
export async function openBoard(base, id, at, isRunning) {
  const knowledge = isRunning ? base : null;
  const start = await explore(id, { at, moves: [], reply: false }, knowledge);
  /** @type {Step[]} */
  const steps = [{ position: start, value: "" }];
  const picture = new Picture();
  let selection = NO_SELECTION;
  let busy = false;
  const title = el("h2", { id: "analysis-board" }, t("Analysis board"));
  const status = el("p", { class: "analysis-board-status", role: "status" });
  const turn = el("div", { class: "turn" });
  const strip = el("div", { class: "hand-area" });
  const values = el("div", { class: "analysis-board-values" });
  const history = el("ol", { class: "analysis-board-history" });
  const others = button(t("Let the others play"), () => go([], true));
  const again = button(t("Start over"), () => back(1));
  const close = button(t("Close"), () => box.close());
  const intro = t(
    "Try moves and see how good they are. Cards {who} can’t see are dealt again, so what you draw here is just one possibility.",
    { who: seatName(base, start.seat) },
  );
  const box = el(
    "dialog",
    { class: "analysis-dialog", "aria-labelledby": title.id, onclose: () => box.remove() },
    h("header", {}, title, close),
    h("p", { class: "quiet" }, intro),
    h("div", { class: "analysis-board-picture", role: "region", tabindex: 0, "aria-label": t("Board") }, picture.root),
    h("div", { class: "strip analysis-board-strip" }, turn, strip),
    h("aside", {}, status, others, values, h("h3", {}, t("Tried so far")), history, again),
  );

  /** @param {string} label @param {() => void} onclick */
  function button(label, onclick) {
    return el("button", { type: "button", class: "action quiet", onclick }, label);
  }

  const now = () => /** @type {Step} */ (steps.at(-1)).position;

  /** Return the position on the board as the state of a game. */
  function stateNow() {
    const { seat, view, moves, jumps, made: log } = now();
    return gameState({
      rules: base.rules,
      seats: base.seats,
      board: base.board,
      you: [seat],
      shownSeat: seat,
      views: [view],
      legal: readMoves(
        moves.map((one) => one.move),
        jumps,
      ),
      log,
      undo: steps.length > 1,
      selection,
      busy,
    });
  }

  /** @param {string[]} moves to try next @param {boolean} reply */
  async function go(moves, reply) {
    if (busy) return;
    const before = now();
    const worth = before.moves.find((one) => one.move === moves[0]);
    const played = [...before.made.map((one) => one.move), ...moves];
    busy = true;
    show();
    status.textContent = t("Thinking…");
    try {
      const next = await explore(id, { at, moves: played, reply }, knowledge);
      steps.push({ position: next, value: worth ? rangeText(worth) : "" });
      status.textContent = "";
    } catch (error) {
      status.textContent = errorText(error);
    }
    busy = false;
    selection = NO_SELECTION;
    show();
  }

  /** Go back until `left` positions are left. @param {number} left */
  function back(left) {
    if (busy) return;
    steps.length = Math.max(1, left);
    selection = NO_SELECTION;
    status.textContent = "";
    show();
  }

  const actions = {
    play: (/** @type {string} */ move) => {
      go([move], false);
    },
    undo: () => back(steps.length - 1),
    choose: (/** @type {Partial<Selection>} */ change) => {
      selection = select(selection, change);
      show();
    },
    say: (/** @type {string} */ text) => {
      status.textContent = text;
    },
  };

  function show() {
    const state = stateNow();
    const view = viewOf(state);
    picture.show(state);
    patch(turn, turnLine(state));
    patch(strip, controls(state, actions));
    others.hidden = Boolean(view?.over) || state.legal.length > 0;
    again.hidden = steps.length < 2;
    const point = (/** @type {string} */ move) =>
      picture.showLastMove({ ...state, hint: move ? { seat: now().seat, move } : null });
    patch(values, valueList(state, now().moves, actions.play, point));
    patch(
      history,
      steps.flatMap(({ position, value }, i) => lines(state, position.made, i, value)),
    );
    history.hidden = steps.length < 2;
    box.setAttribute("aria-busy", String(busy));
  }

  /** Return the moves that led from the previous position to this one. @param {GameState} state @param {GameState["log"]} all @param {number} i @param {string} value */
  function lines(state, all, i, value) {
    const before = steps[i - 1]?.position.made.length ?? 0;
    return all.slice(before).map((line) => h("li", {}, logSentence(state, line), value && h("b", {}, ` ${value}`)));
  }

  listenToBoard(picture.root, () => (viewOf(stateNow())?.over || busy ? null : stateNow()), actions);
  byId("main").append(box);
  box.showModal();
  show();
}
