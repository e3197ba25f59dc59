"""How the table fits its screen: nothing cut off, no gaps, and a finger finds its pirate."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Server
from tests.web.chromium import person
from tests.web.hands import settle

# Words that are wider than the box that hides what does not fit.
CUT = """() => [...document.querySelectorAll("#top *, .table *")].filter((one) => {
    const style = getComputedStyle(one);
    return one.checkVisibility() && style.clipPath === "none" && style.overflowX === "hidden" &&
        one.textContent.trim() && one.scrollWidth > one.clientWidth + 1 && !one.closest(".board");
}).map((one) => `${one.className}: ${one.textContent}`)"""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def sit_down(page: Page, preset: str) -> None:
    """At a table with two bots, when it is our turn; in any language."""
    page.goto("/")
    page.select_option("#quick-game", preset)
    page.locator(".play .big").click()
    page.wait_for_url("**/table/*")
    settle(page)
    expect(page.locator(".board .pirate").first).to_be_visible()


def box(page: Page, selector: str) -> dict[str, float]:
    """Where something is on the screen."""
    found = page.locator(selector).bounding_box()
    assert found is not None
    return {"y": found["y"], "width": found["width"], "height": found["height"]}


@pytest.mark.parametrize("language", ["en", "hu", "he"])
def test_a_phone_shows_all_words_and_no_gap(
    browser: Browser, server: Server, language: str
) -> None:
    with person(browser, server.url, locale=language, **PHONE) as anna:
        page = anna.page
        sit_down(page, "everything")
        assert page.evaluate(CUT) == []
        top, turn, hand = (box(page, one) for one in ("#top", ".turn-line", ".hand-area"))
        assert turn["y"] == pytest.approx(top["y"] + top["height"], abs=1)
        assert hand["y"] + hand["height"] == pytest.approx(740, abs=1), "the hand is in sight"
        page.locator(".hand-area").evaluate("(hand) => scrollTo(0, document.body.scrollHeight)")
        gap = page.evaluate(
            """() => document.querySelector(".hand-area").getBoundingClientRect().top -
                     document.querySelector(".board").getBoundingClientRect().bottom"""
        )
        assert abs(gap) <= 1, "the hand lies right below the board"


def test_a_finger_on_a_space_means_the_pirate_there(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **PHONE) as anna:
        page = anna.page
        sit_down(page, "jamaica")
        # Beside the figures, on the wall of the jail.
        page.locator(".end[data-place='jail']").tap(position={"x": 12, "y": 30})
        expect(page.locator(".pirate.chosen").first).to_have_attribute("data-place", "jail")
        assert page.locator(".target").count() > 0


def test_enlarged_twice_the_whole_board_is_seen(browser: Browser, server: Server) -> None:
    with person(browser, server.url, viewport={"width": 640, "height": 400}) as anna:
        sit_down(anna.page, "jamaica")
        board = box(anna.page, ".board")
        assert board["height"] < 400
        assert board["width"] <= 640
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= 640
