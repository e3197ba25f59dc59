/** The screen of a link in an email. Nothing happens before the reader presses its button. */

import { el, h, setTitle } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { errorText } from "../../ui/errors.js";
import { useMailLink } from "./channels.js";

/**
 * What a link can do, by its first word: the question, the button, and what to say afterwards.
 * @type {Record<string, { title: () => string, button: () => string, done: () => string }>}
 */
const LINKS = {
  confirm: {
    title: () => t("Please confirm your email address"),
    button: () => t("Yes, write to me"),
    done: () => t("Done. We’ll write when it’s your turn."),
  },
  stop: {
    title: () => t("Stop emails about your games?"),
    button: () => t("Stop these emails"),
    done: () => t("Done. You won’t get any more emails."),
  },
  refuse: {
    title: () => t("No emails from here at all?"),
    button: () => t("Never write to me again"),
    done: () => t("Done. You won’t get any more emails."),
  },
};

/** The link from the address, which was cleared. It is needed again when the language changes. */
let link = "";

/** Show the question. Returns a function that leaves the screen. @param {HTMLElement} main */
export function mailScreen(main) {
  link = /^#((?:confirm|stop|refuse)\/[0-9a-f]+\/[0-9a-f]+)$/.exec(location.hash)?.[1] ?? link;
  history.replaceState({}, "", location.pathname);
  const kind = LINKS[link.split("/")[0] ?? ""];
  const title = kind ? kind.title() : t("This link doesn’t work any more.");
  setTitle(title);
  const status = el("p", { role: "status" });
  const button = el("button", { type: "button", class: "big", onclick: go }, kind?.button() ?? "");
  async function go() {
    button.disabled = true;
    try {
      await useMailLink(link);
      link = "";
      button.remove();
      status.textContent = kind?.done() ?? "";
    } catch (error) {
      status.textContent = errorText(error);
      button.disabled = false;
    }
  }
  main.replaceChildren(
    el(
      "section",
      { class: "page profile" },
      h("h1", {}, title),
      kind ? h("p", { class: "buttons" }, button) : null,
      status,
      h("p", {}, h("a", { class: "action quiet", href: "/" }, t("New game"))),
    ),
  );
  return () => {};
}
