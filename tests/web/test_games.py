"""Whole games against bots, by clicks, of every kind of game."""

import json
from random import Random

from playwright.sync_api import Browser, Page, expect

from cartagena import Game
from tests.server.running import Server
from tests.web.chromium import person
from tests.web.hands import move, quick_start, settle
from tools import lessons

MOST = 700


def play_out(page: Page, rng: Random, most: int = MOST) -> set[str]:
    """Play until the game is over; the kinds of decisions made."""
    kinds: set[str] = set()
    for _ in range(most):
        if settle(page) == "over":
            return kinds
        before = page.evaluate("document.querySelector('.table').dataset.answers")
        kinds.add(move(page, rng))
        page.wait_for_function(
            "before => document.querySelector('.table').dataset.answers !== before", arg=before
        )
    raise AssertionError("the game did not end")


def test_a_whole_game_with_everything(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        quick_start(anna.page, "everything")
        kinds = play_out(anna.page, Random("everything"))
        assert {"advance", "gain"} <= kinds


def test_a_short_game_and_what_comes_after_it(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        quick_start(page, "short")
        play_out(page, Random("short"))
        expect(page.locator(".result")).to_contain_text("win")
        page.get_by_role("button", name="Check the shuffle").click()
        expect(page.locator(".proof .good")).to_have_count(4)
        page.get_by_role("button", name="Replay").click()
        page.get_by_role("button", name="One move on").click()
        expect(page.locator(".replay-words")).to_contain_text("1 /")
        slide = page.get_by_label("Move of the replay")
        slide.fill(slide.get_attribute("max") or "")
        assert page.locator(".replay .pirate").count() == 12
        with page.expect_download() as download:
            page.get_by_role("link", name="Download record").click()
        record = json.loads(download.value.path().read_text(encoding="utf-8"))
        assert Game.replay(record).over
        assert record["fairness"]["drawn_by_server"] == ["red", "green"]
        old = page.url
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_function("old => location.href !== old", arg=old)
        settle(page)


def test_every_lesson(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        page.goto("/learn")
        for lesson in json.loads(lessons.text()):
            for step in lesson["steps"]:
                by_hand(page, lesson["seat"], step["wanted"])
            expect(page.get_by_text("Well done!")).to_be_visible()
            page.locator(".lesson-text .action").click()
        page.wait_for_url("**/")


def by_hand(page: Page, seat: str, wanted: str) -> None:
    """Make this very move with the pointer."""
    expect(page.locator(".controls.ours")).to_be_visible()
    words = wanted.split()
    start = words[-1].partition("-")[0]
    if wanted == "sail":
        page.locator(".buttons .sail").click()
    elif wanted.endswith("!"):
        page.locator(f".hand [data-card='{wanted[:-1]}']").first.click()
        page.locator(".buttons .spell").click()
    else:
        colour = words[1] if words[0] == "morgan" else seat
        if words[0] not in ("back", "morgan"):
            page.locator(f".hand .card-button[data-card='{words[0]}']").click()
        pirate = f".pirate.free[data-colour='{colour}'][data-place='{start}']"
        page.locator(pirate).last.dispatch_event("click")
        page.locator(f"[data-target='{words[-1].partition('-')[2]}']").dispatch_event("click")
