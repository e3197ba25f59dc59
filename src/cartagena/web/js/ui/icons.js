/** Line drawings for buttons, in the colour of their text. */

import { s } from "../lib/dom.js";

/** The lines of each icon in a box of 24 by 24. @type {Record<string, string>} */
const LINES = {
  undo: "M9 4L4 9L9 14M4 9H15A5 5 0 0 1 15 19H10",
  done: "M4.5 12.5L10 18L19.5 6.5",
  skip: "M5 5L14 12L5 19ZM18 5V19",
  sail: "M11 3V17M11 4Q19 8 18 15H11M3 17H21Q19 21 15 21H9Q5 21 3 17Z",
  log: "M7 4H18V17A3 3 0 0 1 15 20H6A3 3 0 0 0 9 17V4A2 2 0 0 0 5 5V8H9M12 8H15M12 12H15",
  card: "M7 3H17A1.5 1.5 0 0 1 18.5 4.5V19.5A1.5 1.5 0 0 1 17 21H7A1.5 1.5 0 0 1 5.5 19.5V4.5A1.5 1.5 0 0 1 7 3ZM12 8L15 12L12 16L9 12Z",
  home: "M6 21V3M6 4H19L15.5 8.5L19 13H6",
  close: "M6 6L18 18M18 6L6 18",
};

/** Describe an icon. @param {string} name */
export function icon(name) {
  const pen = { fill: "none", stroke: "currentColor", "stroke-width": 2.4, "stroke-linecap": "round" };
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: LINES[name] ?? "", "stroke-linejoin": "round", ...pen }),
  );
}
