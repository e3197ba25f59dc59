/** The recovery link on our profile: create, copy, replace, revoke. */

import { byId, el, h, toast } from "../../lib/dom.js";
import { isolate, language, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { recoveryLink } from "../../model/recovery_link.js";
import { createRecovery, fetchRecovery, revokeRecovery } from "../../net/api.js";
import { me } from "../../net/http.js";
import { showFailure } from "../../ui/errors.js";
import { linkField } from "../../ui/share.js";

/** Return the section of the profile. */
export function recoverySection() {
  const state = el("div", { class: "recovery-state", "aria-live": "polite" });
  const show = (/** @type {number | null} */ createdAt) => patch(state, content(createdAt));

  /** @param {number | null} createdAt */
  function content(createdAt) {
    const create = (/** @type {string} */ label, kind = "action") =>
      h("button", { type: "button", class: kind, onclick: () => showFailure(make()) }, label);
    if (createdAt === null) return [create(t("Create a recovery link"))];
    const date = new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(createdAt);
    return [
      h("p", {}, t("You created your link on {date}. It can’t be shown again.", { date })),
      h(
        "p",
        { class: "buttons" },
        create(t("Replace the link"), "action quiet"),
        h("button", { type: "button", class: "action quiet", onclick: confirmRevoking }, t("Revoke the link")),
      ),
      h("p", { class: "quiet" }, t("Lost the link? Replace it, and the old one will stop working.")),
    ];
  }

  async function make() {
    const [{ name }, { secret }] = await Promise.all([me(), createRecovery()]);
    patch(
      state,
      linkField(recoveryLink(location.origin, secret, name), t("Recovery link")),
      h("p", {}, h("b", {}, t("Save this link now. It won’t be shown again."))),
      h(
        "p",
        {},
        h("button", { type: "button", class: "action quiet", onclick: confirmRevoking }, t("Revoke the link")),
      ),
    );
    state.querySelector("input")?.focus();
  }

  function confirmRevoking() {
    const question = el("h2", { id: "revoke-question" }, t("Revoke the link?"));
    const revoke = async () => {
      box.close();
      show((await revokeRecovery()).created_at);
      toast(t("Link revoked."));
    };
    const box = el(
      "dialog",
      { class: "ask", "aria-labelledby": question.id, onclose: () => box.remove() },
      question,
      h("p", {}, t("The link will stop working, and you’ll be signed out in all other browsers.")),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "action", autofocus: true, onclick: () => box.close() }, t("Keep it")),
        h(
          "button",
          { type: "button", class: "action quiet", onclick: () => showFailure(revoke()) },
          t("Revoke the link"),
        ),
      ),
    );
    byId("main").append(box);
    box.showModal();
  }

  const intro = el("p", {});
  const load = async () => {
    const [{ name }, { created_at }] = await Promise.all([me(), fetchRecovery()]);
    intro.textContent = t(
      "Your games are tied to this browser. A recovery link lets you continue as {name} in another browser, or here if your data gets cleared. Keep it private: anyone with the link can play as you.",
      { name: isolate(name) },
    );
    show(created_at);
  };
  showFailure(load());
  return h(
    "section",
    { class: "recovery", "aria-labelledby": "recovery" },
    h("h2", { id: "recovery" }, t("Recovery link")),
    intro,
    state,
  );
}
