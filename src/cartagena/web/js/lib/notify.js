/** Signs of our turn outside of the page: a notification, if the reader wants one, and a badge on the icon. */

import { h, toast } from "./dom.js";
import { t } from "./i18n.js";

/** Where it is remembered that they are wanted. */
const STORED = "notify";

/** Whether they are wanted, and allowed. */
export function notificationsOn() {
  return localStorage.getItem(STORED) === "on" && window.Notification?.permission === "granted";
}

/** The switch; a browser that has no notifications has none. Permission is asked for when it is pressed, never before. */
export function notifyField() {
  const choose = async (/** @type {Event} */ event) => {
    const box = /** @type {HTMLInputElement} */ (event.currentTarget);
    const wanted = box.checked && (await Notification.requestPermission()) === "granted";
    if (box.checked && !wanted) toast(t("Your browser doesn’t allow notifications for this page."));
    box.checked = wanted;
    localStorage.setItem(STORED, wanted ? "on" : "off");
  };
  const box = h("input", { type: "checkbox", checked: notificationsOn(), onchange: choose });
  const label = h("label", {}, box, t("Notify me when it’s my turn"));
  return h("p", { class: "setting switch", hidden: !("Notification" in window) }, label);
}

/**
 * Say that it is our turn, if the page is not seen. A later one for the same table takes the place of the first.
 * @param {string} path where it is our turn
 * @param {string} text which game it is; nothing of what happens in it
 */
export async function notifyTurn(path, text) {
  if (!document.hidden || !notificationsOn()) return;
  const options = { body: text, tag: path, data: path };
  try {
    const shown = new Notification(t("Your turn"), options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // On phones only the service worker may show one.
    (await navigator.serviceWorker.ready).showNotification(t("Your turn"), options);
  }
}

/** Show the badge, or no longer. @param {boolean} wanted */
export function showBadge(wanted) {
  const link = document.querySelector('link[rel="icon"]');
  const address = link?.getAttribute("href") ?? "";
  const shown = address.replace(/[^/]+\.svg$/, wanted ? "icon-turn.svg" : "icon.svg");
  if (shown !== address) link?.setAttribute("href", shown);
}
