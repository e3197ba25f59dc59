/** The screen of a friend link. Nothing changes before the reader presses the button. */

import { currentScreen } from "../../lib/address.js";
import { el, h, setTitle } from "../../lib/dom.js";
import { isolate, t } from "../../lib/i18n.js";
import { navigate } from "../../lib/router.js";
import { acceptFriendLink, fetchFriendLink } from "../../net/friends.js";
import { me } from "../../net/http.js";
import { errorText } from "../../ui/errors.js";

/** Show the question. Returns a function that leaves the screen. @param {HTMLElement} main */
export function friendScreen(main) {
  const code = currentScreen().hash.slice(1);
  setTitle(t("Friends"));
  const heading = el("h1", {}, t("Friends"));
  const text = el("p", {});
  const status = el("p", { role: "status" });
  const accept = el("button", { type: "button", class: "big", hidden: true, onclick: go }, t("Become friends"));
  main.replaceChildren(
    el(
      "section",
      { class: "page people" },
      heading,
      text,
      h("p", { class: "buttons" }, accept, h("a", { class: "action quiet", href: "/" }, t("No, thanks"))),
      status,
    ),
  );
  async function load() {
    const [owner, who] = await Promise.all([fetchFriendLink(code), me()]);
    if (owner.identity === who.id) {
      text.textContent = t("This is your own link. Send it to a friend.");
      return;
    }
    heading.textContent = t("Become friends with {name}?", { name: isolate(owner.name) });
    text.textContent = t("Friends see when the other is here, invite each other to tables, and compare their results.");
    accept.hidden = false;
  }
  async function go() {
    accept.disabled = true;
    try {
      await acceptFriendLink(code);
      navigate("/profile#friends");
    } catch (error) {
      status.textContent = errorText(error);
      accept.disabled = false;
    }
  }
  load().catch((error) => {
    status.textContent = errorText(error);
  });
  return () => {};
}
