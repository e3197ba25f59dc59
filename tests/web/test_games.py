"""Whole games against bots, and every lesson."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cartagena import Game
from cartagena.rules.presets import PRESETS
from tests.support.servers import Server
from tests.web.chromium import person
from tests.web.player import PATIENCE, against_bots, ask, open_more, play_out, quick_start, settle
from tools import lessons

SMALL = {"width": 900, "height": 240}
"""The window is small, because these games test behaviour and not looks."""
UNLIKE = (
    {"preset": "tortuga", "pirates": 4},
    {"preset": "everything", "tunnel": 3, "jungle": 3, "pirates": 4},
)
"""The presets whose controls differ most: row or deck, open or hidden hands."""


def whole_games(page: Page, presets: Sequence[Any]) -> None:
    """Play a game of each preset against one to four bots, and compare the record with the page."""
    page.set_default_timeout(PATIENCE)
    for number, preset in enumerate(presets):
        table = against_bots(page, preset, 2 + number % 4)
        kinds = play_out(page, number)
        assert "advance" in kinds, preset
        game = Game.replay(ask(page, f"/tables/{table}/record"))
        assert game.over, preset
        if game.winner:
            assert page.locator(f".controls.finished.{game.winner}").count(), preset


@pytest.mark.browser
def test_plays_whole_games_of_the_most_different_presets(browser: Browser, server: Server) -> None:
    with person(browser, server.url, viewport=SMALL) as anna:
        whole_games(anna.page, UNLIKE)


@pytest.mark.browser
@pytest.mark.parametrize("quarter", range(4))
def test_plays_a_whole_game_of_every_preset(browser: Browser, server: Server, quarter: int) -> None:
    with person(browser, server.url, viewport=SMALL) as anna:
        whole_games(anna.page, list(PRESETS)[quarter::4])


def test_plays_a_short_game_and_checks_what_follows(browser: Browser, server: Server) -> None:
    with person(browser, server.url, service_workers="allow") as anna:
        page = anna.page
        quick_start(page, "short")
        play_out(page)
        expect(page.locator(".result")).to_contain_text("win")
        open_more(page)
        page.get_by_role("button", name="Check the shuffle").click()
        expect(page.locator(".proof .good")).to_have_count(4)
        open_more(page)
        page.get_by_role("button", name="Replay", exact=True).click()
        page.get_by_role("button", name="Next move").click()
        expect(page.locator(".replay-sentence")).to_contain_text("1 /")
        slide = page.get_by_label("Position in the replay")
        slide.fill(slide.get_attribute("max") or "")
        expect(page.locator(".theatre .pirate")).to_have_count(12)
        page.keyboard.press("Escape")
        with page.expect_download() as download:
            open_more(page)
            page.get_by_role("link", name="Download game record").click()
        record = json.loads(download.value.path().read_text(encoding="utf-8"))
        assert Game.replay(record).over
        assert record["fairness"]["server_entropy_seats"] == ["red", "green"]
        old = page.url
        page.get_by_role("button", name="Again", exact=True).click()
        page.wait_for_function("old => location.href !== old", arg=old)
        settle(page)


def test_completes_every_lesson(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        page.goto("/learn")
        for number, lesson in enumerate(json.loads(lessons.text())):
            for step in range(len(lesson["steps"])):
                here = page.locator(f".lesson-text[data-step='{number}.{step}']")
                expect(here).to_be_visible()
                # The lesson marks what to press: a card, a pirate, a space.
                for _ in range(3):
                    if here.count():
                        page.locator(".marked").first.dispatch_event("click")
                expect(here).to_have_count(0)
            if lesson["steps"]:
                expect(page.get_by_text("Well done!")).to_be_visible()
            drawn = 2 if lesson["name"] == "back" else 0
            if drawn:
                expect(page.locator(".drawn-cards .card")).to_have_count(drawn)
            page.locator(".lesson-text .action").click()
        page.wait_for_url("**/learn#puzzles")


def test_tutorial_starts_on_an_empty_path_and_has_every_spell() -> None:
    told = json.loads(lessons.text())
    assert told[0]["steps"] == []
    assert all(crew == {"jail": 6} for crew in told[0]["end"]["view"]["pirates"].values())
    assert {lesson["seat"] for lesson in told} == {"blue"}
    moves = [step["wanted"] for lesson in told for step in lesson["steps"]]
    spells = {move.partition("!")[0].partition("+")[0] for move in moves if "!" in move}
    assert spells == {"weapons", "rum", "lantern", "parrot", "hook", "chest"}
    assert "sail" in moves
