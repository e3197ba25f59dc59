"""Every screen in every language: nothing that axe objects to, nothing cut off on a phone."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Server, me, seat
from tests.web.chromium import person
from tests.web.inspect import cut_off, objections
from tests.web.player import ask, at_one_screen, drive, settle, sit_down

LANGUAGES = ["en", "cs", "hu", "is", "he"]
SCHEMES = ["light", "dark"]
PHONE = {"width": 360, "height": 740}
ZOOMED: dict[str, Any] = {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2}
"""What is left of a screen of 1280 × 900 at 200 %."""
EVERYTHING = {"preset": "everything", "hands": "open"}
PATIENCE = 8
"""Looks, 300 ms apart: another scheme or language is not drawn at once on a busy machine."""


def screens(page: Page, server: Server) -> Iterator[str]:
    """Every screen there is, one after the other."""
    for path in ("/", "/create", "/learn", "/learn#puzzles", "/learn#rules"):
        page.goto(path)
        page.wait_for_selector("main h1")
        page.wait_for_load_state("networkidle")
        if path == "/create":
            page.locator("details.all-options summary").click()
        yield path
    host = server.person("Wilhelmina van der Meer")
    table = host.table(me("red"), seat("blue"), rules="complete")
    page.goto(f"/table/{table}")
    expect(page.locator(".waiting-room")).to_be_visible()
    yield "waiting"
    ask(page, f"/tables/{table}/join", {"seat": "blue"})
    host.done(f"/tables/{table}/start")
    expect(page.locator(".table .pirate").first).to_be_attached()
    while page.locator(".turn-line.ours").count():
        told = ask(page, f"/tables/{table}")
        body = {"move": told["legal"][0], "answers": told["answers"], "key": str(told["answers"])}
        ask(page, f"/tables/{table}/moves", body)
        page.wait_for_timeout(50)
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
        page.locator(f"[data-tab={tab}]").click()
        yield f"the pane {tab}"
    yield from after_a_game(page)


def after_a_game(page: Page) -> Iterator[str]:
    """A finished game, and its replay."""
    short = {"preset": "short", "turn_limit": 4, "hands": "open"}
    table = at_one_screen(page, short, "blue", "red")
    drive(page, table, "over")
    sit_down(page, table)
    expect(page.locator(".controls.finished")).to_be_visible()
    yield "finished"
    page.locator(".controls.finished .buttons button").nth(1).click()
    expect(page.locator(".replay .pirate").first).to_be_attached()
    yield "replay"


Look = Callable[[Page], Any]


def look_at_all(page: Page, server: Server, sights: list[tuple[str, str]], look: Look) -> None:
    """Every screen in each of these languages and schemes."""
    for screen in screens(page, server):
        for language, scheme in sights:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            tongue(page, language)
            for _ in range(PATIENCE):
                if not (found := look(page)):
                    break
                page.wait_for_timeout(300)
            assert found == [], (screen, language, scheme)
        tongue(page, "en")


def tongue(page: Page, language: str) -> None:
    """Change the language in the page, which draws the screen anew."""
    if page.evaluate("() => document.documentElement.lang") == language:
        return
    page.locator("#language").select_option(language)
    page.wait_for_function("tag => document.documentElement.lang === tag", arg=language)
    turned = page.evaluate("() => document.documentElement.dir")
    assert turned == ("rtl" if language == "he" else "ltr")
    page.wait_for_function("() => document.querySelector('main').innerText.length > 20")
    if page.locator(".table:visible").count():
        expect(page.locator(".board .pirate").first).to_be_attached()


def test_axe_has_no_objections(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        look_at_all(anna.page, server, [("he", "dark")], objections)


@pytest.mark.browser
def test_axe_has_no_objections_in_any_language(browser: Browser, server: Server) -> None:
    sights = [(language, scheme) for language in LANGUAGES for scheme in SCHEMES]
    with person(browser, server.url) as anna:
        look_at_all(anna.page, server, sights, objections)


def test_on_a_phone_nothing_is_cut_off(browser: Browser, server: Server) -> None:
    """In the language with the longest words."""
    with person(browser, server.url, viewport=PHONE, has_touch=True) as anna:
        look_at_all(anna.page, server, [("hu", "light")], cut_off)


def test_at_twice_the_size_nothing_is_cut_off(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **ZOOMED) as anna:
        look_at_all(anna.page, server, [("hu", "light")], cut_off)


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
def test_on_no_screen_is_anything_cut_off(browser: Browser, server: Server, width: int) -> None:
    sights = [(language, "light") for language in LANGUAGES]
    with person(browser, server.url, viewport={"width": width, "height": 900}) as anna:
        look_at_all(anna.page, server, sights, cut_off)
