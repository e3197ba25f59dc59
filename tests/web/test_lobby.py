"""Finding players: where it is our turn, the page of tables, and quick matches."""

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from cartagena import Game
from tests.support.servers import Person, Server, me, seat
from tests.web.chromium import Watched, person
from tests.web.player import ask, at_one_screen
from tools import catalogues

TURNS = re.compile(r"/api/v1/turns$")


def row(page: Page, table: str) -> Any:
    """Return a table in one of the lists."""
    return page.locator(f'.lobby [data-table="{table}"]')


def test_home_shows_first_where_it_is_our_turn(anna: Watched) -> None:
    page = anna.page
    page.goto("/")
    expect(page.locator(".home .pirate").first).to_be_attached()
    expect(page.locator(".home-continue a")).to_have_count(0)
    expect(page.locator(".turn-badge")).to_be_hidden()
    first = at_one_screen(page, "short", "blue", "red")
    page.goto("/")
    link = page.get_by_role("link", name="Your turn at 1 table")
    expect(link.and_(page.locator("main a"))).to_have_attribute("href", f"/table/{first}")
    expect(page.locator(".turn-badge")).to_have_text("1")
    # The list comes before everything else.
    expect(page.locator(".home-panel :is(a, button)").first).to_have_attribute(
        "href", f"/table/{first}"
    )
    # A page that is already open is updated, too.
    second = at_one_screen(page, "short", "blue", "red")
    with page.expect_response(TURNS):
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_role("main").get_by_role("link", name="Your turn at 2 tables").click()
    page.wait_for_url("**/tables")
    for table in (first, second):
        expect(row(page, table).locator(".tag.due")).to_have_text("Your turn")
    # The badge does not count the open table.
    row(page, first).locator("a").click()
    page.wait_for_url(f"**/table/{first}")
    expect(page.locator(".turn-badge")).to_have_text("1")


def test_lists_only_the_newest_practice_game(anna: Watched) -> None:
    page = anna.page
    position = Game("short", 2, seed=1).position()
    body = {"position": position, "seat": position["turn"], "level": "drunk"}
    practice = [ask(page, "/start-from", body)["id"] for _ in range(3)]
    real = at_one_screen(page, "short", "blue", "red")
    for path in ("/", "/tables"):
        page.goto(path)
        # Other tests may have left public tables on the server.
        for table in (real, practice[-1]):
            expect(page.locator(f".listing [data-table='{table}']")).to_have_count(1)
        for table in practice[:-1]:
            expect(page.locator(f".listing [data-table='{table}']")).to_have_count(0)


def test_page_of_tables_updates_itself(anna: Watched, server: Server) -> None:
    page = anna.page
    page.goto("/tables")
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    host = server.person("Wilhelmina")
    table = host.table(
        me("blue"), seat("red"), seat("green", "bot"), public=True, seconds=90, rules="tortuga"
    )
    running = host.table(me("blue"), me("red"), public=True, rules="escape")
    host.done(f"/tables/{running}/start")
    item = row(page, table)
    expect(item).to_contain_text("Tortuga")
    expect(item).to_contain_text("Wilhelmina")
    expect(item).to_contain_text("2 of 3 seats taken · 1 bot · 90 seconds per turn")
    expect(item).to_contain_text("the host is away")
    with host.stream(table):
        expect(item).not_to_contain_text("the host is away")
    expect(row(page, running)).to_contain_text("2 players · no time limit")
    expect(row(page, running).get_by_role("link", name="Watch: Escape")).to_be_visible()
    item.get_by_role("button", name="Join: Tortuga").click()
    page.wait_for_url(f"**/table/{table}")
    expect(page.locator(".waiting-room .seat.red .who")).to_contain_text("(you)")
    page.goto("/tables")
    expect(page.locator(".lobby section").first.locator(f'[data-table="{table}"]')).to_be_visible()
    host.done(f"/tables/{table}/close")
    expect(row(page, table)).to_have_count(0)


def test_says_that_a_seat_was_just_taken(anna: Watched, server: Server) -> None:
    page = anna.page
    anna.forgiving = True
    host = server.person("Host")
    table = host.table(me("blue"), seat("red"), public=True)
    page.goto("/tables")
    join = row(page, table).get_by_role("button")
    expect(join).to_be_visible()
    page.route("**/api/v1/lobby", lambda route: route.abort())
    server.person("Cleo").done(f"/tables/{table}/join")
    join.click()
    expect(page.locator("#toast")).to_have_text("There are no open seats.")


def find_a_game(page: Page, game: str) -> str:
    """Ask for a quick match and return the table."""
    page.goto("/tables")
    page.get_by_label("Game", exact=True).select_option(game)
    page.get_by_role("button", name="Find a game").click()
    page.wait_for_url("**/table/*")
    return page.url.rpartition("/")[2]


def test_quick_match_starts_with_two_players(anna: Watched, bert: Watched) -> None:
    table = find_a_game(anna.page, "island")
    expect(anna.page.get_by_text("Looking for another player…")).to_be_visible()
    assert find_a_game(bert.page, "island") == table
    for one in (anna, bert):
        expect(one.page.locator(".table .board .pirate").first).to_be_attached()
    # Both have contributed to the shuffle after they saw the server's commitment.
    assert ask(anna.page, f"/tables/{table}/fairness")["server_entropy_seats"] == []


def test_bot_can_take_the_open_seat(anna: Watched) -> None:
    page = anna.page
    table = find_a_game(page, "long")
    page.get_by_role("button", name="Play against a bot now").click()
    expect(page.locator(".table .board .pirate").first).to_be_attached()
    seats = ask(page, f"/tables/{table}")["table"]["seats"]
    assert [one["kind"] for one in seats] == ["player", "bot"]


def test_waiting_player_moves_to_an_older_table(anna: Watched, server: Server) -> None:
    """This happens if two nodes each create a table at the same moment."""
    page = anna.page
    page.clock.install()
    host = server.person("Host")
    older = open_unseen(host)
    with host.stream(older):
        own = find_a_game(page, "filibusters")
        assert own != older
        expect(page.get_by_text("Looking for another player…")).to_be_visible()
        host.done(f"/tables/{older}/seats/red", {"kind": "open"})
        page.clock.run_for(6000)
        page.wait_for_url(f"**/table/{older}")
    assert ask(page, f"/tables/{own}")["table"]["status"] == "closed"
    expect(page.locator(".waiting-room .seat.red .who")).to_contain_text("(you)")


def open_unseen(host: Person) -> str:
    """Create a public table that has no open seat yet."""
    return host.table(me("blue"), seat("red", "bot"), public=True, rules="filibusters")


def test_head_of_the_page_fits_a_phone(browser: Browser, server: Server) -> None:
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    with person(browser, server.url, viewport={"width": 360, "height": 640}) as one:
        at_one_screen(one.page, "short", "blue", "red")
        one.page.goto("/tables")
        expect(one.page.locator(".turn-badge")).to_have_text("1")
        for language in ("en", *catalogues.LANGUAGES):
            one.page.locator("#language").select_option(language)
            expect(one.page.locator("html")).to_have_attribute("lang", language)
            expect(one.page.locator(".lobby h1")).not_to_be_empty()
            assert one.page.evaluate(wide) <= 0, language
