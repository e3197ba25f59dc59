/** The daily escape: one deal a day, the same for everyone. A day, its results, and a calendar of past days. */

import { addressOf, currentScreen } from "../../lib/address.js";
import { el, h, setTitle } from "../../lib/dom.js";
import { n, t } from "../../lib/i18n.js";
import { patch } from "../../lib/patch.js";
import { navigate } from "../../lib/router.js";
import { today } from "../../model/days.js";
import { storedBotSpeed } from "../../ui/bot_choice.js";
import { dailyEntry, dailyStreak } from "../../ui/daily_store.js";
import { showFailure } from "../../ui/errors.js";
import { calendar } from "./calendar.js";
import { dayCard } from "./card.js";
import { isoDay, readDay } from "./dates.js";
import { gameOf, hasEscape } from "./game.js";
import { beginDaily, fetchDay, sendResult, settleDaily, storedSeed } from "./progress.js";
import { startDaily } from "./requests.js";
import { resultsTable } from "./results.js";

/** @import { DailyDay } from "../../net/types.js" */

/** Return the day in the address, or today. */
function dayInAddress() {
  const day = readDay(currentScreen().hash.slice(1));
  return day !== null && hasEscape(day, today()) ? day : today();
}

/** Show the daily escape. Returns a function that leaves it. @param {HTMLElement} main */
export function dailyScreen(main) {
  setTitle(t("Daily escape"));
  const streak = el("p", { class: "daily-streak" });
  const card = el("section", { class: "daily-card", "aria-live": "polite" });
  const results = el("section", { class: "daily-results" });
  const days = el("section", { class: "daily-days", "aria-label": t("Past days") });
  main.replaceChildren(
    el(
      "div",
      { class: "page daily" },
      h("h1", {}, t("Daily escape")),
      h(
        "p",
        { class: "quiet" },
        t("One game a day, the same for everyone: same board, same cards, same rivals. You play it once."),
      ),
      streak,
      h("div", { class: "daily-columns" }, h("div", {}, card, results), days),
    ),
  );
  let day = dayInAddress();
  let closed = false;

  /** @param {DailyDay | null} known */
  function draw(known) {
    const row = dailyStreak();
    patch(streak, row ? n("{count} day in a row", "{count} days in a row", row) : "");
    patch(
      card,
      dayCard(day, dailyEntry(day), () => showFailure(play(known))),
    );
    patch(results, resultsTable(known));
    patch(days, calendar(day, choose));
  }

  /** @param {number} next */
  function choose(next) {
    history.replaceState({}, "", addressOf(next === today() ? "/daily" : `/daily#${isoDay(next)}`));
    day = next;
    showFailure(load());
  }

  /** Draw what this device knows, then what the server knows. */
  async function load() {
    const requested = day;
    draw(null);
    const [, known] = await Promise.all([settleDaily(requested).catch(() => {}), fetchDay(requested)]);
    if (closed || requested !== day) return;
    draw(known);
    const sent = await sendResult(requested, known);
    if (!closed && requested === day && sent) draw(sent);
  }

  /** Start the game of the day. @param {DailyDay | null} known */
  async function play(known) {
    if (!gameOf(day)) return;
    const seed = known?.seed ?? storedSeed(day);
    const table = await startDaily(day, seed, storedBotSpeed());
    beginDaily(day, table, seed ?? "");
    navigate(`/table/${table.id}`);
  }

  showFailure(load());
  return () => {
    closed = true;
  };
}
