"""The analysis board: at a table against bots, and from a move of a replay."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.support.servers import Server, me, seat
from tests.web.chromium import Watched, person
from tests.web.inspect import cut_off, objections
from tests.web.player import (
    against_bots,
    ask,
    at_one_screen,
    drive,
    expected_seq,
    open_menu,
    settle,
    sit_down,
)

AWAY = "() => { history.pushState({}, '', '/'); dispatchEvent(new PopStateEvent('popstate')); }"
"""The effect of the browser's back button: another screen, without a press on the page."""
PATIENCE = 90_000
OPEN = {"preset": "short", "hands": "open"}


def values(page: Page) -> list[str]:
    return [
        str(one.get_attribute("data-move"))
        for one in page.locator(".analysis-board-values button").all()
    ]


def until_valued(page: Page) -> None:
    """Wait for the values, for which the server may have to start a process first."""
    board = page.locator("dialog.analysis-dialog[aria-busy=false]")
    expect(board.locator(".analysis-board-values button:enabled").first).to_be_visible(
        timeout=PATIENCE
    )


def test_explored_moves_do_not_change_the_table(anna: Watched) -> None:
    page = anna.page
    table = against_bots(page, OPEN, 2)
    settle(page)
    before = expected_seq(page)
    legal = ask(page, f"/tables/{table}")["legal"]
    open_menu(page)
    page.get_by_role("button", name="Analysis board").click()
    board = page.locator("dialog.analysis-dialog")
    until_valued(page)
    assert sorted(values(page)) == sorted(legal)
    expect(board.locator(".analysis-board-values b").first).to_contain_text("%")
    expect(board.get_by_role("button", name="Undo")).to_have_count(0)
    picture, dialog = (
        one.bounding_box() for one in (board.locator(".analysis-board-picture .board"), board)
    )
    assert picture is not None
    assert dialog is not None
    assert picture["width"] > 0.6 * dialog["width"]
    assert picture["height"] > 0.5 * dialog["height"]
    # Pointing at a move draws it, and pressing it plays it.
    advance = board.locator('.analysis-board-values [data-move*=" jail-"]').first
    advance.hover()
    expect(board.locator(".hint-move")).to_have_count(1)
    move = str(advance.get_attribute("data-move"))
    advance.click()
    history = board.locator(".analysis-board-history li")
    until_valued(page)
    expect(history).to_have_count(1)
    expect(history.locator("b")).to_contain_text("%")
    target = move.partition("-")[2]
    expect(board.locator(f'.pirate[data-colour=blue][data-place="{target}"]')).to_have_count(1)
    # The board takes moves, too, and everything can be undone.
    board.locator(".pirate.movable").first.dispatch_event("click")
    expect(board.locator(".target").first).to_be_attached()
    board.locator(".target").first.dispatch_event("click")
    until_valued(page)
    expect(history).to_have_count(2)
    board.get_by_role("button", name="Undo").click()
    expect(history).to_have_count(1)
    # Our turn is over, so the others play until it is ours again.
    board.locator(".analysis-board-values [data-move=pass]").click()
    expect(board.locator(".analysis-board-values li")).to_have_count(0, timeout=PATIENCE)
    board.get_by_role("button", name="Let the others play").click()
    until_valued(page)
    board.get_by_role("button", name="Start over").click()
    expect(history).to_have_count(0)
    assert sorted(values(page)) == sorted(legal)
    page.keyboard.press("Escape")
    expect(board).to_have_count(0)
    assert expected_seq(page) == before
    assert ask(page, f"/tables/{table}")["legal"] == legal


def test_opens_on_the_move_of_a_replay(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, {**OPEN, "turn_limit": 4}, "blue", "red")
    drive(page, table, "over")
    steps = ask(page, f"/tables/{table}/replay")
    at = next(n for n, step in enumerate(steps) if n and step["seat"] != steps[n + 1]["seat"])
    page.goto(f"/table/{table}?move={at}")
    page.locator(".theatre-more summary").click()
    page.locator(".theatre .analysis-board").click()
    until_valued(page)
    assert steps[at + 1]["move"] in values(page)
    page.locator(".analysis-dialog").get_by_role("button", name="Close").click()
    page.locator(".theatre .scrubber").fill(str(len(steps) - 1))
    expect(page.locator(".theatre .analysis-board")).to_be_disabled()


def test_is_accessible_and_cuts_no_text_off(browser: Browser, server: Server) -> None:
    """axe checks dark mode, Hebrew, and the longest language on a phone."""
    sizes = {"he": (1280, 900), "hu": (360, 740)}
    for language, (width, height) in sizes.items():
        options: dict[str, Any] = {
            "locale": language,
            "viewport": {"width": width, "height": height},
        }
        with person(browser, server.url, color_scheme="dark", **options) as anna:
            against_bots(anna.page, {"preset": "everything", "hands": "open"}, 2)
            settle(anna.page)
            open_menu(anna.page)
            anna.page.locator(".analysis-board").click()
            buttons = anna.page.locator(".analysis-board-values button")
            until_valued(anna.page)
            buttons.first.click()
            # The next choice may belong to another player, for whom no values are shown.
            expect(
                anna.page.locator(
                    "dialog.analysis-dialog[aria-busy=false] .analysis-board-history li"
                )
            ).to_have_count(1, timeout=PATIENCE)
            assert objections(anna.page) == []
            assert cut_off(anna.page) == []
            anna.page.evaluate(AWAY)
            expect(anna.page.locator("dialog")).to_have_count(0)


def test_is_not_available_with_other_people(server: Server, anna: Watched) -> None:
    host = server.person("Bert")
    table = host.table(me("red"), seat("blue"), rules="short")
    ask(anna.page, f"/tables/{table}/join", {"seat": "blue"})
    host.done(f"/tables/{table}/start")
    sit_down(anna.page, table)
    for _ in range(8):
        snapshot = host.look(table)
        if not snapshot["legal"]:
            break
        assert host.play(table, snapshot["legal"][0], snapshot["expected_seq"]).status_code == 200
    settle(anna.page)
    open_menu(anna.page)
    expect(anna.page.locator(".tools .share-button")).to_be_visible()
    expect(anna.page.locator(".analysis-board")).to_be_hidden()
