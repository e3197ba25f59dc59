/** Puzzles: three ideas for a turn; each is played out on the board when it is chosen. */

import { Picture } from "../board/picture.js";
import { announce, h, pirateArt, swap } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { parse } from "../model/moves.js";
import { cardName, colourName, presetName } from "../model/names.js";
import { deed } from "../model/sentences.js";
import { cardFace, intoSight, mayMove } from "../table/cards.js";
import { supply } from "../table/players.js";
import { stand, tableau } from "./position.js";
import { lesson } from "./puzzle_texts.js";

/** @import { View } from "../net/types.js" */
/** @import { Tableau } from "./position.js" */
/**
 * @typedef {{ moves: string[], movers: string[], fails: number | null, counts: Record<string, number>, views: View[] }} Idea
 * `fails` is the number of the first move that is not legal; `counts` says what has changed.
 * @typedef {Tableau & { game: string, name: string, asked: string, card: string, view: View, ideas: Idea[], best: number }} Puzzle
 */

/** What is asked. @param {Puzzle} puzzle */
function question(puzzle) {
  const who = colourName(puzzle.seat);
  switch (puzzle.asked) {
    case "hand":
      return t("{who} has three ideas. Which one fills the hand best?", { who });
    case "home":
      return t("{who} has three ideas. Which one brings most pirates home?", { who });
    case "ahead":
      return t("{who} has three ideas. Which one takes the pirates furthest ahead?", { who });
    case "others":
      return t("{who} has three ideas. Which one costs the others most cards?", { who });
    case "wins":
      return t("{who} has three ideas. Which one wins at once?", { who });
    case "gets":
      return t("{who} wants this card: {card}. Which idea brings it?", { who, card: cardName(puzzle.card) });
    case "legal":
      return t("{who} has three ideas, but only one is allowed. Which?", { who });
    default:
      return t("{who} has three ideas, and one is not allowed. Which?", { who });
  }
}

/** What came of an idea, in numbers. @param {Puzzle} puzzle @param {Idea} idea */
function counted({ asked }, { counts }) {
  const signed = (/** @type {number} */ value) => `${value > 0 ? "+" : ""}${value}`.replace("-", "−");
  const lines = [
    [t("Cards in hand"), counts.hand],
    [t("Pirates home"), counts.home],
    [t("Spaces ahead"), counts.ahead],
    [t("Cards of the others"), asked === "others" ? counts.others : undefined],
  ];
  const shown = lines.filter(([, value]) => value !== undefined);
  return h(
    "ul",
    { class: "counts" },
    shown.map(([name, value]) => h("li", {}, `${name} `, h("b", { dir: "ltr" }, signed(Number(value))))),
  );
}

/**
 * @param {HTMLElement} home
 * @param {{ puzzles: Puzzle[] }} told
 */
export function puzzles(home, told) {
  const all = told.puzzles;
  const solved = new Set();
  let number = 0;
  /** Raised whenever another idea or puzzle is begun: what still plays then stops. */
  let run = 0;
  const picture = new Picture();
  const hand = h("div", { class: "hand-area" });
  const cards = h("div");
  const title = h("h1", { tabindex: "-1" });
  const ask = h("p", { class: "question" });
  const ideas = h("ol", { class: "ideas" });
  const said = h("div", { class: "said", role: "status" });
  const next = h(
    "button",
    { type: "button", class: "action", onclick: () => turn((number + 1) % all.length) },
    t("Next"),
  );
  const list = h("nav", { class: "puzzle-list", "aria-label": t("Puzzles") });
  const text = h("div", { class: "lesson-text" }, title, ask, ideas, said, next);
  home.replaceChildren(
    h(
      "div",
      { class: "lesson" },
      h("div", { class: "main-column" }, picture.root, hand),
      h("aside", { class: "side-column" }, text, cards, list),
    ),
  );

  /** @param {number} wanted */
  function turn(wanted) {
    show(wanted);
    title.focus({ preventScroll: true });
  }

  /** @param {number} wanted */
  function show(wanted) {
    const puzzle = all[wanted];
    if (!puzzle) return;
    number = wanted;
    run++;
    picture.pirates = [];
    const same = all.filter((one) => one.game === puzzle.game);
    title.textContent =
      same.length > 1
        ? `${presetName(puzzle.game)} ${same.indexOf(puzzle) + 1}/${same.length}`
        : presetName(puzzle.game);
    ask.textContent = question(puzzle);
    said.className = "said";
    said.replaceChildren();
    next.hidden = true;
    ideas.replaceChildren(...puzzle.ideas.map((idea, i) => h("li", {}, ideaButton(puzzle, idea, i))));
    contents();
    play(puzzle, puzzle.view);
  }

  /** @param {Puzzle} puzzle @param {Idea} idea @param {number} i */
  function ideaButton(puzzle, idea, i) {
    const moves = idea.moves.map((_, step) => h("span", { class: "idea-move" }, sentence(idea, step)));
    return h(
      "button",
      { type: "button", class: "idea", "data-idea": i, onclick: () => tryIdea(puzzle, idea, i) },
      h("b", { class: "letter", "aria-hidden": "true" }, "ABC"[i] ?? ""),
      h("span", {}, moves),
    );
  }

  /** A move of an idea in words. @param {Idea} idea @param {number} step */
  function sentence(idea, step) {
    const mover = idea.movers[step] ?? idea.movers.at(-1) ?? "";
    return deed(parse(idea.moves[step] ?? ""), colourName(mover), colourName);
  }

  /** @param {Puzzle} puzzle @param {View} view @param {{ seat: string, move: string }[]} [log] */
  function play(puzzle, view, log = []) {
    const state = tableau(puzzle, view, [], log);
    const held = Object.entries(view.hands[puzzle.seat] ?? {});
    swap(
      hand,
      h(
        "div",
        { class: `controls held-cards ${puzzle.seat}` },
        pirateArt(puzzle.seat),
        held.length
          ? h(
              "span",
              { class: "cards" },
              held.map(([card, count]) => cardFace(card, count)),
            )
          : h("span", { class: "quiet" }, t("No cards in the hand.")),
      ),
    );
    swap(cards, supply(state));
    stand(picture, state);
  }

  /** @param {Puzzle} puzzle @param {Idea} idea @param {number} i */
  async function tryIdea(puzzle, idea, i) {
    const mine = ++run;
    for (const button of ideas.querySelectorAll(".idea"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-idea") === String(i)));
    said.className = "said";
    said.replaceChildren();
    play(puzzle, puzzle.view);
    intoSight(picture.root);
    for (const [step, view] of idea.views.entries()) {
      const pace = idea.moves[step - 1] === "sail" ? 1750 : 950;
      await new Promise((go) => setTimeout(go, mayMove() ? pace : 0));
      if (mine !== run) return;
      play(puzzle, view, [{ seat: idea.movers[step] ?? "", move: idea.moves[step] ?? "" }]);
    }
    judge(puzzle, idea, i === puzzle.best);
  }

  /** @param {Puzzle} puzzle @param {Idea} idea @param {boolean} right */
  function judge(puzzle, idea, right) {
    const barred = idea.fails === null ? "" : t("Not allowed: {move}", { move: sentence(idea, idea.fails) });
    const verdict = right
      ? t("Yes!")
      : barred || (puzzle.asked === "illegal" ? t("That is allowed.") : t("It can be done better."));
    said.className = right ? "said good" : "said bad";
    said.replaceChildren(
      h("p", {}, verdict),
      idea.fails === null ? counted(puzzle, idea) : "",
      right ? h("p", { class: "learnt" }, lesson(puzzle.game, puzzle.name)) : h("p", {}, t("Try another idea.")),
    );
    announce(said.textContent ?? "");
    intoSight(said);
    if (!right) return;
    solved.add(number);
    next.hidden = false;
    contents();
  }

  function contents() {
    const games = [...new Set(all.map((one) => one.game))];
    const lines = games.map((game) => {
      const name = presetName(game);
      const buttons = all.flatMap((one, i) => {
        if (one.game !== game) return [];
        const nth = all.slice(0, i).filter((other) => other.game === game).length + 1;
        return [
          h(
            "button",
            {
              type: "button",
              class: solved.has(i) ? "done" : "",
              "aria-current": i === number ? "step" : null,
              "aria-label": `${name} ${nth}`,
              onclick: () => turn(i),
            },
            nth,
          ),
        ];
      });
      return h("li", {}, h("span", {}, name), h("span", { class: "steps" }, buttons));
    });
    swap(list, h("ul", {}, lines));
  }

  show(0);
  return () => {
    run++;
  };
}
