/** The chances of all players over a game, drawn as lines. */

import { s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { colourName } from "../model/names.js";

/** @import { Analysis } from "../net/types.js" */
/** @import { Turn } from "./turning_points.js" */

const HIGH = 270;
const LEFT = 44;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 30;

/** @param {number} chance */
const up = (chance) => TOP + (1 - chance) * (HIGH - TOP - BOTTOM);

/**
 * The chances of a colour: at the start, and after every move.
 * @param {Analysis} found
 * @param {string} colour
 */
export function course(found, colour) {
  return [found.start, ...found.moves.map((move) => move.chances)].map((all) => all[colour] ?? [0, 0, 0]);
}

/** @param {string} words @param {Record<string, unknown>} where */
function label(words, where) {
  const made = s("text", { class: "axis", ...where });
  made.textContent = words;
  return made;
}

/**
 * @param {Analysis} found
 * @param {Turn[]} turns
 * @param {(move: number) => void} goTo
 */
export function chart(found, turns, goTo) {
  const last = found.moves.length;
  // On a phone the chart is drawn narrower, not smaller: its numbers are to be read.
  const wide = matchMedia("(max-width: 700px)").matches ? 400 : 760;
  const along = (/** @type {number} */ move) => LEFT + (move / last) * (wide - LEFT - RIGHT);
  const point = (/** @type {number} */ chance, /** @type {number} */ move) =>
    `${along(move).toFixed(1)} ${up(chance).toFixed(1)}`;
  const title = s("title");
  title.textContent = t("Chances of winning after every move");
  const desc = s("desc");
  desc.textContent = Object.keys(found.start)
    .map((colour) => {
      const path = course(found, colour);
      return `${colourName(colour)}: ${percent(path[0]?.[0] ?? 0)} → ${percent(path.at(-1)?.[0] ?? 0)}`;
    })
    .join(", ");
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((chance) => [
    s("line", { class: "grid", x1: LEFT, x2: wide - RIGHT, y1: up(chance), y2: up(chance) }),
    label(percent(chance), { x: LEFT - 6, y: up(chance) + 4, "text-anchor": "end" }),
  ]);
  const step = [5, 10, 20, 50, 100, 200, 500].find((every) => last / every <= wide / 80) ?? 1000;
  for (let move = step; move <= last; move += step) {
    grid.push(label(String(move), { x: along(move), y: HIGH - 8, "text-anchor": "middle" }));
  }
  const colours = Object.keys(found.start);
  const bands = colours.map((colour) => {
    const path = course(found, colour);
    const above = path.map(([, , high = 0], move) => point(high, move));
    const below = path.map(([, low = 0], move) => point(low, move)).reverse();
    return s("path", { class: `band ${colour}`, d: `M${above.join("L")}L${below.join("L")}Z` });
  });
  const lines = colours.map((colour) => {
    const path = course(found, colour).map(([mean = 0], move) => point(mean, move));
    return s("path", { class: `course ${colour}`, d: `M${path.join("L")}` });
  });
  const marks = turns.map((turn) => {
    const chance = found.moves[turn.number - 1]?.chances[turn.colour]?.[0] ?? 0;
    const words = s("title");
    words.textContent = turn.words;
    const mark = s(
      "g",
      {
        class: `turning ${turn.colour}`,
        "data-move": turn.number,
        transform: `translate(${point(chance, turn.number)})`,
      },
      words,
    );
    mark.append(s("circle", { r: 13, class: "reach" }), s("path", { d: "M0 -8L8 0L0 8L-8 0Z" }));
    return mark;
  });
  const now = s("line", { class: "now", y1: TOP, y2: HIGH - BOTTOM });
  const show = (/** @type {number} */ move) => {
    now.setAttribute("x1", String(along(move)));
    now.setAttribute("x2", String(along(move)));
  };
  show(last);
  const root = s(
    "svg",
    { class: "chart", viewBox: `0 0 ${wide} ${HIGH}`, role: "img" },
    title,
    desc,
    ...grid,
    ...bands,
    ...lines,
    now,
    ...marks,
  );
  root.addEventListener("click", (event) => {
    const mark = event.target instanceof Element ? event.target.closest("[data-move]") : null;
    if (mark) return goTo(Number(mark.getAttribute("data-move")));
    const box = root.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    const x = ((clientX - box.left) / box.width) * wide;
    goTo(Math.max(0, Math.min(last, Math.round(((x - LEFT) / (wide - LEFT - RIGHT)) * last))));
  });
  return { root, show };
}

/** @param {number} part */
export function percent(part) {
  return new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(part);
}
