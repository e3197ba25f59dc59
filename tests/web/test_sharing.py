"""Boards in frames of other pages, and the player aid on paper."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from tests.support.servers import Server
from tests.web.chromium import Watched, person

GAMES = ("Jamaica", "The Complete Escape", "Black Magic Woman")


@contextmanager
def another_site(body: str) -> Iterator[str]:
    """Serve a page at another address, and yield that address."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    site = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    Thread(target=site.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{site.server_port}/"
    finally:
        site.shutdown()
        site.server_close()


def test_another_page_shows_a_puzzle_in_a_frame_and_nothing_else(
    browser: Browser, server: Server
) -> None:
    frames = "".join(
        f'<iframe src="{server.url}{path}"></iframe>' for path in ("/embed/puzzle/3", "/")
    )
    with another_site(frames) as address, person(browser, server.url) as anna:
        anna.forgiving = True  # The browser reports the page that must not be framed.
        anna.page.goto(address)
        puzzle, page = (anna.page.frame_locator("iframe").nth(i) for i in range(2))
        expect(puzzle.locator("svg > a")).to_have_attribute("href", "/learn#puzzles")
        expect(page.locator("#main")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_player_aid_fits_on_one_sheet(anna: Watched, game: str) -> None:
    page = anna.page
    page.goto("/learn#rules")
    page.get_by_role("button", name=game, exact=True).click()
    expect(page.locator(".rules-page h1")).to_have_text(game)
    sheets = re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4"))
    assert len(sheets) == 1
