"""Every screen in every language: no violations reported by axe, no text cut off."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Server, me, seat
from tests.web.chromium import person
from tests.web.inspect import cut_off, objections
from tests.web.player import (
    ask,
    at_one_screen,
    drive,
    open_drawer,
    open_menu,
    open_more,
    settle,
    sit_down,
    until_answered,
)
from tools import catalogues

LANGUAGES = ["en", *catalogues.LANGUAGES]
SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]
EVERYTHING = {"preset": "everything", "hands": "open"}
MAX_ACTIONS = 12
"""Upper bound on the actions and choices of a turn."""
PATIENCE = 8.0
"""Seconds to wait until another size, scheme or language is drawn on a busy machine."""
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def screens(page: Page, server: Server) -> Iterator[str]:
    """Visit every screen, one after the other."""
    people = [server.person("Wilhelmina van der Meer") for _ in range(2)]
    people[0].table(me("red"), seat("blue"), rules="everything", public=True)
    watched = people[1].table(me("red"), me("blue"), public=True)
    people[1].done(f"/tables/{watched}/start")
    for path in (
        "/",
        "/tables",
        "/create",
        "/profile",
        "/voyage",
        "/record",
        "/learn",
        "/learn#examples",
        "/learn#puzzles",
        "/learn#rules",
    ):
        page.goto(path)
        page.wait_for_selector("main h1")
        page.wait_for_load_state("networkidle")
        if path == "/create":
            page.locator("details.all-options summary").click()
        yield path
        if path == "/":
            yield from other_faces_of_home(page)
    host = server.person("Wilhelmina van der Meer")
    table = host.table(me("red"), seat("blue"), rules="complete")
    page.goto(f"/table/{table}")
    expect(page.locator(".waiting-room")).to_be_visible()
    yield "waiting"
    ask(page, f"/tables/{table}/join", {"seat": "blue"})
    host.done(f"/tables/{table}/start")
    expect(page.locator(".table .pirate").first).to_be_attached()
    for _ in range(MAX_ACTIONS):
        if not page.locator(".turn-line.ours").count():
            break
        snapshot = ask(page, f"/tables/{table}")
        body = {
            "move": snapshot["legal"][0],
            "expected_seq": snapshot["expected_seq"],
            "key": str(snapshot["expected_seq"]),
        }
        ask(page, f"/tables/{table}/moves", body)
        until_answered(page, snapshot["expected_seq"])
    yield "another's turn"
    table = at_one_screen(page, EVERYTHING, "blue", "red", "green", "yellow", "purple")
    drive(page, table, "discard")
    sit_down(page, table)
    settle(page)
    yield "a choice"
    drive(page, table, "retreat")
    settle(page)
    page.locator(".pirate.movable").first.dispatch_event("click")
    expect(page.locator(".target").first).to_be_attached()
    yield "a pirate chosen"
    for tab in ("chat", "list", "rules"):
        open_drawer(page, tab)
        yield f"the pane {tab}"
    yield from after_a_game(page)


def other_faces_of_home(page: Page) -> Iterator[str]:
    """Visit the sheet with the list of games, and the first page as a newcomer sees it."""
    page.locator(".quick-choice").click()
    expect(page.locator(".choice-sheet .game").first).to_be_visible()
    yield "games"
    page.keyboard.press("Escape")
    page.evaluate("localStorage.removeItem('first-game')")
    page.reload()
    expect(page.locator(".home-new")).to_be_visible()
    yield "newcomer"
    page.evaluate("localStorage.setItem('first-game', 'done')")


def after_a_game(page: Page) -> Iterator[str]:
    """Visit a finished game and its replay."""
    short = {"preset": "short", "turn_limit": 4, "hands": "open"}
    table = at_one_screen(page, short, "blue", "red")
    drive(page, table, "over")
    sit_down(page, table)
    expect(page.locator(".controls.finished")).to_be_visible()
    yield "finished"
    open_more(page)
    page.locator(".finished .more .buttons button").first.click()
    expect(page.locator(".theatre .pirate").first).to_be_attached()
    yield "replay"
    page.keyboard.press("Escape")


class Sight(NamedTuple):
    """A way to view a screen, and the checks to make."""

    look: Callable[[Page], Any]
    language: str
    scheme: Literal["light", "dark"] = "light"
    width: int = 1280
    height: int = 900


def look_at_all(page: Page, server: Server, sights: Sequence[Sight]) -> None:
    """Check every screen in each of these ways."""
    for screen in screens(page, server):
        for sight in sights:
            page.set_viewport_size({"width": sight.width, "height": sight.height})
            page.emulate_media(color_scheme=sight.scheme)
            switch_language(page, sight.language)
            end = time.monotonic() + PATIENCE
            while (faults := sight.look(page)) and time.monotonic() < end:
                page.evaluate(NEXT_FRAME)
            assert faults == [], (screen, sight)
        page.set_viewport_size({"width": 1280, "height": 900})


def switch_language(page: Page, language: str) -> None:
    """Change the language in the page, which draws the screen again."""
    if page.evaluate("() => document.documentElement.lang") == language:
        return
    inside = page.locator(".site-area #language").count()
    if inside:
        open_menu(page)
    page.locator("#language").select_option(language)
    page.wait_for_function("tag => document.documentElement.lang === tag", arg=language)
    direction = page.evaluate("() => document.documentElement.dir")
    assert direction == ("rtl" if language == "he" else "ltr")
    page.wait_for_function("() => document.querySelector('main').innerText.length > 20")
    if page.locator(".table:visible").count():
        expect(page.locator(".board .pirate").first).to_be_attached()


@pytest.mark.first
def test_every_screen_is_accessible(browser: Browser, server: Server) -> None:
    """axe checks dark mode and Hebrew."""
    sights = [Sight(objections, "he", "dark")]
    with person(browser, server.url, has_touch=True) as anna:
        look_at_all(anna.page, server, sights)


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_reports_no_violations(browser: Browser, server: Server, language: str) -> None:
    sights = [Sight(objections, language, scheme) for scheme in SCHEMES]
    with person(browser, server.url) as anna:
        look_at_all(anna.page, server, sights)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (640, 450), (768, 900), (1280, 900), (1920, 900)]
)
def test_no_screen_cuts_text_off(browser: Browser, server: Server, width: int, height: int) -> None:
    """640 × 450 is a window of 1280 × 900 at 200 %."""
    sights = [Sight(cut_off, language, width=width, height=height) for language in LANGUAGES]
    with person(browser, server.url) as anna:
        look_at_all(anna.page, server, sights)
