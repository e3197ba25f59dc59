/** Signs of our turn outside of the page: a notification, if the reader wants one, and a badge on the icon. */

import { wholeAddressOf } from "./address.js";
import { h, toast } from "./dom.js";
import { t } from "./i18n.js";

/** The key of the setting in the local storage. */
const SETTING = "notify";

/** Return whether notifications are switched on and allowed. */
export function notificationsOn() {
  return localStorage.getItem(SETTING) === "on" && window.Notification?.permission === "granted";
}

/** Return the switch for notifications, hidden in browsers without them. Pressing it asks for permission. */
export function notifyField() {
  const choose = async (/** @type {Event} */ event) => {
    const box = /** @type {HTMLInputElement} */ (event.currentTarget);
    const allowed = box.checked && (await Notification.requestPermission()) === "granted";
    if (box.checked && !allowed) toast(t("Your browser doesn’t allow notifications for this page."));
    box.checked = allowed;
    localStorage.setItem(SETTING, allowed ? "on" : "off");
  };
  const box = h("input", { type: "checkbox", checked: notificationsOn(), onchange: choose });
  const label = h("label", {}, box, t("Notify me when it’s my turn"));
  return h("p", { class: "setting switch", hidden: !("Notification" in window) }, label);
}

/**
 * Notify us of our turn if the page is hidden. A later notification replaces one for the same path.
 * @param {string} path the page to open
 * @param {string} text the name of the game, and nothing that happens in it
 */
export async function notifyTurn(path, text) {
  if (!document.hidden || !notificationsOn()) return;
  const options = { body: text, tag: path, data: wholeAddressOf(path) };
  try {
    const notification = new Notification(t("Your turn"), options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // On phones only the service worker may show notifications.
    (await navigator.serviceWorker.ready).showNotification(t("Your turn"), options);
  }
}

/** Show or hide the badge on the icon of the page. @param {boolean} visible */
export function showBadge(visible) {
  const link = document.querySelector('link[rel="icon"]');
  const address = link?.getAttribute("href") ?? "";
  const next = address.replace(/[^/]+\.svg$/, visible ? "icon-turn.svg" : "icon.svg");
  if (next !== address) link?.setAttribute("href", next);
}
