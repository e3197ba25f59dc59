"""The end of our turn: after a few seconds to undo, by a button, or at once."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Server
from tests.web.chromium import Watched, person
from tests.web.player import ask, at_one_screen, expected_seq, open_menu, sit_down, until_answered

END = ".slot .end-turn"
UNDO = ".slot .undo"


def advance(page: Page, times: int) -> None:
    """Play cards, each time the first usable one with the first pirate that it moves."""
    for _ in range(times):
        before = expected_seq(page)
        page.locator(".hand .card-button:not([aria-disabled])").first.click()
        page.locator(".pirate.movable:not(.behind)").first.dispatch_event("click")
        until_answered(page, before)


def log_of(page: Page, table: str) -> list[dict[str, Any]]:
    return list(ask(page, f"/tables/{table}")["log"])


def set_turn_end(page: Page, setting: str) -> None:
    open_menu(page)
    page.select_option("#turn-end", setting)
    page.keyboard.press("Escape")


def test_last_action_is_undone_repeated_and_confirmed(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, "tortuga", "blue", "red")
    sit_down(page, table)
    set_turn_end(page, "confirm")
    first = page.locator(".turn-line").get_attribute("class")
    advance(page, 3)
    expect(page.locator(".turn-line strong")).to_have_text("End your turn?")
    expect(page.locator(".prompt")).to_contain_text("You have no actions left.")
    page.locator(UNDO).click()
    expect(page.locator(".turn-line")).to_have_attribute("class", str(first))
    assert len(log_of(page, table)) == 2
    advance(page, 1)
    page.reload()
    page.locator(END).click()
    expect(page.locator(".turn-line.ours")).to_be_visible()
    assert page.locator(".turn-line").get_attribute("class") != first
    assert len(log_of(page, table)) == 3
    expect(page.locator(END)).to_have_count(0)


def test_turn_ends_after_a_few_seconds(browser: Browser, server: Server, bert: Watched) -> None:
    """This is the default of a new browser."""
    empty: dict[str, list[Any]] = {"cookies": [], "origins": []}
    with person(browser, server.url, storage_state=empty, reduced_motion="no-preference") as carla:
        page = carla.page
        seats = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}]
        table = ask(page, "/tables", {"rules": "tortuga", "seats": seats})["id"]
        ask(bert.page, f"/tables/{table}/join", {})
        ask(page, f"/tables/{table}/start", {})
        sit_down(page, table)
        sit_down(bert.page, table)
        if not page.locator(".turn-line.ours").count():
            advance(bert.page, 3)
            expect(page.locator(".turn-line.ours")).to_be_visible()
        advance(page, 3)
        expect(page.locator(".turn-line strong")).to_have_text("Your turn ends…")
        expect(page.locator(UNDO)).to_be_visible()
        expect(page.locator(END)).to_be_visible()
        status = bert.page.locator(".turn-line strong")
        expect(status).to_contain_text("is ending the turn…")
        expect(bert.page.locator(END)).to_have_count(0)
        expect(status).to_have_text("Your turn")
        expect(page.locator(UNDO)).to_have_count(0)
