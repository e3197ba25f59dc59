/** Notices on our profile: this device, other places, quiet hours, and webhooks. */

import { el, h, toast } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { showFailure } from "../../ui/errors.js";
import {
  addMail,
  addWebhook,
  canPush,
  fetchNotices,
  ownEndpoint,
  removeChannel,
  setDigest,
  setQuietHours,
  subscribe,
  tryChannel,
} from "./channels.js";

/** @import { ChannelInfo, NoticeSettings, WebhookKind } from "../../net/types.js" */

/** The hours that a switch proposes, in minutes after midnight. */
const NIGHT = { from: 22 * 60, until: 8 * 60 };

/** The services that take webhooks. @type {Record<WebhookKind, () => string>} */
const SERVICES = {
  discord: () => "Discord",
  slack: () => "Slack",
  ntfy: () => "ntfy",
  json: () => t("Your own program (JSON)"),
};

/** Return the section of the profile. */
export function noticesSection() {
  const content = el("div", { class: "notices", "aria-live": "polite" });
  let endpoint = "";

  /** Show what a request returns. @param {Promise<NoticeSettings | null>} request */
  async function show(request) {
    const settings = await request;
    endpoint = await ownEndpoint();
    if (settings) draw(settings);
    return settings;
  }

  /** @param {NoticeSettings} settings */
  function draw(settings) {
    const here = settings.channels.find((channel) => channel.kind === "push" && channel.address === endpoint);
    patch(
      content,
      !here && thisDevice(settings.push_key),
      settings.channels.length > 0 &&
        h(
          "ul",
          { class: "channels" },
          settings.channels.map((channel) => channelItem(channel, channel === here)),
        ),
      settings.channels.length > 0 && quietHours(settings),
      settings.mail && mail(),
      webhooks(settings.secret ?? null),
    );
  }

  /** @param {string} key */
  function thisDevice(key) {
    if (!canPush())
      return h(
        "p",
        { class: "quiet" },
        t(
          "This browser can’t receive messages for a closed page. On an iPhone or iPad, add the page to your home screen first.",
        ),
      );
    const start = async () => {
      const settings = await show(subscribe(key));
      if (!settings) toast(t("Your browser doesn’t allow notifications for this page."));
    };
    return h(
      "p",
      {},
      h(
        "button",
        { type: "button", class: "action", onclick: () => showFailure(start()) },
        t("Notify me on this device"),
      ),
    );
  }

  /** @param {ChannelInfo} channel @param {boolean} isHere */
  function channelItem(channel, isHere) {
    const test = async () => {
      await show(tryChannel(channel.id));
      toast(t("A test message is on its way."));
    };
    const remove = () => showFailure(show(removeChannel(channel.id, channel.address)));
    const setIt = (/** @type {boolean} */ digest) => showFailure(show(setDigest(channel.id, digest)));
    const tryIt = h(
      "button",
      { key: "try", type: "button", class: "action quiet", onclick: () => showFailure(test()) },
      t("Try it"),
    );
    return h(
      "li",
      { key: channel.id, class: "paper-row" },
      h(
        "span",
        { class: "channel-name" },
        h("b", {}, channelName(channel, isHere)),
        h("small", {}, place(channel, isHere)),
        !channel.confirmed && h("small", { class: "pending" }, t("not confirmed yet")),
        channel.kind === "mail" && channel.confirmed && digestField(channel.digest, setIt),
      ),
      h(
        "span",
        { class: "channel-buttons" },
        channel.confirmed && tryIt,
        h("button", { key: "remove", type: "button", class: "action quiet", onclick: remove }, t("Remove")),
      ),
    );
  }

  /** @param {NoticeSettings} settings */
  function quietHours({ quiet_from, quiet_until }) {
    const on = quiet_from !== quiet_until;
    const set = (/** @type {number} */ from, /** @type {number} */ until) =>
      showFailure(show(setQuietHours(from, until)));
    const onswitch = (/** @type {Event} */ { currentTarget }) => {
      const { checked } = /** @type {HTMLInputElement} */ (currentTarget);
      if (checked) set(NIGHT.from, NIGHT.until);
      else set(0, 0);
    };
    /** @param {string} label @param {number} value @param {(minutes: number) => void} change */
    const field = (label, value, change) =>
      h(
        "label",
        { key: label },
        label,
        h("input", {
          key: value,
          type: "time",
          value: asTime(value),
          onchange: (/** @type {Event} */ { currentTarget }) => {
            const minutes = asMinutes(/** @type {HTMLInputElement} */ (currentTarget).value);
            if (minutes !== null) change(minutes);
          },
        }),
      );
    return h(
      "div",
      { class: "quiet-hours" },
      h("label", {}, h("input", { type: "checkbox", checked: on, onchange: onswitch }), t("Quiet hours")),
      on && field(t("From"), quiet_from, (from) => set(from, quiet_until)),
      on && field(t("Until"), quiet_until, (until) => set(quiet_from, until)),
    );
  }

  function mail() {
    const address = el("input", {
      id: "mail-address",
      type: "email",
      dir: "ltr",
      maxlength: 254,
      autocomplete: "email",
      required: true,
    });
    const form = el("form", {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const digest = form.querySelector("input[type=checkbox]")?.matches(":checked") ?? false;
        showFailure(add(digest));
      },
    });
    const add = async (/** @type {boolean} */ digest) => {
      await show(addMail({ address: address.value.trim(), digest }));
      toast(t("We’ve sent you an email. Open the link in it to confirm."));
    };
    patch(
      form,
      h("label", { for: "mail-address" }, t("Your email address")),
      address,
      digestField(false),
      h("button", { type: "submit", class: "action" }, t("Add")),
    );
    return h("details", { class: "webhooks" }, h("summary", {}, t("Email")), form);
  }

  /** @param {string | null} secret of a webhook that was just added */
  function webhooks(secret) {
    const kind = el(
      "select",
      { id: "webhook-kind" },
      Object.entries(SERVICES).map(([name, title]) => h("option", { value: name }, title())),
    );
    const address = el("input", { id: "webhook-address", type: "url", dir: "ltr", maxlength: 1000, required: true });
    const add = (/** @type {Event} */ event) => {
      event.preventDefault();
      showFailure(show(addWebhook({ kind: kind.value, address: address.value.trim() })));
    };
    return h(
      "details",
      { class: "webhooks" },
      h("summary", {}, t("Webhooks")),
      h("p", { class: "quiet" }, t("Post your turns to a channel, or to a program of your own.")),
      h(
        "form",
        { onsubmit: add },
        h("label", { for: "webhook-kind" }, t("Service")),
        kind,
        h("label", { for: "webhook-address" }, t("Address")),
        address,
        h("button", { type: "submit", class: "action" }, t("Add")),
      ),
      secret &&
        h(
          "p",
          {},
          t("Its requests are signed with this key, which won’t be shown again:"),
          " ",
          h("code", { dir: "ltr" }, secret),
        ),
    );
  }

  showFailure(show(fetchNotices()));
  return h(
    "section",
    { "aria-labelledby": "notices" },
    h("h2", { id: "notices" }, t("When it’s your turn")),
    h(
      "p",
      {},
      t(
        "Some games last for days. We can tell you when it’s your turn, even while this page is closed: once, with one reminder at most.",
      ),
    ),
    content,
  );
}

/** Return the choice of one email a day. @param {boolean} digest @param {(digest: boolean) => void} [change] */
function digestField(digest, change) {
  const onchange = (/** @type {Event} */ { currentTarget }) =>
    change?.(/** @type {HTMLInputElement} */ (currentTarget).checked);
  return h(
    "label",
    { class: "digest" },
    h("input", { type: "checkbox", checked: digest, onchange }),
    t("At most one email a day, in the morning"),
  );
}

/** @param {ChannelInfo} channel @param {boolean} isHere */
function channelName(channel, isHere) {
  if (channel.kind === "push") return isHere ? t("This device") : channel.label || t("Another device");
  return channel.kind === "mail" ? t("Email") : SERVICES[channel.kind]();
}

/** Return where a channel leads, without the part that is secret. @param {ChannelInfo} channel @param {boolean} isHere */
function place(channel, isHere) {
  if (channel.kind === "push") return isHere ? channel.label : "";
  return channel.kind === "mail" ? channel.address : new URL(channel.address).host;
}

/** @param {number} minutes after midnight */
const asTime = (minutes) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** @param {string} time */
function asMinutes(time) {
  const [hours, minutes] = time.split(":").map(Number);
  return hours === undefined || minutes === undefined ? null : 60 * hours + minutes;
}
