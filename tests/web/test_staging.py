"""Staging around the board: the deal, the caption of the last move, and the end of a game."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.support.servers import Server
from tests.web.chromium import Watched, person
from tests.web.player import (
    against_bots,
    ask,
    at_one_screen,
    drive,
    expected_seq,
    settle,
    sit_down,
    until_answered,
)

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}


def test_deal_says_who_we_are_and_any_press_ends_it(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **MOVING) as anna:
        page = anna.page
        seats = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}]
        table = ask(page, "/tables", {"rules": "jamaica", "seats": seats})["id"]
        host = server.person("Bert")
        host.done(f"/tables/{table}/join", {})
        ask(page, f"/tables/{table}/start", {})
        page.goto(f"/table/{table}")
        deal = page.locator(".deal")
        expect(deal).to_contain_text("You’re Blue.")
        expect(deal).to_contain_text("begin")
        page.keyboard.press("Shift")
        expect(deal).to_have_count(0)
        expect(page.locator(".table.dealing")).to_have_count(0)
        # The deal is shown once, and for at most two seconds.
        page.reload()
        expect(deal).to_have_count(1)
        expect(deal).to_have_count(0, timeout=2500)


def test_caption_says_the_last_move_of_another_player(anna: Watched) -> None:
    page = anna.page
    against_bots(page, "jamaica", 2)
    settle(page)
    before = expected_seq(page)
    page.evaluate(
        """() => {
          window.captions = [];
          const caption = document.querySelector(".caption");
          new MutationObserver(() => window.captions.push(caption.textContent)).observe(caption, { childList: true, subtree: true, characterData: true });
        }"""
    )
    for _ in range(3):
        if not page.locator(".turn-line.ours").count():
            break
        page.locator(".hand .card-button:not([aria-disabled])").first.click()
        page.locator(".pirate.movable:not(.behind)").first.dispatch_event("click")
        until_answered(page, before)
        before = expected_seq(page)
    page.wait_for_function("() => window.captions.some((text) => /Jonas|Oliver/.test(text))")


def test_game_ends_with_three_buttons(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, {"preset": "short", "turn_limit": 4}, "blue", "red")
    drive(page, table, "over")
    sit_down(page, table)
    main = page.locator(".finished > .buttons > :is(button, a):visible")
    expect(main).to_have_text(["Again", "See where it turned", "Share"])
    assert page.locator(".celebration").count() == 0, "nobody has won just now"
