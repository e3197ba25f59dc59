/** The tutorial: one idea at a time, on the boards of the rulebooks' own examples. */

import { listenTo } from "../board/input.js";
import { Picture } from "../board/picture.js";
import { announce, h, swap, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { NOTHING, parse } from "../model/moves.js";
import { placeName } from "../model/names.js";
import { viewOf } from "../model/state.js";
import { go } from "../router.js";
import { controls } from "../table/controls.js";
import { supply } from "../table/players.js";
import { words } from "./lesson_texts.js";
import { stand, tableau } from "./position.js";

/** @import { View } from "../net/types.js" */
/** @import { State } from "../model/state.js" */
/** @import { Tableau } from "./position.js" */
/** @typedef {{ view: View, legal: string[], wanted?: string }} Step */
/** @typedef {Tableau & { name: string, steps: Step[], end: Step }} Lesson */

/**
 * @param {HTMLElement} home
 * @param {Lesson[]} lessons
 */
export function school(home, lessons) {
  let number = 0;
  let step = 0;
  const done = new Set();
  const picture = new Picture();
  const hand = h("div", { class: "hand-area" });
  const cards = h("div");
  const steps = h("nav", { class: "steps", "aria-label": t("Lessons") });
  const title = h("h1", { tabindex: "-1" });
  const task = h("p");
  const said = h("p", { class: "said", role: "status" });
  const next = h("button", { type: "button", class: "action", onclick: () => turn(number + 1) }, t("Next"));
  const text = h("div", { class: "lesson-text" }, steps, title, task, said, next);
  home.replaceChildren(
    h(
      "div",
      { class: "lesson" },
      h("div", { class: "main-column" }, picture.root, hand),
      h("aside", { class: "side-column" }, text, cards),
    ),
  );
  /** @type {State} */
  let state;

  /** @param {number} wanted */
  function turn(wanted) {
    show(wanted);
    title.focus();
  }

  /** @param {number} wanted */
  function show(wanted) {
    if (wanted >= lessons.length) return go("/learn#puzzles");
    number = wanted;
    step = 0;
    said.className = "said";
    said.textContent = "";
    picture.pirates = [];
    ask();
  }

  function ask() {
    const lesson = lessons[number];
    if (!lesson) return;
    const told = lesson.steps[step] ?? lesson.end;
    const says = words(lesson.name);
    state = tableau(lesson, told.view, told.wanted ? told.legal : []);
    title.textContent = says.title;
    task.textContent = says.ask[step] ?? says.learnt;
    const finished = !told.wanted;
    if (finished) {
      done.add(lesson.name);
      said.className = "said good";
      said.textContent = t("Well done!");
    }
    next.hidden = !finished;
    next.textContent = number + 1 < lessons.length ? t("Next") : t("To the puzzles");
    steps.replaceChildren(
      ...lessons.map((one, i) =>
        h(
          "button",
          {
            type: "button",
            class: done.has(one.name) ? "done" : "",
            "aria-current": i === number ? "step" : null,
            "aria-label": words(one.name).title,
            onclick: () => turn(i),
          },
          i + 1,
        ),
      ),
    );
    announce(task.textContent ?? "");
    draw();
  }

  function draw() {
    const lesson = lessons[number];
    if (!lesson) return;
    swap(hand, controls(state, deeds));
    swap(cards, supply(state));
    stand(picture, state);
  }

  const deeds = {
    undo: () => {},
    choose: (/** @type {Partial<State["chosen"]>} */ chosen) => {
      state = { ...state, chosen: { ...state.chosen, ...chosen } };
      if (!state.chosen.place) state = { ...state, chosen: { ...state.chosen, colour: "" } };
      draw();
    },
    play: (/** @type {string} */ text) => {
      const wanted = lessons[number]?.steps[step]?.wanted;
      const move = parse(text);
      if (text === wanted) {
        step += 1;
        said.className = "said good";
        said.textContent = t("Yes!");
        ask();
        return;
      }
      state = { ...state, chosen: NOTHING };
      said.className = "said bad";
      said.textContent = move.to
        ? t("That would be legal and lead to {to}. But try what the lesson asks.", { to: placeName(move.to) })
        : t("That would be legal. But try what the lesson asks.");
      draw();
    },
  };
  listenTo(
    picture.root,
    () => (viewOf(state)?.over ? null : state),
    (meaning) => {
      if (meaning.say) toast(meaning.say);
      if (meaning.choose) deeds.choose(meaning.choose);
      if (meaning.play) deeds.play(meaning.play);
    },
  );
  show(0);
}
