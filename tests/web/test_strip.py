"""Nothing moves when you select: a strip of fixed height, room for the board, nothing covered."""

import time
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from cartagena.rules.presets import GAMES
from tests.support.servers import Server
from tests.web.chromium import person
from tests.web.player import against_bots, at_one_screen, drive, settle, sit_down


class Size(NamedTuple):
    """A window size, and whether it is a desktop."""

    width: int
    height: int
    desktop: bool = False


SIZES = [
    Size(360, 640),
    Size(390, 844),
    Size(820, 1180),
    Size(1366, 768, desktop=True),
    Size(1920, 1080, desktop=True),
]
THREE = (SIZES[0], SIZES[2], SIZES[3])
FAMILIES = ("jamaica", "everything")
"""The shortest and the longest board; `make browser` tries all presets at all sizes."""
BOARD_SHARE = 0.55
STRIP = 180
"""Pixels: the most that prompt, cards and buttons take at 1366 × 768."""
PIRATE = 20
"""Pixels: the least width of a pirate on a desktop; a figure is drawn in a box of 24 by 36."""

MEASURE = """() => {
  const place = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const box = (selector) => place(document.querySelector(selector));
  const pirates = [...document.querySelectorAll(".table .pirate use")].map((one) => one.getScreenCTM().a * 24);
  return {
    area: box(".board-area"), board: box(".board-area .board"), strip: box(".hand-area"), turn: box(".turn"),
    buttons: box(".turn-buttons"), slots: [...document.querySelectorAll(".slot")].map(place), hand: box(".rack"), pirate: Math.min(...pirates),
    wide: document.documentElement.scrollWidth, tall: document.documentElement.scrollHeight,
  };
}"""

COVERED = """() => {
  const things = document.querySelectorAll(
    "#top a, #top button, .table button, .table a, .table .target [data-badge], .table .target-glow, .table .pirate.movable:not(.behind)");
  const lit = new Set([...document.querySelectorAll(".table .target")].map((one) => one.dataset.target));
  const wrong = [];
  for (const thing of things) {
    if (!thing.checkVisibility({ visibilityProperty: true })) continue;
    // A pirate on a target is pressed as the target that it stands on.
    if (thing.matches(".pirate") && lit.has(thing.dataset.place)) continue;
    const pane = thing.closest(".rack, .words, .pane, .supply");
    if (pane) thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const edge = thing.matches(".target-glow");
    const { left, top, width, height } = (thing.querySelector(":scope > .body > use") ?? thing).getBoundingClientRect();
    const [x, y] = edge ? [left + width / 2, top + height - 1] : [left + width / 2, top + height / 2];
    // What is scrolled away is not covered: it can be scrolled to.
    const strip = document.querySelector(".hand-area").getBoundingClientRect();
    const sticky = getComputedStyle(document.querySelector(".hand-area")).position === "sticky";
    const away = (at) => at < 0 || at > innerHeight || (sticky && thing.closest(".board") &&
      (at > strip.top || at < document.querySelector(".turn").getBoundingClientRect().bottom));
    if (away(y)) continue;
    const found = document.elementFromPoint(x, y);
    const whole = edge ? thing.closest(".target") : thing;
    const part = whole.matches(".pirate") ? found?.closest(".pirate")?.dataset.place === whole.dataset.place : whole.contains(found);
    if (!part) wrong.push(`${thing.outerHTML.slice(0, 90)} is covered by ${found?.closest("g")?.parentElement?.outerHTML.slice(0, 90)}`);
  }
  return wrong;
}"""


PATIENCE = 5.0
"""Seconds: on a busy machine a pirate takes a while to arrive."""


def measured(page: Page) -> Any:
    """Return where everything is once it has come to rest."""
    page.wait_for_function(
        "() => document.querySelector('.board-area .board').getAnimations().length === 0"
    )
    return page.evaluate(MEASURE)


def covered(page: Page) -> Any:
    """Return the buttons that are covered, once walking pirates have arrived."""
    end = time.monotonic() + PATIENCE
    while (found := page.evaluate(COVERED)) and time.monotonic() < end:
        page.wait_for_timeout(50)
    return found


def check_room(size: Size, seen: Any) -> None:
    """Check that the board has enough room."""
    area, board = seen["area"], seen["board"]
    assert seen["wide"] <= size.width
    filled = max(board["width"] / area["width"], board["height"] / area["height"])
    assert filled > 0.97, "the board fills its width or its height"
    if size.desktop:
        assert area["width"] * area["height"] >= BOARD_SHARE * size.width * size.height
        assert seen["strip"]["height"] <= STRIP
        assert seen["pirate"] >= PIRATE
        assert seen["tall"] <= size.height, "nothing has to be scrolled to"
    assert seen["strip"]["y"] + seen["strip"]["height"] <= size.height


def choose_in_turn(page: Page, size: Size, before: Any, most: int) -> None:
    """Select cards and pirates: strip and board stay in place, and nothing is covered."""
    # If the board is longer than the window, it is scrolled to the targets.
    parts = ("strip", "buttons", "slots", "hand", *(("turn", "board") if size.desktop else ()))
    cards = page.locator(".hand .card-button:not([aria-disabled])")
    pirates = page.locator(".pirate.movable:not(.behind)")
    for all_ in (cards, pirates):
        for number in range(min(most, all_.count())):
            all_.nth(number).dispatch_event("click")
            expect(page.locator(".words .cancel")).to_be_attached()
            seen = measured(page)
            assert [seen[one] for one in parts] == [before[one] for one in parts]
            assert covered(page) == []
            page.keyboard.press("Escape")
            expect(page.locator(".words .cancel")).to_have_count(0)


def look(browser: Browser, server: Server, size: Size, presets: tuple[str, ...], most: int) -> None:
    viewport = {"width": size.width, "height": size.height}
    with person(browser, server.url, viewport=viewport) as anna:
        for preset in presets:
            against_bots(anna.page, preset, 3)
            settle(anna.page)
            before = measured(anna.page)
            check_room(size, before)
            assert covered(anna.page) == []
            choose_in_turn(anna.page, size, before, most)


@pytest.mark.parametrize("size", THREE, ids=lambda size: f"{size.width}x{size.height}")
def test_strip_keeps_its_height_and_the_board_has_room(
    browser: Browser, server: Server, size: Size
) -> None:
    look(browser, server, size, FAMILIES, most=2)


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_strip_keeps_its_height_with_every_preset(
    browser: Browser, server: Server, size: Size
) -> None:
    look(browser, server, size, tuple(sorted(GAMES)), most=20)


def test_choice_of_cards_does_not_change_the_height(browser: Browser, server: Server) -> None:
    """The choice is next to the hand, on a desktop and on a phone."""
    everything = {"preset": "everything", "hands": "open"}
    with person(browser, server.url) as anna:
        page = anna.page
        table = at_one_screen(page, everything, "blue", "red", "green", "yellow", "purple")
        drive(page, table, "keep")
        sit_down(page, table)
        for size in (SIZES[0], SIZES[3]):
            page.set_viewport_size({"width": size.width, "height": size.height})
            settle(page)
            expect(page.locator(".choice .card-button").first).to_be_visible()
            page.wait_for_function("() => document.querySelector('.table .pirate')")
            check_room(size, measured(page))
            assert covered(page) == []


def test_scrolls_a_hidden_target_into_view(browser: Browser, server: Server) -> None:
    with person(browser, server.url, viewport={"width": 360, "height": 640}) as anna:
        page = anna.page
        table = at_one_screen(page, {"preset": "everything", "hands": "open"}, "blue", "red")
        drive(page, table, "sail")
        sit_down(page, table)
        settle(page)
        pirates = page.locator(".pirate.movable:not(.behind)")
        for number in range(pirates.count()):
            page.evaluate("scrollTo(0, 0)")
            pirates.nth(number).dispatch_event("click")
            expect(page.locator(".words .cancel")).to_be_attached()
            page.wait_for_function(
                """() => {
                  const bottom = document.querySelector(".hand-area").getBoundingClientRect().top;
                  const top = document.querySelector(".turn").getBoundingClientRect().bottom;
                  return [...document.querySelectorAll(".target-glow")].some((one) => {
                    const box = one.getBoundingClientRect();
                    return box.top >= top - 12 && box.bottom <= bottom + 12;
                  });
                }"""
            )
            page.keyboard.press("Escape")
