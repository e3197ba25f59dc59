"""The first game: offered at the first visit, led by a coach, by mouse or keyboard."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import cartagena
from cartagena import Game
from tests.support.servers import Server
from tests.web.chromium import Watched, person
from tests.web.player import play_out

POSITION: dict[str, Any] = json.loads(
    (Path(cartagena.__file__).parent / "web" / "first_game.json").read_text(encoding="utf-8")
)


def test_position_allows_a_jump_over_everyone_and_a_retreat_for_two_cards() -> None:
    game = Game.from_position(POSITION)
    game.push("hook jail-sloop")
    before = sum(game.position()["hands"]["blue"].values())
    game.push("back 21-14")
    assert sum(game.position()["hands"]["blue"].values()) == before + 2
    assert game.turn == "blue"
    assert game.position()["pirates"]["blue"] == {"5": 1, "14": 1, "sloop": 2}


NEWCOMER = "localStorage.removeItem('first-game')"


def open_home(page: Page) -> None:
    """Open the first page as a newcomer."""
    page.goto("/")
    page.evaluate(NEWCOMER)
    page.reload()
    expect(page.locator(".home-new")).to_be_visible()


def begin(page: Page) -> None:
    open_home(page)
    page.get_by_role("button", name="Break out").click()
    page.wait_for_url("**/table/*")
    says(page, "Choose this card.")


def says(page: Page, text: str) -> None:
    """Expect the coach to say this in at most four words, inside the window."""
    line = page.locator(".guide [role=status]")
    expect(line).to_have_text(text)
    assert len(text.split()) <= 4
    inside = """() => {
      const { left, right, top, bottom } = document.querySelector(".guide [role=status]").getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    }"""
    page.wait_for_function(inside)


def points_at(page: Page, selector: str) -> None:
    """Expect the hand to be next to an element."""
    near = """selector => {
      const mark = document.querySelector(selector)?.getBoundingClientRect();
      const hand = document.querySelector(".guide-hand").getBoundingClientRect();
      if (!mark || !hand.width) return false;
      const across = Math.abs((hand.left + hand.right) / 2 - (mark.left + mark.right) / 2);
      return across < 30 && Math.min(Math.abs(hand.top - mark.bottom), Math.abs(hand.bottom - mark.top)) < 30;
    }"""
    page.wait_for_function(near, arg=selector)


def press_board(page: Page, selector: str) -> None:
    page.locator(selector).first.dispatch_event("click")


def jump(page: Page) -> None:
    """Make the jump that the coach shows."""
    page.locator(".card-button.marked").click()
    says(page, "Now this pirate.")
    points_at(page, '.table .pirate[data-place="jail"] .halo')
    press_board(page, ".pirate.marked")
    if page.locator(".target.marked").count():
        press_board(page, ".target.marked")


@pytest.mark.parametrize(
    ("size", "to_the_end"), [((1366, 768), True), ((360, 640), False)], ids=["desktop", "phone"]
)
def test_coach_leads_through_a_turn_and_ends_with_two_ways_on(
    browser: Browser, server: Server, size: tuple[int, int], to_the_end: bool
) -> None:
    """The coach is checked at both sizes; what follows does not depend on the size."""
    viewport = {"width": size[0], "height": size[1]}
    with person(browser, server.url, viewport=viewport) as anna:
        page = anna.page
        begin(page)
        expect(page.locator(".card-button.marked")).to_have_attribute("data-card", "hook")
        points_at(page, ".card-button.marked")
        jump(page)
        says(page, "Go back for cards.")
        press_board(page, ".pirate.marked")
        if page.locator(".target.marked").count():
            says(page, "2 pirates, 2 cards.")
            press_board(page, ".target.marked")
        says(page, "Now bring everyone home!")
        if not to_the_end:
            return
        play_out(page)
        # The random moves of this test do not always win.
        expect(page.locator(".guide p")).to_have_text(re.compile("You made it|was faster"))
        expect(page.get_by_role("button", name="Play with a friend")).to_be_visible()
        page.get_by_role("button", name="Play a real one").click()
        expect(page.locator(".guide")).to_have_count(0)
        expect(page.locator(".table-name")).to_have_text("Escape")
        page.goto("/")
        expect(page.get_by_role("button", name="Play now")).to_be_enabled()
        expect(page.get_by_role("button", name="Break out")).to_have_count(0)


def test_first_page_shows_the_game_that_the_button_starts(anna: Watched) -> None:
    page = anna.page
    open_home(page)
    symbols = """() => [...document.querySelectorAll(".board .space")].map((space) =>
      [space.dataset.place, [...space.querySelectorAll("use")].map((one) => one.getAttribute("href")).join()])"""
    standing = """() => [...document.querySelectorAll(".board .pirate")]
      .map((one) => `${one.dataset.colour} ${one.dataset.place}`).sort()"""
    expect(page.locator(".home .pirate")).to_have_count(8)
    before = page.evaluate(symbols), page.evaluate(standing)
    page.get_by_role("button", name="Break out").click()
    expect(page.locator(".table .pirate")).to_have_count(8)
    assert (page.evaluate(symbols), page.evaluate(standing)) == before


def test_can_be_played_by_keyboard_alone(anna: Watched) -> None:
    page = anna.page
    open_home(page)
    page.get_by_role("button", name="Break out").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".card-button.marked")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Now this pirate.")
    page.keyboard.press("Enter")
    says(page, "Go back for cards.")


def test_skipped_tips_are_not_offered_again(anna: Watched) -> None:
    page = anna.page
    begin(page)
    page.get_by_role("button", name="Skip the tips").click()
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator(".marked")).to_have_count(0)
    page.locator(".hand .card-button").first.click()
    expect(page.locator(".marked")).to_have_count(0)
    page.reload()
    expect(page.locator(".table .pirate").first).to_be_attached()
    expect(page.locator(".guide")).to_have_count(0)


def test_who_has_played_before_is_not_asked_again_and_finds_it_under_learn(anna: Watched) -> None:
    page = anna.page
    open_home(page)
    page.get_by_role("button", name="I’ve played before").click()
    expect(page.get_by_role("button", name="Break out")).to_have_count(0)
    expect(page.get_by_role("button", name="Play now")).to_be_focused()
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.goto("/learn")
    page.get_by_role("button", name="Your first game").click()
    expect(page.locator(".guide")).to_be_visible()


def test_page_shows_the_game_that_play_now_deals(anna: Watched) -> None:
    page = anna.page
    page.goto("/")
    for preset, spaces in (("short", 24), ("jamaica", 36)):
        page.get_by_role("button", name="Change the game").click()
        page.locator(f'.choice-sheet .game:has([value="{preset}"])').click()
        page.get_by_role("button", name="Close").click()
        expect(page.locator(".home .board .space")).to_have_count(spaces)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".table-name")).to_have_text("Jamaica")


def test_hand_returns_to_the_card_after_another_was_pressed(anna: Watched) -> None:
    page = anna.page
    begin(page)
    page.locator('.card-button[data-card="lantern"]').click()
    says(page, "Choose this card.")
    points_at(page, '.card-button[data-card="hook"]')
    # Pointing at something else draws the board again, and the pirate stays marked.
    page.locator('.card-button[data-card="hook"]').click()
    says(page, "Now this pirate.")
    page.locator('.card-button[data-card="lantern"]').hover()
    points_at(page, '.table .pirate[data-place="jail"] .halo')
