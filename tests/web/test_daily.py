"""The daily escape in the browser: a whole game, its result on the server, and a game without a connection."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Server
from tests.web.chromium import Watched, person
from tests.web.test_local_tables import PLAY, bots_without_pauses

PATIENCE = 90_000
"""Milliseconds for a game on a busy machine."""
COPIED = "() => navigator.clipboard.readText()"


def play_today(page: Page) -> str:
    """Play the escape of today from the first page to its end. Return the path of its table."""
    page.goto("/")
    page.evaluate("localStorage.setItem('bot-speed', 'fast')")
    page.get_by_role("link", name="Daily escape").click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/local-*", timeout=PATIENCE)
    expect(page.locator(".table .pirate").first).to_be_attached()
    table = page.url.rpartition("/")[2]
    page.evaluate(PLAY, table)
    expect(page.locator(".daily-line .turn-symbols")).to_be_visible(timeout=PATIENCE)
    return f"/table/{table}"


def check_copy(anna: Watched, server: Server) -> None:
    """Copy the result and check that it reveals nothing of the deal."""
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.page.get_by_role("button", name="Share the result").click()
    expect(anna.page.locator("#toast")).to_have_text("Copied. Paste it wherever you like.")
    title, result, symbols, link = anna.page.evaluate(COPIED).splitlines()
    anna.context.clear_permissions()
    assert title.startswith("Cartagena · Daily escape · ")
    assert re.fullmatch(r"[🥇🥈🥉] Place \d of 3 · \d+ turns? · \d+ points?", result)
    assert re.fullmatch("[⛵🟩🟨🟦]+", symbols)
    assert link == f"{server.url}/daily"


def test_a_day_is_played_once_and_its_result_is_checked_and_copied(
    browser: Browser, server: Server, anna: Watched
) -> None:
    page = anna.page
    with bots_without_pauses(anna.context):
        table = play_today(page)
    check_copy(anna, server)
    # The server's result equals the result that this device has computed.
    result = page.locator(".daily-line b").text_content() or ""
    turns = re.search(r"(\d+) turn", result)
    assert turns, result
    assert page.locator(".daily-line .turn-symbol").count() == int(turns[1])
    expect(page.get_by_role("button", name="Again", exact=True)).to_have_count(0)
    page.goto("/daily")
    row = page.locator(".daily-results tr.you")
    expect(row).to_contain_text(turns[1], timeout=PATIENCE)
    points = re.search(r"(\d+) point", result)
    assert points
    expect(row).to_contain_text(points[1])
    expect(page.get_by_role("button", name="Play now")).to_have_count(0)
    expect(page.locator(".daily-streak")).to_have_text("1 day in a row")
    page.goto("/")
    expect(page.get_by_role("link", name="Daily escape")).to_contain_text("1 day in a row")
    page.goto(table)
    expect(page.locator(".daily-line .turn-symbols")).to_be_visible(timeout=PATIENCE)
    with person(browser, server.url) as other:
        other.page.goto("/daily")
        expect(other.page.locator(".daily-results tbody tr")).not_to_have_count(0)
        expect(other.page.locator(".daily-results tr.you")).to_have_count(0)


def test_hints_are_off_and_the_game_continues_after_a_reload(anna: Watched) -> None:
    page = anna.page
    page.goto("/daily")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/local-*", timeout=PATIENCE)
    expect(page.locator(".table .pirate").first).to_be_attached()
    expect(page.locator(".turn-line.ours").first).to_be_attached(timeout=30_000)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.goto("/daily")
    page.get_by_role("link", name="Continue").click()
    expect(page.locator(".table .pirate").first).to_be_attached()


def test_a_past_day_can_be_played_but_does_not_count(anna: Watched) -> None:
    page = anna.page
    page.goto("/daily#2026-11-02")
    expect(page.locator(".daily-card h2")).to_have_text("Monday, November 2, 2026")
    expect(page.locator(".daily-card")).to_contain_text("don’t count for your streak")
    with bots_without_pauses(anna.context):
        page.get_by_role("button", name="Play this day").click()
        page.wait_for_url("**/table/local-*", timeout=PATIENCE)
        page.evaluate(PLAY, page.url.rpartition("/")[2])
    page.get_by_role("link", name="All results and past days").click(timeout=PATIENCE)
    expect(page.locator(".daily-results tr.you")).to_contain_text("later", timeout=PATIENCE)
    expect(page.locator(".daily-streak")).to_be_hidden()
    expect(page.locator(".day[aria-current]")).to_have_class(re.compile("played|won"))


def test_a_day_is_played_without_a_connection_and_sent_in_later(
    browser: Browser, server: Server
) -> None:
    with person(browser, server.url, service_workers="allow") as anna:
        page = anna.page
        page.goto("/daily")
        expect(page.locator(".daily-results h2")).to_be_visible()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        anna.forgiving = True
        anna.context.set_offline(True)
        play_today(page)
        page.goto("/daily")
        expect(page.locator(".daily-card .turn-symbols")).to_be_visible()
        expect(page.locator(".daily-results h2")).to_have_count(0)
        anna.context.set_offline(False)
        page.goto("/daily")
        expect(page.locator(".daily-results tr.you")).to_be_visible(timeout=PATIENCE)
