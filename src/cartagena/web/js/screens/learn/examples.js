/** The rulebooks' worked examples: three ideas for a turn. The board plays out the chosen one. */

import { Picture } from "../../board/picture.js";
import { announce, el, h, motionAllowed, pirateArt, scrollIntoView } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { presetTitle } from "../../model/catalogue.js";
import { positionState } from "../../model/game_state.js";
import { parseMove } from "../../model/moves.js";
import { cardName, colourName } from "../../model/names.js";
import { moveSentence } from "../../model/sentences.js";
import { cardFace } from "../../ui/cards.js";
import { supplyPanel } from "../../ui/supply.js";
import { exampleExplanation } from "./example_texts.js";

/** @import { SeatUpdate } from "../../net/types.js" */
/** @import { Position } from "../../model/game_state.js" */

/**
 * @typedef {{ moves: string[], movers: string[], fails: number | null, counts: Record<string, number>, views: SeatUpdate[] }} Idea
 * `fails` is the number of the first illegal move, and `counts` says what has changed.
 * @typedef {Position & { game: string, name: string, asked: string, card: string, view: SeatUpdate, ideas: Idea[], best: number }} Example
 */

/** Return the question. @param {Example} example */
function question(example) {
  const name = colourName(example.seat);
  switch (example.asked) {
    case "hand":
      return t("{who} has three ideas. Which one gains the most cards?", { who: name });
    case "home":
      return t("{who} has three ideas. Which one brings the most pirates home?", { who: name });
    case "ahead":
      return t("{who} has three ideas. Which one gets the pirates farthest forward?", { who: name });
    case "others":
      return t("{who} has three ideas. Which one costs the others the most cards?", { who: name });
    case "wins":
      return t("{who} has three ideas. Which one wins right away?", { who: name });
    case "gets":
      return t("{who} wants this card: {card}. Which idea gets it?", { who: name, card: cardName(example.card) });
    case "legal":
      return t("{who} has three ideas, but only one is allowed. Which one?", { who: name });
    default:
      return t("{who} has three ideas, and one is not allowed. Which one?", { who: name });
  }
}

/** Return what an idea changes, in numbers. @param {Example} example @param {Idea} idea */
function changes({ asked }, { counts }) {
  const signed = (/** @type {number} */ value) => `${value > 0 ? "+" : ""}${value}`.replace("-", "−");
  const lines = [
    [t("Cards in hand"), counts.hand],
    [t("Pirates home"), counts.home],
    [t("Spaces forward"), counts.ahead],
    [t("Other players’ cards"), asked === "others" ? counts.others : undefined],
  ];
  const counted = lines.filter(([, value]) => value !== undefined);
  return h(
    "ul",
    { class: "counts" },
    counted.map(([name, value]) => h("li", {}, `${name} `, h("b", { dir: "ltr" }, signed(Number(value))))),
  );
}

/**
 * Show the examples.
 * @param {HTMLElement} home
 * @param {{ examples: Example[] }} data
 */
export function examplesPage(home, data) {
  const all = data.examples;
  const solved = new Set();
  let number = 0;
  /** Number of ideas and examples started so far. An idea that is still being played out stops when it changes. */
  let generation = 0;
  const picture = new Picture();
  const hand = el("div", { class: "hand-area" });
  const cards = el("div");
  const title = el("h1", { tabindex: "-1" });
  const questionText = el("p", { class: "question" });
  const ideas = el("ol", { class: "ideas" });
  const feedback = el("div", { class: "feedback", role: "status" });
  const next = el(
    "button",
    { type: "button", class: "action", onclick: () => openExample((number + 1) % all.length) },
    t("Next"),
  );
  const list = el("nav", { class: "puzzle-list", "aria-label": t("Examples") });
  const panel = el("div", { class: "lesson-text" }, title, questionText, ideas, feedback, next);
  home.replaceChildren(
    el(
      "div",
      { class: "lesson" },
      h("div", { class: "main-column" }, picture.root, hand),
      h("aside", { class: "side-column" }, panel, cards, list),
    ),
  );

  /** @param {number} index */
  function openExample(index) {
    show(index);
    title.focus({ preventScroll: true });
  }

  /** @param {number} index */
  function show(index) {
    const example = all[index];
    if (!example) return;
    number = index;
    generation++;
    picture.pirates = [];
    const same = all.filter((one) => one.game === example.game);
    title.textContent =
      same.length > 1
        ? `${presetTitle(example.game)} ${same.indexOf(example) + 1}/${same.length}`
        : presetTitle(example.game);
    questionText.textContent = question(example);
    feedback.className = "feedback";
    patch(feedback);
    next.hidden = true;
    patch(
      ideas,
      example.ideas.map((idea, i) => h("li", { key: `${number}.${i}` }, ideaButton(example, idea, i))),
    );
    showList();
    showView(example, example.view);
  }

  /** @param {Example} example @param {Idea} idea @param {number} i */
  function ideaButton(example, idea, i) {
    const moves = idea.moves.map((_, step) => h("span", { class: "idea-move" }, sentence(idea, step)));
    return h(
      "button",
      { type: "button", class: "idea", "data-idea": i, onclick: () => tryIdea(example, idea, i) },
      h("b", { class: "letter", "aria-hidden": "true" }, "ABC"[i] ?? ""),
      h("span", {}, moves),
    );
  }

  /** Return a move of an idea in words. @param {Idea} idea @param {number} step */
  function sentence(idea, step) {
    const mover = idea.movers[step] ?? idea.movers.at(-1) ?? "";
    return moveSentence(parseMove(idea.moves[step] ?? ""), colourName(mover), colourName);
  }

  /** @param {Example} example @param {SeatUpdate} view @param {{ seat: string, move: string }[]} [log] */
  function showView(example, view, log = []) {
    const state = positionState(example, view, { log });
    const held = Object.entries(view.hands[example.seat] ?? {});
    patch(
      hand,
      h(
        "div",
        { class: `controls puzzle-hand ${example.seat}` },
        pirateArt(example.seat),
        held.length
          ? h(
              "span",
              { class: "cards" },
              held.map(([card, count]) => cardFace(card, count)),
            )
          : h("span", { class: "quiet" }, t("No cards in hand.")),
      ),
    );
    patch(cards, supplyPanel(state));
    picture.show(state);
  }

  /** @param {Example} example @param {Idea} idea @param {number} i */
  async function tryIdea(example, idea, i) {
    const own = ++generation;
    for (const button of ideas.querySelectorAll(".idea"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-idea") === String(i)));
    feedback.className = "feedback";
    patch(feedback);
    showView(example, example.view);
    scrollIntoView(picture.root);
    for (const [step, view] of idea.views.entries()) {
      const pace = idea.moves[step - 1] === "sail" ? 1750 : 950;
      await new Promise((done) => setTimeout(done, motionAllowed() ? pace : 0));
      if (own !== generation) return;
      showView(example, view, [{ seat: idea.movers[step] ?? "", move: idea.moves[step] ?? "" }]);
    }
    showResult(example, idea, i === example.best);
  }

  /** @param {Example} example @param {Idea} idea @param {boolean} right */
  function showResult(example, idea, right) {
    const notAllowed = idea.fails === null ? "" : t("Not allowed: {move}", { move: sentence(idea, idea.fails) });
    const verdict = right
      ? t("Yes!")
      : notAllowed || (example.asked === "illegal" ? t("That is allowed.") : t("There’s a better idea."));
    feedback.className = right ? "feedback good" : "feedback bad";
    patch(
      feedback,
      h("p", {}, verdict),
      idea.fails === null ? changes(example, idea) : "",
      right
        ? h("p", { class: "explanation" }, exampleExplanation(example.game, example.name))
        : h("p", {}, t("Try another idea.")),
    );
    announce(feedback.textContent ?? "");
    scrollIntoView(feedback);
    if (!right) return;
    solved.add(number);
    next.hidden = false;
    showList();
  }

  function showList() {
    const games = [...new Set(all.map((one) => one.game))];
    const lines = games.map((game) => {
      const name = presetTitle(game);
      const buttons = all.flatMap((one, i) => {
        if (one.game !== game) return [];
        const nth = all.slice(0, i).filter((other) => other.game === game).length + 1;
        return [
          h(
            "button",
            {
              key: i,
              type: "button",
              class: solved.has(i) ? "done" : "",
              "aria-current": i === number ? "step" : null,
              "aria-label": `${name} ${nth}`,
              onclick: () => openExample(i),
            },
            nth,
          ),
        ];
      });
      return h("li", {}, h("span", {}, name), h("span", { class: "steps" }, buttons));
    });
    patch(list, h("ul", {}, lines));
  }

  show(0);
  return () => {
    generation++;
  };
}
