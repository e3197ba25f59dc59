"""Every screen in every language: nothing cut off on a phone, nothing that axe objects to."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.server.running import Server
from tests.web.chromium import IN_CI, person
from tests.web.hands import settle

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LANGUAGES = ["en", "cs", "hu", "is", "he"]
RUN = """async () => (await axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa",
    "wcag22aa"]})).violations.map(v => v.id + ": " + v.nodes.map(n => n.target).join(" | "))"""


def objections(page: Page) -> Any:
    if not AXE.exists():
        if IN_CI:
            pytest.fail("axe-core is not installed")
        pytest.skip("axe-core is not installed: npm cannot be had here")
    # The policy of the page forbids scripts from elsewhere; the debugger may still bring one.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(RUN)


def screens(page: Page, *, table: bool = True) -> Any:
    for path in ("/", "/create", "/learn"):
        page.goto(path)
        page.wait_for_selector("main h1")
        yield path
    if not table:
        return
    page.goto("/")
    page.select_option("#quick-game", "complete")
    page.locator(".play .big").click()
    page.wait_for_url("**/table/*")
    settle(page)
    yield "table"
    page.locator(".pirate.free").first.dispatch_event("click")
    yield "choosing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_nothing_is_cut_off(browser: Browser, server: Server, language: str) -> None:
    size = {"width": 360, "height": 740}
    with person(browser, server.url, locale=language, viewport=size, has_touch=True) as anna:
        for screen in screens(anna.page, table=language in ("hu", "he")):
            wide = anna.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 360, (screen, language)
            turned = anna.page.evaluate("document.documentElement.dir")
            assert turned == ("rtl" if language == "he" else "ltr")


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("he", "dark")])
def test_axe_has_no_objections(
    browser: Browser, server: Server, language: str, scheme: str
) -> None:
    with person(browser, server.url, locale=language, color_scheme=scheme) as anna:
        for screen in screens(anna.page):
            anna.page.wait_for_timeout(150)
            assert objections(anna.page) == [], screen
