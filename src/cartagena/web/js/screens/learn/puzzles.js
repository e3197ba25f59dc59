/** The list of puzzles: the puzzle of the day, all others by difficulty and theme, and the streak. */

import { Picture } from "../../board/picture.js";
import { el, h } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { positionState } from "../../model/game_state.js";
import { colourName, gameName } from "../../model/names.js";
import { cardFace } from "../../ui/cards.js";
import { showFailure } from "../../ui/errors.js";
import { supplyPanel } from "../../ui/supply.js";
import { puzzleOfTheDay, solvedPuzzles, streak } from "../puzzle/progress.js";
import { startPuzzle } from "../puzzle/start.js";

/** @import { Puzzle } from "../puzzle/grading.js" */

/** The difficulties. */
const LEVELS = [1, 2, 3];

/** Return the names of the themes, which say what the best turn does. @returns {Record<string, string>} */
function themeNames() {
  return {
    home: t("a pirate comes home"),
    leap: t("a long jump"),
    run: t("only cards"),
    back: t("only going back"),
    both: t("cards and going back"),
  };
}

/** Return a difficulty as stars. @param {number} level */
const stars = (level) => "★".repeat(level) + "☆".repeat(LEVELS.length - level);

/**
 * Show the puzzles.
 * @param {HTMLElement} home
 * @param {Puzzle[]} puzzles
 */
export function puzzlesPage(home, puzzles) {
  const solved = solvedPuzzles();
  const daily = puzzleOfTheDay(puzzles.length);
  const picture = new Picture();
  const hand = el("div", { class: "hand-area" });
  const supply = el("div");
  const title = el("h1", { tabindex: "-1" });
  const question = el("p", { class: "question" });
  const difficulty = el("p", { class: "difficulty", role: "img" });
  const start = el("button", { type: "button", class: "action main" }, t("Solve it"));
  const days = streak();
  const score = [
    t("{solved} of {all} solved", { solved: solved.size, all: puzzles.length }),
    days > 0 && n("{count} day in a row", "{count} days in a row", days),
  ];
  const steps = el("nav", { class: "steps", "aria-label": t("Puzzles") });
  const level = el(
    "select",
    { id: "puzzle-level", onchange: () => list() },
    h("option", { value: "" }, t("all")),
    LEVELS.map((one) => h("option", { value: one }, stars(one))),
  );
  const theme = el(
    "select",
    { id: "puzzle-theme", onchange: () => list() },
    h("option", { value: "" }, t("all")),
    Object.entries(themeNames()).map(([value, name]) => h("option", { value }, name)),
  );
  let current = daily;
  const panel = el(
    "div",
    { class: "lesson-text" },
    title,
    difficulty,
    question,
    h(
      "p",
      {},
      t(
        "Which turn gives you the best chance of winning? Play it on the board, against bots. The cards you’ll draw are in the open row. Each turn is rated by hundreds of simulated games.",
      ),
    ),
    start,
    h("p", { class: "quiet" }, score.filter(Boolean).join(" · ")),
    h(
      "p",
      { class: "puzzle-filters" },
      h("label", { for: "puzzle-level" }, t("Difficulty")),
      level,
      h("label", { for: "puzzle-theme" }, t("Theme")),
      theme,
    ),
    steps,
  );
  home.replaceChildren(
    el(
      "div",
      { class: "lesson" },
      h("div", { class: "main-column" }, picture.root, hand),
      h("aside", { class: "side-column" }, panel, supply),
    ),
  );

  /** List the puzzles of the chosen difficulty and theme. */
  function list() {
    const fits = (/** @type {Puzzle} */ one) =>
      (!level.value || one.level === Number(level.value)) && (!theme.value || one.themes.includes(theme.value));
    const listed = puzzles.flatMap((one, i) => (fits(one) ? [i] : []));
    patch(
      steps,
      listed.map((i) =>
        h(
          "button",
          {
            key: String(i),
            type: "button",
            class: solved.has(i) ? "done" : "",
            "aria-current": i === current ? "step" : null,
            onclick: () => open(i),
          },
          i + 1,
        ),
      ),
    );
  }

  /** @param {number} number */
  function open(number) {
    show(number);
    title.focus({ preventScroll: true });
  }

  /** @param {number} number */
  function show(number) {
    const puzzle = puzzles[number];
    if (!puzzle) return;
    const { seat, view, position } = puzzle;
    panel.dataset.number = String(number);
    difficulty.textContent = stars(puzzle.level);
    difficulty.setAttribute("aria-label", `${t("Difficulty")}: ${puzzle.level} / ${LEVELS.length}`);
    title.textContent = number === daily ? t("Puzzle of the day") : t("Puzzle {number}", { number: number + 1 });
    question.textContent = t("{game}: you are {colour}, and it’s your turn.", {
      game: gameName(position.rules),
      colour: colourName(seat),
    });
    current = number;
    list();
    start.onclick = () => showFailure(startPuzzle(puzzle, number));
    const state = positionState({ seat, rules: position.rules, board: position.board }, view);
    const faces = Object.entries(view.hands[seat] ?? {}).map(([card, count]) => cardFace(card, count));
    patch(hand, h("div", { class: `controls puzzle-hand ${seat}` }, h("span", { class: "cards" }, faces)));
    patch(supply, supplyPanel(state));
    picture.pirates = [];
    picture.show(state);
  }
  show(daily);
}
