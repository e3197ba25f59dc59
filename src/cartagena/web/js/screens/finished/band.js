/** The band below the board of a replay: curves over the whole game, and a slider on top of them. */

import { el, svg } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { colourName } from "../../model/names.js";
import { percent } from "./chances.js";

/** @import { Curves } from "./chances.js" */
/** @import { MoveSentence } from "./moments.js" */

/** The size of the drawing. It is stretched to fill the band. */
const WIDTH = 1000;
const HEIGHT = 100;

/**
 * Return the band of a game with `last` moves.
 * @param {number} last
 * @param {(move: number) => void} onMove called when the slider is moved
 */
export function band(last, onMove) {
  const slider = el("input", {
    type: "range",
    min: 0,
    max: last,
    value: 0,
    "aria-label": t("Position in the replay"),
    class: "scrubber",
    dir: "ltr",
    oninput: () => onMove(Number(slider.value)),
  });
  const caption = el("span", { class: "band-caption" });
  const drawing = el("div", { class: "band-drawing" });
  const marks = el("div", { class: "band-marks", "aria-hidden": "true" });
  const root = el("div", { class: "band", dir: "ltr" }, drawing, marks, slider, caption);
  return {
    root,
    slider,
    /** Move the slider, and describe the position there. @param {number} move @param {string} sentence */
    show(move, sentence) {
      slider.value = String(move);
      slider.setAttribute("aria-valuetext", sentence);
    },
    /**
     * Draw curves, and mark moments on them.
     * @param {string} title
     * @param {Curves} curves
     * @param {MoveSentence[]} [moments]
     */
    draw(title, curves, moments = []) {
      caption.textContent = title;
      drawing.replaceChildren(chart(title, curves, last));
      marks.replaceChildren(
        ...moments.map(({ number, colour }) => {
          const mark = el("i", { class: `turning-point ${colour}`, "data-move": String(number) });
          mark.style.left = `${(100 * number) / last}%`;
          mark.style.top = `${100 * (1 - (curves[colour]?.[number]?.[0] ?? 0))}%`;
          return mark;
        }),
      );
    },
  };
}

/** @param {string} title @param {Curves} curves @param {number} last */
function chart(title, curves, last) {
  const name = svg("title");
  name.textContent = title;
  const desc = svg("desc");
  desc.textContent = Object.entries(curves)
    .map(([colour, values]) => {
      const [from, to] = [values[0]?.[0] ?? 0, values.at(-1)?.[0] ?? 0];
      return `${colourName(colour)}: ${percent(from)} → ${percent(to)}`;
    })
    .join(", ");
  const point = (/** @type {number} */ value, /** @type {number} */ move) =>
    `${((move / Math.max(1, last)) * WIDTH).toFixed(1)} ${((1 - value) * HEIGHT).toFixed(1)}`;
  const bands = Object.entries(curves).map(([colour, values]) => {
    const above = values.map(([, , high], move) => point(high, move));
    const below = values.map(([, low], move) => point(low, move)).reverse();
    return svg("path", { class: `interval ${colour}`, d: `M${above.join("L")}L${below.join("L")}Z` });
  });
  const lines = Object.entries(curves).map(([colour, values]) => {
    const points = values.map(([mean], move) => point(mean, move));
    return svg("path", { class: `curve ${colour}`, d: `M${points.join("L")}` });
  });
  const middle = svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
  const properties = { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" };
  return svg("svg", properties, name, desc, middle, ...bands, ...lines);
}
