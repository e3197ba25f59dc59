"""A newcomer's first own move takes three presses. `make tour` also measures the time."""

import pytest
from playwright.sync_api import Browser

from tests.support.servers import Server
from tests.web import tour


@pytest.mark.parametrize("way", ["first-game", "play-now"])
def test_first_own_move_takes_three_presses(browser: Browser, server: Server, way: str) -> None:
    assert tour.visit(browser, server, (360, 640), way, None).presses <= tour.MAX_PRESSES
