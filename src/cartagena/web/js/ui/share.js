/** Sharing a link: with the system's share dialogue where there is one, otherwise by copying it. */

import { h, toast } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

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
 * A button that shares a link, as it is when the button is pressed.
 * @param {string} label
 * @param {() => string} getUrl
 */
export function shareButton(label, getUrl) {
  const onclick = () => share(getUrl(), document.title);
  return h("button", { type: "button", class: "action quiet share-button", onclick }, label);
}

/**
 * A field with a link, and a button that copies it.
 * @param {string} url
 * @param {string} [label]
 * @param {string} [kind] the look of the button: quiet where it is not what comes next
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
