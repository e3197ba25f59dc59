/** Buttons that share a link or save the board as a picture. */

import { el, h, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { Picture } from "../board/picture.js" */

/**
 * @param {string} url
 * @param {string} title
 */
async function share(url, title) {
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast(t("Link copied."));
  } catch {
    toast(url);
  }
}

/**
 * Return a button that shares a link. The link is computed when the button is pressed.
 * @param {string} label
 * @param {() => string} getUrl
 */
export function shareButton(label, getUrl) {
  const onclick = () => share(getUrl(), document.title);
  return h("button", { type: "button", class: "action quiet share-button", onclick }, label);
}

/**
 * Return a field with a link, and a button that copies it.
 * @param {string} url
 * @param {string} [label]
 * @param {string} [kind] the CSS class of the button: quiet if other buttons are more important
 */
export function linkField(url, label = t("Link to this table"), kind = "") {
  const field = h("input", { readonly: true, value: url, "aria-label": label, dir: "ltr" });
  const copy = async (/** @type {Event} */ event) => {
    const button = event.currentTarget;
    if (button instanceof Element) button.parentElement?.querySelector("input")?.select();
    try {
      await navigator.clipboard.writeText(url);
      toast(t("Link copied."));
    } catch {
      toast(t("Couldn’t copy the link. Please copy it from the box."));
    }
  };
  const button = h("button", { type: "button", class: `action ${kind}`, onclick: copy }, t("Copy link"));
  return h("div", { class: "share" }, field, button);
}

/** Save a text as a file. @param {string} name @param {string} text in JSON */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/**
 * Return buttons that save the board as SVG and PNG.
 * @param {Picture} picture
 * @param {() => string} getCaption
 * @param {() => string} getName
 */
export function saveButtons(picture, getCaption, getName) {
  const saver = (/** @type {"saveSvg" | "savePng"} */ kind) => async () => {
    try {
      const saving = await import("../board/export.js");
      await saving[kind](picture, getCaption(), getName());
    } catch {
      toast(t("Can’t reach the server."));
    }
  };
  return [
    h(
      "button",
      { type: "button", class: "action quiet picture-svg", onclick: saver("saveSvg") },
      t("Save the picture as SVG"),
    ),
    h(
      "button",
      { type: "button", class: "action quiet picture-png", onclick: saver("savePng") },
      t("Save the picture as PNG"),
    ),
  ];
}
