/** Notices that reach us when the page is closed: this browser's push subscription, and our settings on the server. */

import { language, t } from "../../lib/i18n.js";
import { me, post } from "../../net/http.js";
import { request } from "../../net/table_link.js";

/** @import { NoticeSettings } from "../../net/types.js" */

/** The key in the local storage that is there while we have any channel. */
const STORED = "notices";

/** Return whether this browser can receive messages for a closed page. */
export const canPush = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && window.isSecureContext;

/** @param {NoticeSettings} settings */
function noted(settings) {
  localStorage.setItem(STORED, settings.channels.length ? "on" : "off");
  return settings;
}

/** Fetch our settings. @returns {Promise<NoticeSettings>} */
export async function fetchNotices() {
  await me();
  return noted(await request("GET", "/api/v1/me/notices"));
}

/** Send a change of our settings, and return them. @param {string} path @param {object} [body] @returns {Promise<NoticeSettings>} */
const change = async (path, body) => noted(await post(`/api/v1/me/${path}`, body));

/** Return the address of this browser's subscription, or an empty string. */
export async function ownEndpoint() {
  if (!canPush()) return "";
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? "";
}

/**
 * Notify us on this device from now on. The browser asks the reader first.
 * @param {string} key the server's key
 * @returns {Promise<NoticeSettings | null>} null if the reader, or the browser, does not want to
 */
export async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  const subscription = old ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint = "", keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  return change("push", { endpoint, p256dh, auth, language: language(), label: deviceName() });
}

/** Return a name for this device: its operating system, as the browser reports it. */
function deviceName() {
  const system = /iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux/.exec(navigator.userAgent)?.[0] ?? "";
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "";
  const names = { Macintosh: "Mac", CrOS: "Chromebook", Edg: "Edge", OPR: "Opera" };
  const named = [browser, system].map((name) => names[/** @type {keyof typeof names} */ (name)] ?? name);
  return named.filter(Boolean).join(" · ") || t("Another device");
}

/** Send a message to a channel to try it. @param {string} id */
export const tryChannel = (id) => change(`channels/${id}/try`);

/** Delete a channel. If it is this browser, also end its subscription. @param {string} id @param {string} address */
export async function removeChannel(id, address) {
  if (address === (await ownEndpoint())) {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  }
  return change(`channels/${id}/remove`);
}

/** Post our turns to a webhook. @param {{ kind: string, address: string }} webhook */
export const addWebhook = (webhook) => change("webhooks", { ...webhook, language: language() });

/** Send email to an address, once its owner has confirmed it. @param {{ address: string, digest: boolean }} mail */
export const addMail = (mail) => change("mail", { ...mail, language: language(), time_zone: ownZone() });

/** Send one email a day, or one for each notice. @param {string} id @param {boolean} digest */
export const setDigest = (id, digest) => change(`channels/${id}/digest`, { digest });

/** Follow a link of an email. It needs no identity. @param {string} link purpose, name and token */
export const useMailLink = (link) => request("POST", `/api/v1/mail/${link}`);

/** Return the name of our time zone. */
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Change our quiet hours. @param {number} quiet_from minutes after midnight @param {number} quiet_until */
export const setQuietHours = (quiet_from, quiet_until) =>
  change("notices", { quiet_from, quiet_until, time_zone: ownZone() });

/** Fetch whether notices about a table are off. @param {string} id @returns {Promise<{ silenced: boolean }>} */
export const fetchSilence = (id) => request("GET", `/api/v1/tables/${id}/notices`);

/** Stop or resume notices about a table. @param {string} id @param {boolean} silenced @returns {Promise<{ silenced: boolean }>} */
export const setSilence = (id, silenced) => post(`/api/v1/tables/${id}/notices`, { silenced });
