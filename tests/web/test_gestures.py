"""One gesture per move: card and pirate, a drag, a preview by pointing, and Enter after a hint."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.chromium import Watched
from tests.web.player import (
    ask,
    at_one_screen,
    expected_seq,
    quick_start,
    settle,
    sit_down,
    until_answered,
)

CARD = ".hand .card-button:not([aria-disabled])"
PIRATE = ".pirate.movable:not(.behind)"


def new_game(page: Page) -> str:
    """Start a game of two at this screen, with open hands, and return its table."""
    table = at_one_screen(page, {"preset": "jamaica", "hands": "open"}, "blue", "red")
    sit_down(page, table)
    settle(page)
    return table


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def log_of(page: Page, table: str) -> list[dict[str, Any]]:
    return list(ask(page, f"/tables/{table}")["log"])


def press_both(page: Page) -> None:
    """Press a card, then a pirate."""
    page.locator(CARD).first.click()
    page.locator(PIRATE).first.locator("use").click()


def drag_card(page: Page) -> None:
    """Drag a card to a pirate."""
    page.mouse.move(*middle(page.locator(CARD).first))
    page.mouse.down()
    x, y = middle(page.locator(CARD).first)
    page.mouse.move(x, y - 40, steps=3)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.move(*middle(page.locator(PIRATE).first.locator("use")), steps=4)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)


@pytest.mark.parametrize("gesture", [press_both, drag_card])
def test_turn_of_three_cards_takes_three_gestures(anna: Watched, gesture: Any) -> None:
    page = anna.page
    table = new_game(page)
    for _ in range(3):
        before = expected_seq(page)
        gesture(page)
        until_answered(page, before)
    moves = log_of(page, table)
    assert [line["seat"] for line in moves] == [moves[0]["seat"]] * 3
    assert all("-" in line["move"] and "back" not in line["move"] for line in moves)


def test_pointing_shows_what_a_card_or_a_pirate_can_do(anna: Watched) -> None:
    page = anna.page
    table = new_game(page)
    legal = ask(page, f"/tables/{table}")["legal"]
    name = page.locator(CARD).first.get_attribute("data-card")
    page.mouse.move(*middle(page.locator(CARD).first))
    landings = {move.rpartition("-")[2] for move in legal if move.startswith(f"{name} ")}
    expect(page.locator(".board .target")).to_have_count(len(landings))
    expect(page.locator(CARD).first).to_have_attribute("aria-pressed", "false")
    page.mouse.move(*middle(page.locator(PIRATE).first.locator("use")))
    expect(page.locator(".card-button.leads").first).to_contain_text("→")
    advances = {move.split()[0] for move in legal if " jail-" in move}
    expect(page.locator(".card-button.leads")).to_have_count(len(advances))
    page.mouse.move(3, 3)
    expect(page.locator(".board .target")).to_have_count(0)
    expect(page.locator(".card-button.leads")).to_have_count(0)


def test_enter_makes_the_hinted_move(anna: Watched) -> None:
    page = anna.page
    table = quick_start(page, "jamaica")
    settle(page)
    before, length = expected_seq(page), len(log_of(page, table))
    page.keyboard.press("h")
    panel = page.locator(".hint-panel")
    expect(panel).to_be_visible(timeout=90_000)
    advised = panel.get_attribute("data-move")
    page.keyboard.press("Enter")
    until_answered(page, before)
    assert log_of(page, table)[length]["move"] == advised
