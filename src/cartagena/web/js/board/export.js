/** Saves the board as a picture: as SVG, or as PNG drawn from it by the browser. */

import { byId, svg, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { Picture } from "./picture.js" */

/** The CSS properties that the SVG file must contain, because it has no style sheets. */
const STYLES = [
  ..."fill stroke stroke-width stroke-dasharray stroke-linecap opacity".split(" "),
  ..."display font-family font-size font-weight".split(" "),
];
/** Height of the caption in units of the drawing. */
const CAPTION_HEIGHT = 44;

/**
 * Return a copy that looks the same without style sheets.
 * @param {Element} source
 */
function withInlineStyles(source) {
  const copy = /** @type {Element} */ (source.cloneNode(true));
  const all = [source, ...source.querySelectorAll("*")];
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
 * Return the board as an SVG file with a caption.
 * @param {Picture} picture
 * @param {string} caption
 */
function boardSvg(picture, caption) {
  const ground = picture.root.querySelector(".ground-layer");
  const [x = 0, y = 0, width = 1, height = 1] = (ground?.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const label = svg("text", {
    x: x + width / 2,
    y: y + height + 29,
    "text-anchor": "middle",
    "font-family": "Georgia, serif",
    "font-size": 22,
    fill: "#2a1f16",
  });
  label.textContent = caption;
  const layers = [picture.ship.element, picture.chests, picture.ways.root, picture.pirateLayer.root, picture.plaques];
  const scenery = [...(ground?.children ?? [])].map((part) => part.cloneNode(true));
  const art = [...byId("art").querySelectorAll("defs")].map((defs) => defs.cloneNode(true));
  const root = svg(
    "svg",
    {
      viewBox: `${x} ${y} ${width} ${height + CAPTION_HEIGHT}`,
      width: Math.round(width),
      height: Math.round(height + CAPTION_HEIGHT),
    },
    ...art,
    ...scenery,
    ...layers.map((layer) => layer && withInlineStyles(layer)),
    svg("rect", { x, y: y + height, width, height: CAPTION_HEIGHT, fill: "#fff8e7" }),
    label,
  );
  root.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return { text: new XMLSerializer().serializeToString(root), width, height: height + CAPTION_HEIGHT };
}

/**
 * Let the browser save a file.
 * @param {Blob} file
 * @param {string} name
 */
function download(file, name) {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Save the board as SVG.
 * @param {Picture} picture
 * @param {string} caption
 * @param {string} name
 */
export function saveSvg(picture, caption, name) {
  download(new Blob([boardSvg(picture, caption).text], { type: "image/svg+xml" }), `${name}.svg`);
}

/**
 * Save the board as PNG.
 * @param {Picture} picture
 * @param {string} caption
 * @param {string} name
 */
export async function savePng(picture, caption, name) {
  const { text, width, height } = boardSvg(picture, caption);
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    const scale = 3;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise((/** @type {(blob: Blob | null) => void} */ done) =>
      canvas.toBlob(done, "image/png"),
    );
    if (!file) throw new Error("no picture");
    download(file, `${name}.png`);
  } catch {
    toast(t("This browser can’t create the picture."));
  } finally {
    URL.revokeObjectURL(address);
  }
}
