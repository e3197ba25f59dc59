/** Learn by playing: one idea at a time, on the boards of the rulebooks' own examples. */

import { controls } from "./controls.js";
import { announce, h, swap, toast } from "./dom.js";
import { listenTo } from "./input.js";
import { NOTHING, parse } from "./moves.js";
import { go } from "./pages.js";
import { Picture } from "./render.js";
import { supply } from "./side.js";
import { begin, viewOf } from "./state.js";
import { t } from "./words.js";

/** @import { Rules, TableInfo, View } from "./types.js" */
/** @import { State } from "./state.js" */
/** @typedef {{ view: View, legal: string[], wanted?: string }} Step */
/** @typedef {{ name: string, seat: string, rules: Rules, board: string[], steps: Step[], end: Step }} Lesson */

/**
 * What a lesson says: its name, what to do at each step, and what was learnt.
 * @param {string} name
 * @returns {{ title: string, ask: string[], learnt: string }}
 */
function words(name) {
  switch (name) {
    case "run":
      return {
        title: t("Run ahead"),
        ask: [t("You are Blue. A card moves a pirate to the nearest empty space with its symbol. Choose the dagger card, then your pirate in jail, then the lit space.")],
        learnt: t("From jail to space 7: the dagger on 5 was not empty, so it was leapt over."),
      };
    case "leap":
      return {
        title: t("Leap over others"),
        ask: [t("Play a dagger with the pirate in jail again."), t("Now the dagger on 7 is taken. Play another one with a pirate on space 6: how far does it leap?")],
        learnt: t("All the way to 15. Pirates in a long chain carry each other far: that is the heart of the game."),
      };
    case "aboard":
      return {
        title: t("All aboard"),
        ask: [t("If no empty space with the symbol lies ahead, the pirate runs to the end. Find the one bottle that brings a pirate aboard from space 17.")],
        learnt: t("Every bottle ahead was taken, so the way was free. Who has all pirates aboard first wins."),
      };
    case "back":
      return {
        title: t("Go back for cards"),
        ask: [t("Now you are Red. Cards come only from going back: to the nearest space behind with one or two pirates, for one or two cards. Go back from 8.")],
        learnt: t("Two pirates stood on 6, so you drew two cards. A space with three is full and is passed."),
      };
    case "plan":
      return {
        title: t("Three actions, one plan"),
        ask: [
          t("A turn has up to three actions. Blue again: first bring the pirate on 17 aboard with the bottle."),
          t("Now only two stand on 17. Go back there from 18: two cards!"),
          t("Last, bring the pirate in jail onto the way with a dagger."),
        ],
        learnt: t("One aboard, two cards gained, one out of jail. This turn is from the rulebooks of 2000."),
      };
    case "sail":
      return {
        title: t("The sloop sails"),
        ask: [t("In the Complete Escape the sloop carries pirates over the sea. You have the most aboard: you are captain and sail free at the start of your turn. Press Sail.")],
        learnt: t("You sailed and still have all three actions. Now your pirates can land in the jungle."),
      };
    case "morgan":
      return {
        title: t("Morgan"),
        ask: [t("With Morgan, cards come from helping others: move another player's pirate ahead to the next space with one or two pirates. Help Red's pirate on 8.")],
        learnt: t("It joined two of yours, so you drew two cards."),
      };
    default:
      return {
        title: t("Black Magic Woman"),
        ask: [t("Cards can be played for a spell instead. Choose the lantern and announce its spell.")],
        learnt: t("You drew four cards: you would keep one and put three back in the order you like. Now you know enough. Play!"),
      };
  }
}

/** @param {HTMLElement} main */
export function learnScreen(main) {
  document.title = `${t("Learn")} – Cartagena`;
  const home = h("div", { class: "page learn" }, h("p", {}, t("One moment …")));
  main.replaceChildren(home);
  let left = false;
  fetch(new URL("../lessons.json", import.meta.url))
    .then((answer) => answer.json())
    .then((lessons) => !left && school(home, lessons))
    .catch(() => toast(t("The server cannot be reached.")));
  return () => {
    left = true;
  };
}

/**
 * @param {HTMLElement} home
 * @param {Lesson[]} lessons
 */
function school(home, lessons) {
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
  const next = h("button", { type: "button", class: "action", onclick: () => show(number + 1) }, t("Next"));
  const text = h("div", { class: "lesson-text" }, steps, title, task, said, next);
  home.replaceChildren(h("div", { class: "lesson" }, h("div", { class: "main-column" }, picture.root, hand), h("aside", { class: "side-column" }, text, cards)));
  /** @type {State} */
  let state;

  /** @param {Lesson} lesson @param {Step} told */
  function standing(lesson, told) {
    /** @type {TableInfo} */
    const table = {
      id: "", name: "", status: "running", rules: lesson.rules, owner: "", public: false, spectators: false, seconds: 0,
      standin: "", created_at: 0, commitment: "", rematch: "", rematch_of: "",
      seats: Object.keys(told.view.pirates).map((colour) => ({ colour, kind: "player", name: "", level: "", identity: "", standin: false, contributed: false })),
    };
    return begin({
      seq: 0, table, you: [lesson.seat], answers: 0, board: lesson.board, log: [], views: [told.view],
      legal: told.wanted ? told.legal : [], undo: false, deadline: null, chat: [], present: [],
    });
  }

  /** @param {number} wanted */
  function show(wanted) {
    if (wanted >= lessons.length) return go("/");
    number = wanted;
    step = 0;
    said.className = "said";
    said.textContent = "";
    picture.pirates = [];
    ask();
    title.focus();
  }

  function ask() {
    const lesson = lessons[number];
    if (!lesson) return;
    const told = lesson.steps[step] ?? lesson.end;
    const says = words(lesson.name);
    state = standing(lesson, told);
    title.textContent = says.title;
    task.textContent = says.ask[step] ?? says.learnt;
    const finished = !told.wanted;
    if (finished) {
      done.add(lesson.name);
      said.className = "said good";
      said.textContent = t("Well done!");
    }
    next.hidden = !finished;
    next.textContent = number + 1 < lessons.length ? t("Next") : t("To the game");
    steps.replaceChildren(
      ...lessons.map((one, i) =>
        h("button", { type: "button", class: done.has(one.name) ? "done" : "", "aria-current": i === number ? "step" : null, "aria-label": words(one.name).title, onclick: () => show(i) }, i + 1),
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
    picture.load(state.table, state.board, matchMedia("(max-width: 700px)").matches).then(() => picture.show(state));
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
        ? t("That would be legal and lead to {to}. But try what the lesson asks.", { to: move.to })
        : t("That would be legal. But try what the lesson asks.");
      draw();
    },
  };
  listenTo(picture.root, () => (viewOf(state)?.over ? null : state), (meaning) => {
    if (meaning.say) toast(meaning.say);
    if (meaning.choose) deeds.choose(meaning.choose);
    if (meaning.play) deeds.play(meaning.play);
  });
  show(0);
}
