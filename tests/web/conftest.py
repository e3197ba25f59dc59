"""Fixtures: one Chromium for all tests of a worker, and two people."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.programs import require
from tests.support.servers import Server
from tests.web.chromium import Watched, launch, person


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    require("Chromium")
    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


@pytest.fixture
def anna(browser: Browser, server: Server) -> Iterator[Watched]:
    with person(browser, server.url) as watched:
        yield watched


@pytest.fixture
def bert(browser: Browser, server: Server) -> Iterator[Watched]:
    with person(browser, server.url) as watched:
        yield watched
