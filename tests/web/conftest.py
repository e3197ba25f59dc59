"""One server and one Chromium for all tests of a worker."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.programs import require
from tests.support.servers import Server, running
from tests.web.chromium import Watched, launch, person


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    require("Chromium")
    with running(tmp_path_factory.mktemp("web")) as started:
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
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
