/** The board as a picture to keep: SVG, and PNG drawn from it by the browser. */

import { byId, s, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { Picture } from "./picture.js" */

/** What the style sheets say about a drawn thing, and a file of its own must say itself. */
const STYLES = [
  ..."fill stroke stroke-width stroke-dasharray stroke-linecap opacity".split(" "),
  ..."display font-family font-size font-weight".split(" "),
];
const CAPTION = 44;

/**
 * A copy that looks the same without any style sheet.
 * @param {Element} drawn
 */
function frozen(drawn) {
  const copy = /** @type {Element} */ (drawn.cloneNode(true));
  const all = [drawn, ...drawn.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
    const original = all[i];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value && value !== "none" && value !== "auto") element.setAttribute(name, value);
      else if (name === "fill" || name === "display") element.setAttribute(name, value || "none");
    }
    const moved = original instanceof SVGElement ? original.style.transform : "";
    if (moved) element.setAttribute("transform", moved.replaceAll("px", "").replaceAll(",", " "));
    for (const name of ["style", "class", "data-place", "data-colour"]) element.removeAttribute(name);
  });
  return copy;
}

/**
 * The picture as a drawing of its own, with a line below it.
 * @param {Picture} picture
 * @param {string} caption
 */
export function postcard(picture, caption) {
  const ground = picture.root.querySelector(".ground-layer");
  const [x = 0, y = 0, width = 1, height = 1] = (ground?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const words = s("text", {
    x: x + width / 2,
    y: y + height + 29,
    "text-anchor": "middle",
    "font-family": "Georgia, serif",
    "font-size": 22,
    fill: "#2a1f16",
  });
  words.textContent = caption;
  const layers = [picture.ship, picture.tokens, picture.arrows, picture.people];
  const drawn = [...(ground?.children ?? [])].map((part) => part.cloneNode(true));
  const art = [...byId("art").querySelectorAll("defs")].map((defs) => defs.cloneNode(true));
  const card = s(
    "svg",
    {
      viewBox: `${x} ${y} ${width} ${height + CAPTION}`,
      width: Math.round(width),
      height: Math.round(height + CAPTION),
    },
    ...art,
    ...drawn,
    ...layers.map((layer) => layer && frozen(layer)),
    s("rect", { x, y: y + height, width, height: CAPTION, fill: "#fff8e7" }),
    words,
  );
  card.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return { text: new XMLSerializer().serializeToString(card), width, height: height + CAPTION };
}

/**
 * Hand a file to the reader.
 * @param {Blob} file
 * @param {string} name
 */
function hand(file, name) {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * @param {Picture} picture
 * @param {string} caption
 * @param {string} name
 */
export function saveSvg(picture, caption, name) {
  hand(new Blob([postcard(picture, caption).text], { type: "image/svg+xml" }), `${name}.svg`);
}

/**
 * @param {Picture} picture
 * @param {string} caption
 * @param {string} name
 */
export async function savePng(picture, caption, name) {
  const { text, width, height } = postcard(picture, caption);
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const drawn = new Image();
    drawn.src = address;
    await drawn.decode();
    const canvas = document.createElement("canvas");
    const scale = 2;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
    const file = await new Promise((/** @type {(made: Blob | null) => void} */ done) =>
      canvas.toBlob(done, "image/png"),
    );
    if (!file) throw new Error("no picture");
    hand(file, `${name}.png`);
  } catch {
    toast(t("This browser cannot make the picture."));
  } finally {
    URL.revokeObjectURL(address);
  }
}
