/** The tutorial: lessons of one or more steps, on the boards of the rulebooks' own examples. */

import { Picture } from "../../board/picture.js";
import { listenToBoard } from "../../board/pointer.js";
import { markOnly, whereToPress } from "../../board/press_marks.js";
import { announce, el, h, scrollBehavior, toast } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { cardsGainedBetween, positionState, viewOf } from "../../model/game_state.js";
import { NO_SELECTION, parseMove, readMoves, select } from "../../model/moves.js";
import { placeName } from "../../model/names.js";
import { cardFace } from "../../ui/cards.js";
import { controls } from "../../ui/controls.js";
import { supplyPanel } from "../../ui/supply.js";
import { lessonText } from "./lesson_texts.js";

/** @import { SeatUpdate } from "../../net/types.js" */
/** @import { Selection } from "../../model/moves.js" */
/** @import { GameState } from "../../model/game_state.js" */
/** @import { Position } from "../../model/game_state.js" */

/** @typedef {{ view: SeatUpdate, legal: string[], jumps: Record<string, string[]>, wanted?: string }} Step */
/** @typedef {Position & { name: string, steps: Step[], end: Step }} Lesson */

/** Number of lessons that teach the game. The others are optional. */
const BASICS = 6;

/** @param {string[]} cards */
function drawnCards(cards) {
  const faces = cards.map((card) => cardFace(card));
  return h("span", { class: "drawn-cards" }, ` ${t("You drew:")} `, h("span", { class: "small-hand" }, faces));
}

/** Scroll a line of lessons, which is wider than a phone, to the current one. @param {HTMLElement} steps */
function showCurrent(steps) {
  const current = steps.querySelector("[aria-current]")?.getBoundingClientRect();
  const line = steps.getBoundingClientRect();
  if (current)
    steps.scrollBy({ left: current.x + current.width / 2 - line.x - line.width / 2, behavior: scrollBehavior() });
}

/**
 * Show the tutorial.
 * @param {HTMLElement} home
 * @param {Lesson[]} lessons
 */
export function tutorial(home, lessons) {
  let number = 0;
  let step = 0;
  const done = new Set();
  const picture = new Picture();
  picture.onDraw = mark;
  const hand = el("div", { class: "hand-area" });
  const cards = el("div");
  const steps = el("nav", { class: "steps named", "aria-label": t("Lessons") });
  const title = el("h1", { tabindex: "-1" });
  const task = el("p");
  const feedback = el("p", { class: "feedback", role: "status" });
  const next = el("button", { type: "button", class: "action", onclick: () => openLesson(number + 1) }, t("Next"));
  const panel = el("div", { class: "lesson-text" }, steps, title, task, feedback, next);
  home.replaceChildren(
    el(
      "div",
      { class: "lesson" },
      h("div", { class: "main-column" }, picture.root, hand),
      h("aside", { class: "side-column" }, panel, cards),
    ),
  );
  /** @type {GameState} */
  let state;

  /** @param {number} index */
  function openLesson(index) {
    show(index);
    title.focus();
  }

  /** @param {number} index */
  function show(index) {
    if (index >= lessons.length) return navigate("/learn#puzzles");
    number = index;
    step = 0;
    picture.pirates = [];
    ask();
  }

  function ask() {
    const lesson = lessons[number];
    if (!lesson) return;
    const current = lesson.steps[step] ?? lesson.end;
    const text = lessonText(lesson.name);
    panel.dataset.step = `${number}.${step}`;
    title.textContent = text.title;
    task.textContent = text.ask[step] ?? text.learnt;
    const finished = !current.wanted;
    const drawn = step > 0 ? cardsGainedBetween(lesson.steps[step - 1]?.view, current.view, lesson.seat) : [];
    const legal = finished ? [] : readMoves(current.legal, current.jumps);
    state = positionState(lesson, current.view, { legal, newCards: drawn });
    if (finished) done.add(lesson.name);
    const praise = finished ? (lesson.steps.length ? t("Well done!") : "") : step > 0 ? t("Yes!") : "";
    feedback.className = "feedback good";
    patch(feedback, praise, drawn.length > 0 && drawnCards(drawn));
    next.hidden = !finished;
    next.textContent = number + 1 < lessons.length ? t("Next") : t("Go to the puzzles");
    patch(
      steps,
      lessons.flatMap((one, i) => [
        i === BASICS && h("span", { class: "quiet" }, t("If you like: sloop, Morgan, spells")),
        h(
          "button",
          {
            key: one.name,
            type: "button",
            class: done.has(one.name) ? "done" : "",
            "aria-current": i === number ? "step" : null,
            "aria-label": lessonText(one.name).title,
            onclick: () => openLesson(i),
          },
          h("b", { "aria-hidden": "true" }, i + 1),
          h("span", {}, lessonText(one.name).name),
        ),
      ]),
    );
    showCurrent(steps);
    announce(task.textContent ?? "");
    draw();
  }

  function draw() {
    const lesson = lessons[number];
    if (!lesson) return;
    patch(hand, controls(state, actions));
    patch(cards, supplyPanel(state));
    picture.show(state);
    mark();
  }

  /** Mark what to press. */
  function mark() {
    const lesson = lessons[number];
    const move = lesson?.steps[step]?.wanted;
    markOnly(home, lesson && move ? whereToPress(parseMove(move), state.selection, lesson.seat) : []);
  }

  const actions = {
    undo: () => {},
    say: toast,
    choose: (/** @type {Partial<Selection>} */ change) => {
      state = { ...state, selection: select(state.selection, change) };
      draw();
    },
    play: (/** @type {string} */ text) => {
      const move = parseMove(text);
      if (text === lessons[number]?.steps[step]?.wanted) {
        step += 1;
        ask();
        return;
      }
      state = { ...state, selection: NO_SELECTION };
      feedback.className = "feedback bad";
      feedback.textContent = move.to
        ? t("That move is allowed, but it leads here: {to}. Try what the lesson asks for.", { to: placeName(move.to) })
        : t("That move is allowed, but try what the lesson asks for.");
      draw();
    },
  };
  listenToBoard(picture.root, () => (viewOf(state)?.over ? null : state), actions);
  show(0);
}
