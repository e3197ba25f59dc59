/** Contests: everyone plays the same cards at a table of their own, and one ranking compares them. */

import { addressOf, currentScreen } from "../../lib/address.js";
import { el, h, pirateArt, setTitle } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { catalogue } from "../../model/catalogue.js";
import { gameName } from "../../model/names.js";
import { fetchContest, fetchContestes } from "../../net/duplicates.js";
import { me } from "../../net/http.js";
import { showFailure } from "../../ui/errors.js";
import { newContestForm } from "./form.js";
import { contestParts, statusText } from "./room.js";

/** @import { DuplicateInfo } from "../../net/types.js" */

/** Poll interval in milliseconds, while others join or play. */
const POLL_MS = 4000;

/** Return the address of a contest. @param {string} id */
export const contestAddress = (id) => `/duplicate#${id}`;

/** Show the contest in the address, or our contests and a form for a new one. @param {HTMLElement} main */
export function duplicateScreen(main) {
  const id = currentScreen().hash.slice(1);
  setTitle(t("Same cards"));
  return id ? showContest(main, id) : showAll(main);
}

/** @param {HTMLElement} main */
function showAll(main) {
  const mine = el("section", { class: "listing", hidden: true });
  main.replaceChildren(
    el(
      "div",
      { class: "page people" },
      h("h1", {}, t("Same cards")),
      h(
        "p",
        {},
        t(
          "Everyone gets the same cards in the same order, at a table of their own. In the end you see who made the most of them.",
        ),
      ),
      newContestForm((contest) => navigate(contestAddress(contest.id))),
      mine,
    ),
  );
  const load = async () => {
    const contests = await fetchContestes();
    mine.hidden = !contests.length;
    patch(mine, h("h2", {}, t("Your contests")), h("ul", { class: "tables" }, contests.map(contestItem)));
  };
  showFailure(load());
  return () => {};
}

/** @param {DuplicateInfo} contest */
function contestItem(contest) {
  return h(
    "li",
    { key: contest.id },
    h(
      "a",
      { href: contestAddress(contest.id) },
      h(
        "span",
        { class: "pirates-home", "aria-hidden": "true" },
        catalogue()
          .colours.slice(0, contest.people + contest.bots.length)
          .map((colour) => pirateArt(colour)),
      ),
      h(
        "span",
        {},
        h("b", {}, gameName(contest.rules)),
        h("small", {}, h("bdi", {}, contest.players.map((one) => one.name).join(", "))),
      ),
      h("span", { class: "tag" }, statusText(contest)),
    ),
  );
}

/** @param {HTMLElement} main @param {string} id */
function showContest(main, id) {
  const parts = el("div", { class: "contest", "aria-live": "polite" });
  main.replaceChildren(
    el(
      "div",
      { class: "page people" },
      h("h1", {}, t("Same cards")),
      parts,
      h("p", {}, h("a", { href: addressOf("/duplicate") }, t("All your contests"))),
    ),
  );
  let closed = false;
  let settled = false;

  /** @param {DuplicateInfo} contest @param {string} mine */
  function draw(contest, mine) {
    if (closed) return;
    settled = contest.status === "finished" || contest.status === "closed";
    patch(
      parts,
      contestParts(contest, mine, (next) => draw(next, mine)),
    );
  }

  async function load() {
    const [contest, who] = await Promise.all([fetchContest(id), me()]);
    draw(contest, who.id);
  }

  const poll = () => {
    if (!document.hidden && !settled) load().catch(() => {});
  };
  showFailure(load());
  const timer = setInterval(poll, POLL_MS);
  document.addEventListener("visibilitychange", poll);
  return () => {
    closed = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", poll);
  };
}
