"""Every screen in every language: no violations reported by axe, no text cut off."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Server
from tests.web.chromium import person
from tests.web.every_screen import screens, screens_with_searches
from tests.web.inspect import cut_off, objections
from tests.web.player import open_menu
from tools import catalogues

LANGUAGES = ["en", *catalogues.LANGUAGES]
SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]
PATIENCE = 8.0
"""Seconds to wait until another size, scheme or language is drawn on a busy machine."""
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


class Sight(NamedTuple):
    """A way to view a screen, and the checks to make."""

    look: Callable[[Page], Any]
    language: str
    scheme: Literal["light", "dark"] = "light"
    width: int = 1280
    height: int = 900


def look_at_all(page: Page, visited: Iterator[str], sights: Sequence[Sight]) -> None:
    """Check every visited screen in each of these ways."""
    for screen in visited:
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
        look_at_all(anna.page, screens(anna.page, server), sights)


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_reports_no_violations(browser: Browser, server: Server, language: str) -> None:
    sights = [Sight(objections, language, scheme) for scheme in SCHEMES]
    with person(browser, server.url) as anna:
        everything = chain(screens(anna.page, server), screens_with_searches(anna.page))
        look_at_all(anna.page, everything, sights)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (640, 450), (768, 900), (1280, 900), (1920, 900)]
)
def test_no_screen_cuts_text_off(browser: Browser, server: Server, width: int, height: int) -> None:
    """640 × 450 is a window of 1280 × 900 at 200 %."""
    sights = [Sight(cut_off, language, width=width, height=height) for language in LANGUAGES]
    with person(browser, server.url) as anna:
        everything = chain(screens(anna.page, server), screens_with_searches(anna.page))
        look_at_all(anna.page, everything, sights)
