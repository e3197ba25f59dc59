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
from tests.web.player import play_out, settle

POSITION: dict[str, Any] = json.loads(
    (Path(cartagena.__file__).parent / "web" / "first_game.json").read_text(encoding="utf-8")
)
OFFER = "New here? Play a first game with tips"


def test_position_allows_a_step_a_jump_and_a_retreat_in_one_turn() -> None:
    game = Game.from_position(POSITION)
    game.push("hook 16-17")
    game.push("parrot 11-sloop")
    before = sum(game.position()["hands"]["blue"].values())
    game.push("back 17-14")
    assert sum(game.position()["hands"]["blue"].values()) == before + 2
    assert game.turn == "red"
    assert game.position()["pirates"]["blue"] == {"14": 2, "sloop": 2}


def begin(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=OFFER).click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".coach")).to_contain_text("before Red does")


def says(page: Page, text: str) -> None:
    """Expect the coach to say this, without being covered or needing to be scrolled."""
    line = page.locator(".coach [role=status]")
    expect(line).to_contain_text(text)
    assert line.evaluate("(p) => p.scrollHeight <= p.clientHeight + 1")
    page.wait_for_function(UNCOVERED)


UNCOVERED = """() => {
  const line = document.querySelector(".coach [role=status]");
  const { left, top, width, height } = line.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((part) =>
    line.contains(document.elementFromPoint(left + width / 2, top + part * height)));
}"""


def press_board(page: Page, selector: str) -> None:
    page.locator(selector).first.dispatch_event("click")


@pytest.mark.parametrize(
    ("size", "to_the_end"), [((1366, 768), True), ((360, 640), False)], ids=["desktop", "phone"]
)
def test_coach_leads_through_a_turn_and_ends_with_play_now(
    browser: Browser, server: Server, size: tuple[int, int], to_the_end: bool
) -> None:
    """The coach is checked at both sizes; what follows does not depend on the size."""
    viewport = {"width": size[0], "height": size[1]}
    with person(browser, server.url, viewport=viewport) as anna:
        page = anna.page
        begin(page)
        expect(page.locator(".pirate.marked")).to_have_count(1)
        page.get_by_role("button", name="Next").click()
        says(page, "Press this card: hook")
        expect(page.locator(".card-button.marked")).to_have_attribute("data-card", "hook")
        before = page.locator(".hand-area").bounding_box()
        page.locator(".card-button.marked").click()
        says(page, "Press the one here: 16")
        assert page.locator(".hand-area").bounding_box() == before, "nothing moves"
        press_board(page, ".pirate.marked")
        says(page, "press the highlighted space")
        press_board(page, '.target[data-target="17"]')
        says(page, "one of your three actions")
        page.get_by_role("button", name="Next").click()
        says(page, "You jump over occupied spaces")
        page.locator(".card-button.marked").click()
        press_board(page, ".pirate.marked")
        expect(page.locator(".marked")).to_have_count(0)
        press_board(page, '.target[data-target="sloop"]')
        says(page, "You only get new cards by going back")
        press_board(page, ".pirate.marked")
        press_board(page, ".target")
        if settle(page) == "ours":
            says(page, "That’s all!")
        if not to_the_end:
            return
        play_out(page)
        expect(page.locator(".coach")).to_contain_text(re.compile("now you", re.IGNORECASE))
        page.locator(".coach").get_by_role("button", name="Play now").click()
        expect(page.locator(".coach")).to_have_count(0)
        expect(page.locator(".table-name")).to_have_text("Escape")
        page.goto("/")
        expect(page.get_by_role("button", name="Play now")).to_be_enabled()
        expect(page.get_by_role("button", name=OFFER)).to_have_count(0)


def test_can_be_played_by_keyboard_alone(anna: Watched) -> None:
    page = anna.page
    page.goto("/")
    page.get_by_role("button", name=OFFER).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".card-button.marked")).to_be_focused()
    page.keyboard.press("Enter")
    says(page, "Press the one here: 16")
    page.keyboard.press("Enter")
    says(page, "one of your three actions")


def test_skipped_tips_are_not_offered_again(anna: Watched) -> None:
    page = anna.page
    begin(page)
    page.get_by_role("button", name="Skip the tips").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".marked")).to_have_count(0)
    page.locator(".hand .card-button").first.click()
    expect(page.locator(".target").first).to_be_attached()
    expect(page.locator(".marked")).to_have_count(0)
    page.reload()
    expect(page.locator(".table .pirate").first).to_be_attached()
    expect(page.locator(".coach")).to_have_count(0)


def test_declined_game_is_still_found_under_learn(anna: Watched) -> None:
    page = anna.page
    page.goto("/")
    page.get_by_role("button", name="No, thanks").click()
    expect(page.get_by_role("button", name=OFFER)).to_be_hidden()
    expect(page.get_by_role("button", name="Play now")).to_be_focused()
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    expect(page.get_by_role("button", name=OFFER)).to_be_hidden()
    page.goto("/learn")
    page.get_by_role("button", name="Your first game").click()
    expect(page.locator(".coach")).to_be_visible()
