/** Lets players try again on their own turns of a finished game. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { gameState } from "../../model/game_state.js";
import { NO_SELECTION, parseMove, readMoves, select } from "../../model/moves.js";
import { logSentence, moveInBrief } from "../../model/sentences.js";
import { explore } from "../../net/thinking.js";
import { controls } from "../../ui/controls.js";
import { errorText } from "../../ui/errors.js";
import { betterText } from "./moments.js";

/** @import { AnalysedMove, ExploredPosition, HintMove } from "../../net/types.js" */
/** @import { GameState } from "../../model/game_state.js" */
/** @import { Selection } from "../../model/moves.js" */

/** Largest loss of an equally good move, as a share of a win. */
const CLOSE = 0.02;

/**
 * Compare a move with the better one. Returns its loss, the standard error, and whether it is equally good.
 * @param {HintMove[]} moves with their chances
 * @param {string} move
 * @param {string} better
 */
export function gradeMove(moves, move, better) {
  const find = (/** @type {string} */ text) => moves.find((one) => one.move === text) ?? { chance: 0, error: 0 };
  const [ours, best] = [find(move), find(better)];
  const loss = best.chance - ours.chance;
  const error = Math.hypot(ours.error, best.error);
  return { good: move === better || loss <= Math.max(CLOSE, error), loss, error };
}

/**
 * Return the questions about some moves.
 * @param {GameState} game
 * @param {string} id of the table
 * @param {{ draw: (state: GameState) => void, onEnd: () => void }} theatre
 */
export function yourTurns(game, id, { draw, onEnd }) {
  const words = el("p", { class: "turn-question", role: "status" });
  const strip = el("div", { class: "hand-area" });
  const buttons = el("div", { class: "buttons" });
  const root = el("div", { class: "your-turns", hidden: true }, words, strip, buttons);
  /** @type {AnalysedMove[]} */
  let moves = [];
  let index = 0;
  /** @type {ExploredPosition | null} */
  let position = null;
  let selection = NO_SELECTION;

  /** Return the position of a question as the state of a game. @param {Partial<GameState>} [fields] */
  function stateNow(fields = {}) {
    if (!position) return null;
    const { seat, view } = position;
    return gameState({
      rules: game.rules,
      seats: game.seats,
      board: game.board,
      you: [seat],
      shownSeat: seat,
      views: [view],
      legal: readMoves(
        position.moves.map((one) => one.move),
        position.jumps,
      ),
      selection,
      ...fields,
    });
  }

  const actions = {
    play: (/** @type {string} */ move) => answer(move),
    undo: () => {},
    choose: (/** @type {Partial<Selection>} */ change) => {
      selection = select(selection, change);
      show();
    },
    say: (/** @type {string} */ text) => {
      words.textContent = text;
    },
  };

  function show() {
    const state = stateNow();
    if (!state) return;
    draw(state);
    patch(strip, controls(state, actions));
  }

  /** Ask about a move. @param {number} number in the list */
  async function ask(number) {
    index = number;
    position = null;
    selection = NO_SELECTION;
    const move = moves[number];
    if (!move) return end();
    words.textContent = t("One moment…");
    patch(buttons, quit());
    try {
      position = await explore(id, { at: move.number - 1, moves: [], reply: false }, null);
    } catch (error) {
      words.textContent = errorText(error);
      return;
    }
    if (index !== number || root.hidden) return;
    const played = logSentence(game, { seat: move.seat, move: move.move });
    patch(words, `${number + 1} / ${moves.length} ${played} `, h("b", {}, t("What would have been better?")));
    patch(
      buttons,
      h("button", { key: "show", type: "button", class: "action quiet", onclick: () => answer("") }, t("Show me")),
      quit(),
    );
    show();
  }

  /** Grade a move, and draw it next to the better one. @param {string} move or "" to see the better one */
  function answer(move) {
    const { better, seat } = moves[index] ?? {};
    if (!position || !better || !seat) return;
    const { good, loss, error } = gradeMove(position.moves, move, better);
    const brief = moveInBrief(game, parseMove(better));
    const verdict = good ? t("Yes!") : move ? t("Not quite.") : "";
    const best = move && !good ? betterText(brief, loss, error) : t("The better move: {move}.", { move: brief });
    patch(words, verdict && h("b", {}, verdict), verdict ? ` ${best}` : best);
    root.classList.toggle("good", good);
    selection = NO_SELECTION;
    const log = move ? [{ seat, move }] : [];
    const state = stateNow({ legal: [], log, hint: { seat, move: better } });
    if (state) draw(state);
    patch(strip);
    const next = () => {
      root.classList.remove("good");
      ask(index + 1);
    };
    const label = index + 1 < moves.length ? t("Next") : t("Back to the replay");
    const onclick = index + 1 < moves.length ? next : end;
    patch(
      buttons,
      !good && move && again(),
      h("button", { key: "next", type: "button", class: "action main", onclick }, label),
    );
    const last = buttons.lastElementChild;
    if (last instanceof HTMLElement) last.focus({ preventScroll: true });
  }

  const again = () =>
    h("button", { key: "again", type: "button", class: "action quiet", onclick: () => ask(index) }, t("Try again"));
  const quit = () =>
    h("button", { key: "quit", type: "button", class: "action quiet", onclick: end }, t("Back to the replay"));

  function end() {
    root.hidden = true;
    root.classList.remove("good");
    position = null;
    onEnd();
  }

  return {
    root,
    actions,
    /** Return the state in which the board takes input, or null. */
    inputState: () => (root.hidden || !strip.childElementCount ? null : stateNow()),
    /** Ask about these moves. @param {AnalysedMove[]} list */
    start(list) {
      moves = list;
      root.hidden = false;
      ask(0);
    },
  };
}
