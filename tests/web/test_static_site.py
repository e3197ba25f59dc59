"""The client as a folder on a static host, in a folder of that host: `make site`."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from cartagena import Game
from cartagena.daily.check import Rejection, check_moves
from cartagena.daily.deal import FIRST_DAY, open_seed
from cartagena.server.http.routes.site import Site
from tests.support.servers import free_port
from tests.web.chromium import Watched, person
from tests.web.player import play_out
from tests.web.test_daily import PATIENCE
from tests.web.test_local_tables import CREATE, PLAY, RECORD, VERY_SHORT, bots_without_pauses
from tools.static_site import write_site

FOLDER = "games/cartagena"
"""The path of the site on its host."""
IS_WAITING = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
"""True once a new version is cached and waits until no page uses the old one."""


@contextmanager
def static_host(root: Path) -> Iterator[str]:
    """Serve a folder with the server of Python's library, and yield the address of the site."""
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    process = subprocess.Popen(
        [*command, "--directory", str(root)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}/{FOLDER}/"
    try:
        for _ in range(200):
            try:
                httpx.get(address)
                break
            except httpx.ConnectError:
                time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / FOLDER, Site())
    return folder


@pytest.fixture(scope="module")
def site(root: Path) -> Iterator[str]:
    with static_host(root) as address:
        yield address


@pytest.fixture
def anna(browser: Browser, site: str) -> Iterator[Watched]:
    with person(browser, site) as watched:
        yield watched


def open_home(page: Page, site: str) -> None:
    """Open the first page."""
    page.goto(site)
    expect(page.locator(".home .pirate").first).to_be_attached()


def go_to(page: Page, path: str) -> None:
    """Go to another screen as a link would."""
    page.evaluate("(path) => { location.hash = path; }", path)


def start_short_game(page: Page) -> str:
    """Create a table and go there."""
    table: str = page.evaluate(CREATE, [VERY_SHORT, "drunk"])
    go_to(page, f"/table/{table}")
    expect(page.locator(".table .board .pirate").first).to_be_attached()
    return table


def settle_worker(page: Page) -> None:
    """Wait until the service worker has cached everything and serves this page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def random_record(rules: Any) -> str:
    """Return the record of a random game."""
    game, random = Game(rules, 2, 5), Random(5)
    while not game.over:
        game.push(random.choice(game.legal_moves))
    return json.dumps(game.record())


def test_a_game_is_played_to_its_end(anna: Watched, site: str) -> None:
    page = anna.page
    open_home(page, site)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/#/table/local-*")
    expect(page.locator(".table .board .pirate").first).to_be_attached()
    table = start_short_game(page)
    play_out(page)
    expect(page.locator(".result")).to_be_visible()
    assert Game.replay(json.loads(page.evaluate(RECORD, table))).over
    go_to(page, "/profile")
    expect(page.locator(".tally").first).to_contain_text("Custom rules")
    page.locator(".past-games").get_by_role("link", name="Replay").click()
    expect(page.locator(".theatre .pirate").first).to_be_attached()


SCREENS = [
    ("/create", "Everyone shares the screen of this device", "anyone can find this table"),
    ("/tables", "someone has to run a table server", "Find a game"),
    ("/profile", "Your results", "recovery link"),
    ("/learn", "Tutorial", "Page not found"),
    ("/learn#puzzles", "Puzzle", "Page not found"),
    ("/learn#rules", "Rules", "Page not found"),
    ("/voyage", "voyage", "Page not found"),
]
"""Address of a screen, a text that it shows and one that it does not show."""


def test_screens_offer_only_what_works_without_a_server(anna: Watched, site: str) -> None:
    page = anna.page
    open_home(page, site)
    for path, shown, hidden in SCREENS:
        go_to(page, path)
        expect(page.locator("#main")).to_contain_text(shown)
        expect(page.locator("#main")).not_to_contain_text(hidden)
        page.reload()
        expect(page.locator("#main")).to_contain_text(shown)
        expect(page.locator("#main")).not_to_contain_text(hidden)


def test_links_lead_to_screens_and_back(anna: Watched, site: str) -> None:
    page = anna.page
    open_home(page, site)
    page.get_by_role("link", name="Learn to play").click()
    expect(page).to_have_url(f"{site}#/learn")
    page.get_by_role("link", name="Puzzles").click()
    expect(page).to_have_url(f"{site}#/learn#puzzles")
    page.go_back()
    expect(page).to_have_url(f"{site}#/learn")
    page.get_by_role("link", name="Cartagena").first.click()
    expect(page.locator(".home")).to_be_visible()


def test_two_people_play_at_one_screen(anna: Watched, site: str) -> None:
    page = anna.page
    open_home(page, site)
    go_to(page, "/create")
    page.get_by_label("Red", exact=True).select_option("me")
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/#/table/local-*")
    expect(page.locator(".table .board .pirate").first).to_be_attached()
    state = "async () => (await import(document.querySelector('script[type=module]').src.replace('main', 'net/api'))).fetchTable(location.hash.split('/').at(-1))"
    assert page.evaluate(state)["you"] == ["blue", "red"]


def test_a_pasted_record_is_replayed_and_analysed(anna: Watched, site: str) -> None:
    page = anna.page
    open_home(page, site)
    go_to(page, "/record")
    page.get_by_label("Or paste the record here").fill('{"moves": 3}')
    page.get_by_role("button", name="Open the game").click()
    expect(page.get_by_role("alert").first).not_to_be_empty()
    page.get_by_label("Or paste the record here").fill(random_record(VERY_SHORT))
    page.get_by_role("button", name="Open the game").click()
    page.get_by_role("button", name="See where it turned").click()
    expect(page.locator(".theatre .accounts").first).to_be_visible(timeout=60_000)


def test_puzzles_and_the_first_game_start(anna: Watched, site: str) -> None:
    page = anna.page
    open_home(page, site)
    go_to(page, "/learn#puzzles")
    page.locator(".puzzle-list button, .learn-part .action.main, .learn-part .big").first.click()
    page.wait_for_url("**/#/table/local-*")
    expect(page.locator(".table .board .pirate.movable").first).to_be_attached()
    go_to(page, "/learn")
    page.get_by_role("button", name="Your first game").click()
    page.wait_for_url("**/#/table/local-*")
    expect(page.locator(".table .board .pirate.movable").first).to_be_attached()


def test_the_daily_escape_follows_from_the_date(anna: Watched, site: str) -> None:
    page = anna.page
    with bots_without_pauses(anna.context):
        page.goto(f"{site}#/daily#2026-11-02")
        page.get_by_role("button", name="Play this day").click()
        page.wait_for_url("**/table/local-*")
        page.evaluate(PLAY, page.url.rpartition("/")[2])
    expect(page.locator(".daily-line .turn-symbols")).to_be_visible(timeout=PATIENCE)
    record = json.loads(page.evaluate(RECORD, page.url.rpartition("/")[2]))
    day = FIRST_DAY + 1
    assert not isinstance(check_moves(day, open_seed(day), record["moves"]), Rejection)
    page.get_by_role("link", name="All results and past days").click()
    expect(page.locator(".day.played, .day.won")).to_have_count(1)
    expect(page.locator(".daily-results h2")).to_have_count(0)


def test_works_without_a_connection(browser: Browser, site: str) -> None:
    with person(browser, site, service_workers="allow") as anna:
        page = anna.page
        open_home(page, site)
        settle_worker(page)
        table = start_short_game(page)
        anna.forgiving = True
        anna.context.set_offline(True)
        page.reload()
        expect(page.locator(".table .board .pirate").first).to_be_attached()
        page.evaluate(PLAY, table)
        assert Game.replay(json.loads(page.evaluate(RECORD, table))).over
        anna.context.set_offline(False)


def test_a_new_version_replaces_the_old_one_and_continues_its_games(
    browser: Browser, tmp_path: Path
) -> None:
    old, new = Site(), Site()
    new.version = "0123456789abcdef"
    write_site(tmp_path / FOLDER, old)
    with (
        static_host(tmp_path) as address,
        person(browser, address, service_workers="allow") as anna,
    ):
        page = anna.page
        open_home(page, address)
        settle_worker(page)
        table = start_short_game(page)
        write_site(tmp_path / FOLDER, new)
        page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
        while not page.evaluate(IS_WAITING):
            page.wait_for_timeout(200)
        # The open page stays with its version. The next one has the new version.
        page.goto("about:blank")
        page.wait_for_timeout(1000)
        page.goto(f"{address}#/table/{table}")
        expect(page.locator(".table .board .pirate").first).to_be_attached()
        assert page.evaluate("caches.keys()") == [f"cartagena-{new.version}"]
        script = page.locator("script[type=module]").get_attribute("src")
        assert script is not None
        assert new.version in script
        page.evaluate(PLAY, table)
