/** The chart of all players' chances over a game. */

import { svg } from "../../lib/dom.js";
import { isolate, t } from "../../lib/i18n.js";
import { colourName } from "../../model/names.js";

/** @import { AnalysisDocument } from "../../net/types.js" */
/** @import { MoveSentence } from "./moments.js" */

const HEIGHT = 270;
const LEFT = 44;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 30;

/** @param {number} chance */
const yOf = (chance) => TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM);

/**
 * Return the chances of a colour (mean, low, high) at the start and after every move.
 * @param {AnalysisDocument} analysis
 * @param {string} colour
 */
export function chancesOf(analysis, colour) {
  return [analysis.start, ...analysis.moves.map((move) => move.chances)].map((all) => all[colour] ?? [0, 0, 0]);
}

/** @param {string} title @param {Record<string, unknown>} where */
function axisLabel(title, where) {
  return svg("text", { class: "axis", ...where }, title);
}

/**
 * Return the chart, and a function that marks a move in it.
 * @param {AnalysisDocument} analysis
 * @param {MoveSentence[]} moments marked in the chart
 * @param {(move: number) => void} goTo
 */
export function chart(analysis, moments, goTo) {
  const last = analysis.moves.length;
  // On a phone the chart is drawn narrower, not smaller, so that its numbers can be read.
  const width = matchMedia("(max-width: 700px)").matches ? 400 : 760;
  const xOf = (/** @type {number} */ move) => LEFT + (move / last) * (width - LEFT - RIGHT);
  const point = (/** @type {number} */ chance, /** @type {number} */ move) =>
    `${xOf(move).toFixed(1)} ${yOf(chance).toFixed(1)}`;
  const title = svg("title");
  title.textContent = t("Winning chances after every move");
  const desc = svg("desc");
  desc.textContent = Object.keys(analysis.start)
    .map((colour) => {
      const chances = chancesOf(analysis, colour);
      return `${colourName(colour)}: ${percent(chances[0]?.[0] ?? 0)} → ${percent(chances.at(-1)?.[0] ?? 0)}`;
    })
    .join(", ");
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((chance) => [
    svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: yOf(chance), y2: yOf(chance) }),
    axisLabel(percent(chance), { x: LEFT - 6, y: yOf(chance) + 4, "text-anchor": "end" }),
  ]);
  const step = [5, 10, 20, 50, 100, 200, 500].find((every) => last / every <= width / 80) ?? 1000;
  for (let move = step; move <= last; move += step) {
    grid.push(axisLabel(String(move), { x: xOf(move), y: HEIGHT - 8, "text-anchor": "middle" }));
  }
  const colours = Object.keys(analysis.start);
  const bands = colours.map((colour) => {
    const chances = chancesOf(analysis, colour);
    const above = chances.map(([, , high = 0], move) => point(high, move));
    const below = chances.map(([, low = 0], move) => point(low, move)).reverse();
    return svg("path", { class: `band ${colour}`, d: `M${above.join("L")}L${below.join("L")}Z` });
  });
  const lines = colours.map((colour) => {
    const chances = chancesOf(analysis, colour).map(([mean = 0], move) => point(mean, move));
    return svg("path", { class: `curve ${colour}`, d: `M${chances.join("L")}` });
  });
  const marks = moments.map((moment) => {
    const chance = analysis.moves[moment.number - 1]?.chances[moment.colour]?.[0] ?? 0;
    const title = svg("title");
    title.textContent = moment.sentence;
    const mark = svg(
      "g",
      {
        class: `turning-point ${moment.colour}`,
        "data-move": moment.number,
        transform: `translate(${point(chance, moment.number)})`,
      },
      title,
    );
    mark.append(svg("circle", { r: 13, class: "reach" }), svg("path", { d: "M0 -8L8 0L0 8L-8 0Z" }));
    return mark;
  });
  const now = svg("line", { class: "now", y1: TOP, y2: HEIGHT - BOTTOM });
  const show = (/** @type {number} */ move) => {
    now.setAttribute("x1", String(xOf(move)));
    now.setAttribute("x2", String(xOf(move)));
  };
  show(last);
  const root = svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img" },
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
    const x = ((clientX - box.left) / box.width) * width;
    goTo(Math.max(0, Math.min(last, Math.round(((x - LEFT) / (width - LEFT - RIGHT)) * last))));
  });
  return { root, show };
}

/** Format a chance as a percentage. @param {number} part */
export function percent(part) {
  return new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(part);
}

/** Format a chance (mean, low, high) with its 95 % interval, like 62% ± 3. @param {number[]} chance */
export function chanceText([mean = 0, low = mean, high = mean]) {
  return isolate(`${percent(mean)} ± ${Math.round(50 * (high - low))}`);
}
