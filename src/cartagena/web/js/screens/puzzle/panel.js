/** The panel of a puzzle above the board: the question, then the grade. */

import { announce, el, h } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { parseMove } from "../../model/moves.js";
import { colourName } from "../../model/names.js";
import { moveInBrief } from "../../model/sentences.js";
import { showFailure } from "../../ui/errors.js";
import { gradeTurn, turnPlayed } from "./grading.js";
import { noteSolved } from "./progress.js";
import { fetchPuzzles, startPuzzle } from "./start.js";

/** @import { GameState } from "../../model/game_state.js" */
/** @import { Grade, Puzzle } from "./grading.js" */

/** Return a grade in words. @param {Puzzle} puzzle @param {Grade} grade */
function verdict({ turns }, { best, loss, atLeast }) {
  const percent = (/** @type {number} */ chance) => Math.round(100 * chance);
  if (best)
    return t("You found the best turn! It wins about {count} games in 100.", { count: percent(turns[0]?.chance ?? 0) });
  const count = Math.max(1, percent(loss));
  return atLeast
    ? n(
        "The best turn wins at least {count} more game in 100.",
        "The best turn wins at least {count} more games in 100.",
        count,
      )
    : n("The best turn wins {count} more game in 100.", "The best turn wins {count} more games in 100.", count);
}

/**
 * Open the panel of a puzzle.
 * @param {HTMLElement} table
 * @param {number} number
 */
export async function openPuzzlePanel(table, number) {
  const puzzles = await fetchPuzzles();
  const puzzle = puzzles[number];
  const text = el("p", { role: "status" });
  const buttons = el("div", { class: "coach-buttons" });
  const root = el("section", { class: "coach puzzle", "aria-label": t("Puzzle") }, text, buttons);
  table.querySelector(".main-column")?.prepend(root);
  let graded = false;

  /** @param {string} label @param {() => unknown} onclick @param {string} [kind] */
  const button = (label, onclick, kind = "quiet") =>
    h("button", { key: label, type: "button", class: `action ${kind}`, onclick }, label);

  /** @param {GameState} state */
  function show(state) {
    if (!puzzle || graded) return;
    const lines = turnPlayed(puzzle, state);
    if (!lines) {
      const params = { colour: colourName(puzzle.seat) };
      text.textContent = t("Puzzle: play the best turn for {colour} on the board.", params);
      return;
    }
    graded = true;
    const grade = gradeTurn(puzzle, lines);
    if (grade.best) noteSolved(number, puzzles.length);
    root.classList.toggle("good", grade.best);
    text.textContent = verdict(puzzle, grade);
    const reveal = () => {
      const moves = puzzle.turns[0]?.moves ?? [];
      text.textContent = t("The best turn: {moves}.", {
        moves: moves.map((move) => moveInBrief(state, parseMove(move))).join("; "),
      });
      announce(text.textContent);
    };
    const again = () => showFailure(startPuzzle(puzzle, number));
    const list = () => navigate("/learn#puzzles");
    patch(
      buttons,
      h("div", {}, [
        !grade.best && button(t("Try again"), again, "main"),
        !grade.best && button(t("Show the best turn"), reveal),
        button(t("More puzzles"), list, grade.best ? "main" : "quiet"),
      ]),
    );
  }
  return { show };
}
