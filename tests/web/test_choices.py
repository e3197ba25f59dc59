"""Every kind of choice by mouse, and every way to choose by dragging, touch and keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.servers import Server
from tests.web.chromium import person
from tests.web.player import (
    ask,
    at_one_screen,
    before_a_choice,
    drive,
    expected_seq,
    go_on_to,
    settle,
    sit_down,
    until_answered,
)
from tests.web.ways_to_move import Drag, DragByTouch, Keys, Mouse, Touch, parse_move

EVERYTHING = {"preset": "everything", "hands": "open"}
RUNS = ("advance", "dark", "retreat", "morgan", "as", "with")
WIDGETS = ("advance", "retreat", "sail", "rum", "keep", "as")
"""A kind of move for each way to choose: card and space, gain, button, spell, two panels."""
KINDS = (
    *RUNS,
    *("sail", "captain", "pass", "skip"),
    *("weapons", "rum", "lantern", "parrots", "hook", "chest"),
    *("take", "keep", "give", "put", "discard"),
)
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def make(page: Page, way: Mouse, table: str, notation: str) -> None:
    """Make this move on the page and check that the server has received it."""
    snapshot = ask(page, f"/tables/{table}")
    page.wait_for_function(
        "n => Number(document.querySelector('.table').dataset.expected_seq) === n",
        arg=snapshot["expected_seq"],
    )
    settle(page)
    view = snapshot["views"][0]
    seat = view["pending"]["seat"] if view.get("pending") else view["turn"]
    before = expected_seq(page)
    way.make(page, parse_move(notation, seat))
    until_answered(page, before)
    # The server may have made a forced move after it.
    line = ask(page, f"/tables/{table}")["log"][len(snapshot["log"])]
    assert (line["seat"], line["move"]) == (seat, notation)


@pytest.mark.parametrize(
    ("way", "kinds", "options"),
    [
        pytest.param(Mouse(), KINDS, {}, id="mouse"),
        pytest.param(Drag(), ("advance", "retreat", "as"), {}, id="dragging"),
        pytest.param(Drag(), RUNS, {}, id="dragging, all runs", marks=pytest.mark.browser),
        pytest.param(Touch(), WIDGETS, PHONE, id="touch"),
        pytest.param(
            DragByTouch(), ("advance", "retreat"), {"has_touch": True}, id="dragging by touch"
        ),
        pytest.param(Keys(), WIDGETS, {}, id="keys"),
    ],
)
def test_makes_every_kind_of_choice(
    browser: Browser, server: Server, way: Mouse, kinds: tuple[str, ...], options: dict[str, Any]
) -> None:
    with person(browser, server.url, **options) as anna:
        page = anna.page
        for number, kind in enumerate(kinds):
            table, move = before_a_choice(page, EVERYTHING, kind, number)
            (go_on_to if number else sit_down)(page, table)
            make(page, way, table, move)


def test_cards_are_drawn_from_the_end_of_the_row(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        table = at_one_screen(page, "tortuga", "blue", "red")
        sit_down(page, table)
        move = drive(page, table, "retreat")
        view = ask(page, f"/tables/{table}")["views"][0]
        first = page.locator(".row .card").first.get_attribute("data-card")
        assert first == view["row"][0]
        before = view["hands"][view["turn"]].get(first, 0)
        make(page, Mouse(), table, move)
        after = ask(page, f"/tables/{table}")["views"][0]["hands"][view["turn"]]
        assert after.get(first, 0) > before
