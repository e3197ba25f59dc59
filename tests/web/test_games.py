"""Whole games against bots, by clicks, of every kind of game."""

from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tests.server.running import Server
from tests.web.chromium import person
from tests.web.hands import move, quick_start, settle

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


@pytest.mark.parametrize("preset", ["short", "everything"])
def test_a_whole_game_against_bots(browser: Browser, server: Server, preset: str) -> None:
    with person(browser, server.url) as anna:
        quick_start(anna.page, preset)
        kinds = play_out(anna.page, Random(preset))
        assert {"advance", "gain"} <= kinds
