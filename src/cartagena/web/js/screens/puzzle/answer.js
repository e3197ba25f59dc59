/** The answer to a puzzle: the verdict, and both turns played on a board. */

import { Picture } from "../../board/picture.js";
import { byId, el, h } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { loadStyles } from "../../lib/styles.js";
import { gameState } from "../../model/game_state.js";
import { parseMove } from "../../model/moves.js";
import { moveInBrief } from "../../model/sentences.js";
import { gradeTurn, viewsAlong } from "./grading.js";

/** @import { LogLine } from "../../net/types.js" */
/** @import { Grade, Puzzle } from "./grading.js" */

/** A turn as moves with the number of cards that each draws. @typedef {Pick<LogLine, "move" | "drawn">[]} Turn */

/** Milliseconds between two moves of a turn. */
const STEP_MS = 1100;

/** Say how much the best turn is worth. @param {Puzzle} puzzle @param {Grade} grade */
function gradeText({ turns }, { best, loss, atLeast }) {
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
 * Show the answer.
 * @param {Puzzle} puzzle
 * @param {LogLine[]} lines the turn that was played
 * @param {{ again: () => void, next: () => void, list: () => void }} ways what to do next
 */
export async function openAnswer(puzzle, lines, { again, next, list }) {
  await loadStyles("puzzle");
  const grade = gradeTurn(puzzle, lines);
  const [best] = puzzle.turns;
  const bestTurn = (best?.moves ?? []).map((move, i) => ({ move, drawn: best?.drawn[i] ?? 0 }));
  const { seat, position } = puzzle;
  const picture = new Picture();
  const title = el("h2", { id: "answer-title", tabindex: "-1" }, grade.best ? t("Yes!") : t("Not quite."));
  const words = el("p", { class: "answer-moves", role: "status" });
  const choices = el("div", { class: "answer-lines", role: "group", "aria-label": t("Turns") });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  /** @param {Turn} turn @param {number} count how many of its moves */
  function show(turn, count) {
    const view = viewsAlong(puzzle, turn.slice(0, count)).at(-1) ?? puzzle.view;
    const last = turn[count - 1];
    const state = gameState({
      rules: position.rules,
      board: position.board,
      views: [view],
      you: [seat],
      shownSeat: seat,
      log: last ? [{ seat, move: last.move }] : [],
    });
    words.textContent = turn.map(({ move }) => moveInBrief(state, parseMove(move))).join("; ");
    picture.show(state);
  }

  /** Play a turn from the beginning. @param {Turn} turn @param {string} name */
  function play(turn, name) {
    clearInterval(timer);
    let count = 0;
    picture.pirates = [];
    show(turn, count);
    timer = setInterval(() => {
      if (!box.isConnected || count >= turn.length) return clearInterval(timer);
      show(turn, ++count);
    }, STEP_MS);
    patch(
      choices,
      !grade.best && line(t("Your turn again"), lines, "own", name),
      line(t("The best turn"), bestTurn, "best", name),
    );
  }

  /** @param {string} label @param {Turn} turn @param {string} name @param {string} current */
  function line(label, turn, name, current) {
    const pressed = String(name === current);
    const onclick = () => play(turn, name);
    return h("button", { key: name, type: "button", class: "action quiet", "aria-pressed": pressed, onclick }, label);
  }

  /** @param {string} label @param {() => void} onclick @param {string} [kind] */
  function button(label, onclick, kind = "quiet") {
    const press = () => {
      box.close();
      onclick();
    };
    return el("button", { type: "button", class: `action ${kind}`, onclick: press }, label);
  }
  const box = el(
    "dialog",
    {
      class: grade.best ? "puzzle-answer good" : "puzzle-answer",
      "aria-labelledby": title.id,
      onclose: () => {
        clearInterval(timer);
        box.remove();
      },
    },
    h("header", {}, title, h("p", {}, gradeText(puzzle, grade))),
    h("div", { class: "answer-board" }, picture.root),
    words,
    choices,
    h(
      "div",
      { class: "buttons" },
      !grade.best && button(t("Try again"), again, "main"),
      button(t("Next puzzle"), next, grade.best ? "main" : "quiet"),
      button(t("All puzzles"), list),
    ),
  );
  byId("main").append(box);
  box.showModal();
  title.focus();
  play(bestTurn, "best");
}
