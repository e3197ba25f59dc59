"""People together: two browsers, one screen, spectators, lost connections, a killed server."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cartagena import Game
from tests.support.servers import Server, running
from tests.web.chromium import Watched, person
from tests.web.player import (
    OVER,
    PATIENCE,
    against_bots,
    ask,
    at_one_screen,
    begin_to_play,
    drive,
    expected_seq,
    open_drawer,
    open_menu,
    play,
    play_out,
    quick_start,
    settle,
    sit_down,
    until_answered,
)

AWAY = "Connection lost."
NO_BOARD_AT_FIRST = """
const fetched = window.fetch;
window.boards_refused = 0;
window.fetch = (path, ...rest) => {
  if (window.boards_refused || !String(path).includes("/boards/")) return fetched(path, ...rest);
  window.boards_refused = 1;
  return Promise.resolve(new Response("", { status: 503 }));
};
"""
# A connection is cut silently: the stream looks open, but nothing arrives. Time runs faster here.
DEAF = """
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, heard) {
  listen.call(this, kind, (event) => (this.deaf ? window.unheard++ : heard(event)));
  window.source = this;
};
const now = Date.now;
window.later = 0;
window.unheard = 0;
Date.now = () => now() + window.later;
"""


def standing(page: Page) -> list[str]:
    """Return the places of all pirates on the page."""
    figures = page.locator(".table .pirate").evaluate_all(
        "all => all.map(one => one.dataset.colour + ' ' + one.dataset.place)"
    )
    return sorted(map(str, figures))


def expected_places(page: Page, table: str) -> list[str]:
    """Return the places of all pirates from the server."""
    pirates = ask(page, f"/tables/{table}")["views"][0]["pirates"]
    return sorted(
        f"{colour} {place}"
        for colour, places in pirates.items()
        for place, count in places.items()
        for _ in range(count)
    )


@pytest.mark.first
def test_plays_a_whole_game_in_two_browsers_with_a_spectator(
    browser: Browser, server: Server, anna: Watched, bert: Watched
) -> None:
    anna.page.goto("/create")
    anna.page.get_by_text("Short Escape").click()
    anna.page.get_by_text("All rule options").click()
    anna.page.get_by_label("End the game after this many turns").fill("4")
    anna.page.get_by_role("button", name="Create the table").click()
    anna.page.wait_for_url("**/table/*")
    expect(anna.page.get_by_text("Waiting for players")).to_be_visible()
    link = anna.page.get_by_label("Link to this table").input_value()

    bert.page.goto(link)
    bert.page.get_by_role("button", name="Sit here: Red").click()
    expect(anna.page.get_by_text("Everyone is here.")).to_be_visible()
    anna.page.get_by_role("button", name="Start the game").click()
    with person(browser, server.url) as carla:
        carla.page.goto(link)
        expect(carla.page.get_by_text("You’re watching.")).to_be_visible()
        pages = (anna.page, bert.page, carla.page)
        for page in pages:
            expect(page.locator(".table .pirate").first).to_be_attached()
        begin_to_play(anna.page, 1)
        begin_to_play(bert.page, 2)
        for page in pages:
            expect(page.locator(OVER)).to_be_visible(timeout=PATIENCE)
            expect(page.locator(".result")).to_contain_text("win")
        assert carla.page.locator(".hand").count() == 0
        assert standing(anna.page) == standing(bert.page) == standing(carla.page)
        assert standing(anna.page) == expected_places(anna.page, link.rpartition("/")[2])

    open_drawer(anna.page, "chat")
    anna.page.get_by_label("Write a message").fill("Ahoy <b>Bert</b>!")
    anna.page.get_by_role("button", name="Send", exact=True).click()
    expect(bert.page.locator(".bubble")).to_have_text("Pirate Ahoy <b>Bert</b>!")
    expect(anna.page.locator(".bubble")).to_have_count(0)
    expect(bert.page.locator(".drawer-button")).to_have_accessible_name(
        "Log and chat. 1 new message"
    )
    open_drawer(bert.page, "chat")
    expect(bert.page.locator(".unread")).to_have_count(0)
    expect(bert.page.locator(".chat-message")).to_contain_text("Ahoy <b>Bert</b>!")


def test_survives_a_reload_and_a_lost_connection_in_mid_turn(anna: Watched) -> None:
    page = anna.page
    table = quick_start(page, "escape")
    play(page, 1)
    settle(page)
    before = standing(page)
    assert before == expected_places(page, table)
    page.reload()
    settle(page)
    assert standing(page) == before
    anna.forgiving = True
    anna.context.set_offline(True)
    # The move is made offline. It must not be lost, and must count once.
    last_seq = expected_seq(page)
    page.locator(".pirate.movable").first.dispatch_event("click")
    page.locator(".buttons .move-button").first.dispatch_event("click")
    expect(page.locator(".table.busy")).to_be_attached()
    expect(page.get_by_text(AWAY)).to_be_visible()
    anna.context.set_offline(False)
    until_answered(page, last_seq)
    settle(page)
    expect(page.get_by_text(AWAY)).to_be_hidden()
    anna.forgiving = False
    log = ask(page, f"/tables/{table}")["log"]
    assert [line["seat"] for line in log].count("blue") == page.locator(".log .line.blue").count()
    assert standing(page) == expected_places(page, table)
    play(page, 1)


@pytest.mark.first
def test_survives_a_killed_server_in_mid_turn(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server, person(browser, server.url) as anna:
        page = anna.page
        page.set_default_timeout(PATIENCE)
        table = against_bots(page, {"preset": "short", "turn_limit": 6}, 2)
        play(page, 1)
        settle(page)
        before = standing(page)
        anna.forgiving = True
        server.kill()
        expect(page.get_by_text(AWAY)).to_be_visible()
        server.start()
        expect(page.get_by_text(AWAY)).to_be_hidden(timeout=30_000)
        anna.forgiving = False
        assert standing(page) == before
        lines = page.locator(".log .line").count()
        assert len(ask(page, f"/tables/{table}")["log"]) == lines
        play_out(page)
        assert Game.replay(ask(page, f"/tables/{table}/record")).over


@pytest.mark.browser
def test_plays_a_whole_game_of_four_at_one_screen(anna: Watched) -> None:
    page = anna.page
    page.goto("/create")
    page.get_by_text("Short Escape").click()
    for colour in ("blue", "red", "green", "yellow"):
        page.select_option(f"#seat-{colour}", "me")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    colours = set()
    for _ in range(14):
        settle(page)
        curtain = page.locator(".covered-hand button")
        if curtain.count():
            # A hand is covered until its player sits there.
            assert page.locator(".hand").count() == 0
            colours.add(curtain.inner_text())
        play(page, 1)
    assert len(colours) >= 3
    play_out(page)
    expect(page.locator(".result")).to_contain_text("wins!")


def test_covered_hand_cannot_be_played(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, "short", "blue", "red")
    sit_down(page, table)
    settle(page)
    # With covered cards the board highlights nothing, plays nothing and says nothing.
    assert page.locator(".covered-hand").count() == 1
    assert page.locator(".pirate.movable").count() == 0
    page.locator(".table .pirate").first.dispatch_event("click")
    assert page.locator(".target").count() == 0
    before = expected_seq(page)
    open_menu(page)
    page.get_by_label("Type a move").fill("hook jail")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator("#toast")).to_have_text("First confirm that you’re the one at the screen.")
    page.locator(".covered-hand button").click()
    expect(page.locator(".pirate.movable").first).to_be_attached()
    assert expected_seq(page) == before
    # After a turn the next player gets the screen.
    for _ in range(12):
        play(page, 1)
        settle(page)
        if page.locator(".covered-hand").count():
            break
    expect(page.locator(".covered-hand")).to_be_visible()


def test_log_at_one_screen_reveals_no_secret(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, "black-magic", "blue", "red")
    move = drive(page, table, "keep", 3)
    snapshot = ask(page, f"/tables/{table}")
    body = {"move": move, "expected_seq": snapshot["expected_seq"], "key": "keep"}
    ask(page, f"/tables/{table}/moves", body)
    sit_down(page, table)
    expect(page.locator(".log .line").last).to_contain_text("keeps a hidden card")


def test_fetches_a_failed_board_again(anna: Watched) -> None:
    page = anna.page
    table = at_one_screen(page, "short", "blue", "red")
    page.add_init_script(NO_BOARD_AT_FIRST)
    page.goto(f"/table/{table}")
    expect(page.locator(".table .pirate").first).to_be_attached()
    assert page.evaluate("() => window.boards_refused") == 1


def test_notices_a_silently_cut_connection(anna: Watched) -> None:
    page = anna.page
    page.add_init_script(DEAF)
    table = at_one_screen(page, "short", "blue", "red")
    sit_down(page, table)
    settle(page)
    before = expected_seq(page)
    page.evaluate("() => (window.source.deaf = true)")
    snapshot = ask(page, f"/tables/{table}")
    body = {
        "move": snapshot["legal"][0],
        "expected_seq": snapshot["expected_seq"],
        "key": "unheard",
    }
    ask(page, f"/tables/{table}/moves", body)
    page.wait_for_function("() => window.unheard > 0")
    assert expected_seq(page) == before
    page.evaluate("() => (window.later = 60_000)")
    until_answered(page, before)


def test_spectators_are_refused_where_not_allowed(anna: Watched, bert: Watched) -> None:
    closed = {"rules": "short", "seats": [{"colour": "blue", "kind": "me"}], "spectators": False}
    closed["seats"] = [{"colour": colour, "kind": "me"} for colour in ("blue", "red")]
    table = ask(anna.page, "/tables", closed)["id"]
    ask(anna.page, f"/tables/{table}/start", {})
    bert.forgiving = True
    bert.page.goto(f"/table/{table}")
    expect(bert.page.locator("main")).not_to_have_text("")
    assert bert.page.locator(".table .pirate").count() == 0
    open_table = at_one_screen(anna.page, "short", "blue", "red")
    sit_down(bert.page, open_table)
    expect(bert.page.get_by_text("You’re watching.")).to_be_visible()
