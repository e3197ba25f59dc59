"""A newcomer's first jump takes at most four presses. `make tour` also measures the time."""

import pytest
from playwright.sync_api import Browser

from tests.support.servers import Server
from tests.web import tour


@pytest.mark.parametrize("way", ["first-game", "play-now"])
def test_first_jump_takes_at_most_four_presses(browser: Browser, server: Server, way: str) -> None:
    assert tour.visit(browser, server, (360, 640), way).presses <= tour.MAX_PRESSES
