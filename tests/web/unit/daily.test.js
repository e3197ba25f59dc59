/** The daily escape: days and months, streaks, and the text of a shared result. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, mock, test } from "node:test";
import { setCatalogue } from "../../../src/cartagena/web/js/model/catalogue.js";
import { daysInARow } from "../../../src/cartagena/web/js/model/days.js";
import { isoDay, readDay, weekdayOf, weeksOfMonth } from "../../../src/cartagena/web/js/screens/daily/dates.js";
import { gameOf, hasEscape, shareText, turnsInWords } from "../../../src/cartagena/web/js/screens/daily/game.js";
import { beginDaily } from "../../../src/cartagena/web/js/screens/daily/progress.js";
import { dailyEntry, dailyStreak } from "../../../src/cartagena/web/js/ui/daily_store.js";
import { stored } from "./browser.js";

setCatalogue(JSON.parse(readFileSync(new URL("catalogue.json", import.meta.url), "utf8")));
const DAY_MS = 86_400_000;
const SUNDAY = 20_758;
const RESULT = { place: 1, turns: 4, points: 147, symbols: "fnch" };

beforeEach(() => {
  stored.clear();
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: (SUNDAY + 3) * DAY_MS });
});

test("a day has a name, and its name leads back to it", () => {
  assert.equal(isoDay(SUNDAY), "2026-11-01");
  assert.equal(readDay("2026-11-01"), SUNDAY);
  for (const name of ["", "today", "2026-13-01", "2026-11-1", "#2026-11-01"]) assert.equal(readDay(name), null);
});

test("a month has weeks from Monday to Sunday", () => {
  const weeks = weeksOfMonth(SUNDAY + 10);
  assert.deepEqual(weeks[0], [null, null, null, null, null, null, SUNDAY]);
  assert.deepEqual(weeks.at(-1), [SUNDAY + 29, null, null, null, null, null, null]);
  assert.equal(weeks.flat().filter((day) => day !== null).length, 30);
  for (const week of weeks) week.forEach((day, i) => void (day !== null && assert.equal(weekdayOf(day), i)));
});

test("a missed day ends a streak, and today may still be played", () => {
  assert.equal(daysInARow(new Set([5, 6, 7]), 7), 3);
  assert.equal(daysInARow(new Set([5, 6, 7]), 8), 3);
  assert.equal(daysInARow(new Set([5, 6, 7]), 9), 0);
  assert.equal(daysInARow(new Set([4, 6, 7]), 7), 2);
  assert.equal(daysInARow(new Set(), 7), 0);
});

test("each day of the week has its game, from the first day to today", () => {
  assert.equal(gameOf(SUNDAY)?.levels[1], "first-mate");
  assert.equal(gameOf(SUNDAY + 1), gameOf(SUNDAY + 8));
  assert.deepEqual(
    [SUNDAY - 1, SUNDAY, SUNDAY + 3, SUNDAY + 4].map((day) => hasEscape(day, SUNDAY + 3)),
    [false, true, true, false],
  );
});

test("a shared result has a symbol for each turn and no word about cards or moves", () => {
  const text = shareText("1 November 2026", RESULT, "https://play.example/daily");
  assert.deepEqual(text.split("\n"), [
    "Cartagena · Daily escape · 1 November 2026",
    "🥇 Place 1 of 3 · 4 turns · 147 points",
    "🟩🟨🟦⛵",
    "https://play.example/daily",
  ]);
  assert.equal(turnsInWords("ch"), "only cards, a pirate came home");
});

test("only days that were begun on time count for the streak", () => {
  /** @param {number} day @param {number} begun */
  const play = (day, begun) => {
    beginDaily(day, { id: `local-${day}`, created_at: begun * DAY_MS }, "");
    const games = JSON.parse(stored.get("daily") ?? "{}");
    games[day].result = RESULT;
    stored.set("daily", JSON.stringify(games));
  };
  play(SUNDAY + 1, SUNDAY + 3);
  play(SUNDAY + 3, SUNDAY + 3);
  assert.equal(dailyStreak(), 1);
  play(SUNDAY + 2, SUNDAY + 2);
  assert.equal(dailyStreak(), 2);
  assert.equal(dailyEntry(SUNDAY + 1)?.onTime, false);
});
