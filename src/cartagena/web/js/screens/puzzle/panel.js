/** The panel of a puzzle at its table: the question, then a button back to the answer. */

import { el, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { colourName } from "../../model/names.js";
import { showFailure } from "../../ui/errors.js";
import { openAnswer } from "./answer.js";
import { gradeTurn, turnPlayed } from "./grading.js";
import { nextPuzzle, noteSolved } from "./progress.js";
import { fetchPuzzles, startPuzzle } from "./start.js";

/** @import { TableState } from "../../model/table_state.js" */

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

  /** @param {number} which */
  const start = (which) => {
    const other = puzzles[which];
    if (other) showFailure(startPuzzle(other, which));
  };

  /** @param {TableState} state */
  function show(state) {
    if (!puzzle || graded) return;
    const lines = turnPlayed(puzzle, state);
    if (!lines) {
      const params = { colour: colourName(puzzle.seat) };
      text.textContent = t("Puzzle: play the best turn for {colour} on the board.", params);
      return;
    }
    graded = true;
    const { best } = gradeTurn(puzzle, lines);
    if (best) noteSolved(number, puzzles.length);
    root.classList.toggle("good", best);
    text.textContent = best ? t("Yes!") : t("Not quite.");
    const ways = {
      again: () => start(number),
      next: () => start(nextPuzzle(puzzles.length, number)),
      list: () => navigate("/learn#puzzles"),
    };
    const answer = () => showFailure(openAnswer(puzzle, lines, ways));
    patch(
      buttons,
      h("div", {}, h("button", { type: "button", class: "action main", onclick: answer }, t("Show the answer"))),
    );
    answer();
  }
  return { show };
}
