/** The screen of a recovery link. Nothing is sent before the reader confirms. */

import { el, h, setTitle } from "../../lib/dom.js";
import { isolate, t } from "../../lib/i18n.js";
import { navigate } from "../../lib/router.js";
import { readFragment } from "../../model/recovery_link.js";
import { recover } from "../../net/api.js";
import { isKnown, me } from "../../net/http.js";
import { errorText, showFailure } from "../../ui/errors.js";

/**
 * The recovery link from the address, which was cleared. It is needed again when the language changes.
 * @type {ReturnType<typeof readFragment>}
 */
let link = null;

/** Show the question. Returns a function that leaves the screen. @param {HTMLElement} main */
export function continueScreen(main) {
  link = readFragment(location.hash) ?? link;
  // Remove the secret from the address bar and the history.
  history.replaceState({}, "", location.pathname);
  if (!link) {
    setTitle();
    main.replaceChildren(
      el(
        "section",
        { class: "page profile" },
        h("h1", {}, t("This recovery link isn’t complete.")),
        h("p", {}, t("Open the full link again.")),
        h("p", {}, h("a", { class: "action", href: "/" }, t("New game"))),
      ),
    );
    return () => {};
  }
  const { secret, name } = link;
  const question = t("Continue as {name}?", { name: isolate(name) });
  setTitle(question);
  const status = el("p", { role: "status" });
  const accept = el("button", { type: "button", class: "big", onclick: go }, t("Continue"));
  async function go() {
    accept.disabled = true;
    try {
      await recover(secret);
      link = null;
      navigate("/profile");
    } catch (error) {
      status.textContent = errorText(error);
      accept.disabled = false;
    }
  }
  const present = el("p", { hidden: true });
  if (isKnown()) {
    showFailure(
      me().then((who) => {
        present.textContent = t(
          "You’re playing as {name} in this browser. To get back to those games later, first create a recovery link in your profile.",
          { name: isolate(who.name) },
        );
        present.hidden = false;
      }),
    );
  }
  main.replaceChildren(
    el(
      "section",
      { class: "page profile" },
      h("h1", {}, question),
      h("p", {}, t("You’ll then see all of {name}’s games in this browser.", { name: isolate(name) })),
      present,
      h("p", { class: "buttons" }, accept, h("a", { class: "action quiet", href: "/" }, t("No, thanks"))),
      status,
    ),
  );
  return () => {};
}
