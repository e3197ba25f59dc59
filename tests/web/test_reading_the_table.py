"""Reading the table: accessible names, chat bubbles, contrast, phones, new cards."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.servers import Server, me, seat
from tests.web.chromium import Watched, person
from tests.web.player import (
    against_bots,
    ask,
    at_one_screen,
    drive,
    open_drawer,
    open_menu,
    play,
    settle,
    sit_down,
)

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
EVERYTHING = {"preset": "everything", "hands": "open"}


def test_screen_readers_get_names_and_discards(anna: Watched) -> None:
    page = anna.page
    against_bots(page, "jamaica", 3)
    settle(page)
    assert page.locator(".player.blue .player-name").inner_text() == "You"
    table = at_one_screen(page, EVERYTHING, "blue", "red")
    drive(page, table, "sail")
    sit_down(page, table)
    view = ask(page, f"/tables/{table}")["views"][0]
    discards = page.locator(".discards").get_by_role("img")
    expect(discards).to_have_count(len(view["discard"]))
    names = discards.evaluate_all("all => all.map((one) => one.ariaLabel)")
    counts = [1 if " × " not in name else int(name.rpartition(" × ")[2]) for name in names]
    assert counts == list(view["discard"].values())
    # Inside a button the card has no name, because the button has one.
    assert page.locator(".card-button [role=img]").count() == 0


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_bubbles_name_their_author_and_do_not_overlap(
    browser: Browser, server: Server, options: dict[str, Any]
) -> None:
    host = server.person("Hanna")
    with person(browser, server.url, **options) as bert:
        page = bert.page
        ask(page, "/me")
        table = host.table(seat("blue"), me("red"))
        ask(page, f"/tables/{table}/join", {"seat": "blue"})
        host.done(f"/tables/{table}/start")
        sit_down(page, table)
        expect(page.locator(".side-column[data-expected_seq]")).to_be_attached()
        for text in ("Has anybody seen a sloop around here?", "Ahoy!"):
            host.done(f"/tables/{table}/chat", {"text": text})
        bubbles = page.locator(".bubble")
        expect(bubbles).to_have_count(2)
        expect(bubbles.first).to_have_text("Hanna Has anybody seen a sloop around here?")
        expect(bubbles.last).to_have_text("Hanna Ahoy!")
        first, last = bubbles.first.bounding_box(), bubbles.last.bounding_box()
        assert first is not None
        assert last is not None
        assert first["y"] + first["height"] <= last["y"]


def test_phone_shows_players_and_the_position_of_the_sloop(
    browser: Browser, server: Server
) -> None:
    with person(browser, server.url, **PHONE) as anna:
        page = anna.page
        table = against_bots(page, "complete", 3)
        settle(page)
        names = page.locator(".player-name b")
        assert [name.inner_text() for name in names.all()] == ["You", "Jonas", "Oliver"]
        for name in names.all():
            expect(name).to_be_visible()
        # A bot that moved first may have sailed.
        harbour = ask(page, f"/tables/{table}")["views"][0]["sloop_at"]
        expect(page.locator(".ship .sign text")).to_have_text(f"Sloop at {harbour.title()}")


def test_phone_opens_log_and_chat_over_the_board(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **PHONE) as anna:
        page = anna.page
        against_bots(page, "jamaica", 3)
        settle(page)
        log = page.locator(".log")
        expect(log).to_be_hidden()
        page.get_by_role("button", name="Log and chat").tap()
        expect(log).to_be_visible()
        expect(page.locator(".hand")).to_be_visible()
        page.get_by_role("tab", name="Chat").tap()
        expect(page.get_by_label("Write a message")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".drawer")).to_be_hidden()
        expect(page.locator(".drawer-button")).to_be_focused()


def test_phone_unfolds_hands_and_discards(browser: Browser, server: Server) -> None:
    with person(browser, server.url, **PHONE) as anna:
        page = anna.page
        against_bots(page, "tortuga", 5)
        settle(page)
        hands, supply = page.locator(".player .small-hand"), page.locator(".supply")
        expect(hands.first).to_be_hidden()
        expect(supply).to_be_hidden()
        page.get_by_role("button", name="All hands, deck and discard pile").tap()
        for hand in hands.all():
            expect(hand).to_be_in_viewport(ratio=1)
        expect(supply).to_be_in_viewport()
        page.get_by_role("button", name="All hands, deck and discard pile").tap()
        expect(supply).to_be_hidden()


WORDS = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector(".table"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest("svg")) continue;
    for (const found of node.textContent.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) broken.push(found[0]);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("language", ["en", "hu"])
def test_phone_in_landscape_breaks_no_word(browser: Browser, server: Server, language: str) -> None:
    lying = {"width": 740, "height": 360}
    with person(browser, server.url, viewport=lying, has_touch=True, locale=language) as anna:
        page = anna.page
        table = at_one_screen(page, EVERYTHING, "blue", "red", "green")
        drive(page, table, "sail")
        sit_down(page, table)
        settle(page)
        page.locator(".pirate.movable").first.dispatch_event("click")
        expect(page.locator(".words .cancel")).to_be_attached()
        assert page.evaluate(WORDS) == []


def test_every_page_names_the_author_of_the_game(anna: Watched) -> None:
    page = anna.page
    # The first page comes last, because it creates an identity.
    for path in ("/create", "/learn", "/"):
        page.goto(path)
        expect(page.locator("#foot")).to_contain_text("a game by Leo Colovini")
        expect(page.locator("#foot")).to_contain_text("unofficial, free and open (MIT licence)")
    against_bots(page, "jamaica", 2)
    open_menu(page)
    expect(page.locator(".menu-panel")).to_contain_text("a game by Leo Colovini")


def test_new_cards_glow_until_our_next_move(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, {"preset": "jamaica", "hands": "open"}, "blue", "red")
    for seed in range(1, 20):
        move = drive(page, table, "retreat", seed)
        snapshot = ask(page, f"/tables/{table}")
        if snapshot["views"][0]["actions_left"] > 1:
            break
        ask(
            page,
            f"/tables/{table}/moves",
            {"move": move, "expected_seq": snapshot["expected_seq"], "key": move},
        )
    sit_down(page, table)
    settle(page)
    new_cards = page.locator(".hand .new-card")
    assert new_cards.count() == 0
    for number, notation in enumerate((move, "pass")):
        now = ask(page, f"/tables/{table}")["expected_seq"]
        ask(
            page,
            f"/tables/{table}/moves",
            {"move": notation, "expected_seq": now, "key": f"k{number}"},
        )
        expect(new_cards).to_have_count(0) if notation == "pass" else expect(
            new_cards.first
        ).to_be_visible()


def test_replays_the_last_round(anna: Watched) -> None:
    page = anna.page
    against_bots(page, "jamaica", 3)
    settle(page)
    open_drawer(page)
    again = page.get_by_role("button", name="Replay last round")
    expect(again).to_be_enabled(enabled=page.locator(".log .line").count() > 0)
    play(page, 3)
    settle(page)
    expect(page.locator(".line.first .pirate-art").first).to_be_attached()
    again.click()
    expect(page.locator(".line.pointed")).to_have_count(1)
    expect(page.locator(".line.pointed")).to_have_count(0, timeout=30_000)
