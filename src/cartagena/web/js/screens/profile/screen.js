/** Our profile: name, notices, results, finished games and recovery link. */

import { isServerless } from "../../lib/address.js";
import { el, h, setTitle } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { loadStyles } from "../../lib/styles.js";
import { me, rename } from "../../net/http.js";
import { showFailure } from "../../ui/errors.js";
import { friendsSection } from "./friends.js";
import { historySections } from "./history.js";
import { noticesSection } from "./notices.js";
import { opponentsSection } from "./opponents.js";
import { recoverySection } from "./recovery.js";
import { vacationSection } from "./vacation.js";

/** Return links to the pages about all people and all shuffles. */
const linksToPublicPages = () =>
  h(
    "p",
    { class: "buttons" },
    h("a", { class: "action quiet", href: "/ranks" }, t("Ranks")),
    h("a", { class: "action quiet", href: "/shuffles" }, t("Shuffles")),
  );

/** Show the profile. Returns a function that leaves it. @param {HTMLElement} main */
export function profileScreen(main) {
  setTitle(t("Your profile"));
  const name = el("input", { id: "name", maxlength: 40, dir: "auto", autocomplete: "nickname" });
  name.addEventListener("change", () => {
    if (name.value.trim()) showFailure(rename(name.value.trim()));
  });
  main.replaceChildren(
    el(
      "div",
      { class: "page profile" },
      h("h1", {}, t("Your profile")),
      h("p", { class: "field-line" }, h("label", { for: "name" }, t("Your name")), name),
      isServerless() ? null : noticesSection(),
      isServerless() ? null : [friendsSection(), opponentsSection(), linksToPublicPages()],
      isServerless() ? null : vacationSection(),
      historySections(),
      isServerless() ? null : recoverySection(),
    ),
  );
  loadStyles("people").catch(() => {});
  showFailure(
    me().then((who) => {
      name.value = who.name;
    }),
  );
  return () => {};
}
