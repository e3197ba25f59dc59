/** Handing a link on: by the system's own means where there are any, else by copying it. */

import { h, toast } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @param {string} address
 * @param {string} title
 */
export async function share(address, title) {
  if (navigator.share) {
    try {
      await navigator.share({ title, url: address });
      return;
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(address);
    toast(t("The link is copied."));
  } catch {
    toast(address);
  }
}

/**
 * A button that shares whatever the address is when it is pressed.
 * @param {string} words
 * @param {() => string} address
 */
export function shareButton(words, address) {
  return h(
    "button",
    { type: "button", class: "action share-button", onclick: () => share(address(), document.title) },
    words,
  );
}
