"""The client in Firefox: `make browser`."""

import json
from pathlib import Path
from typing import Any

import pytest

from cartagena import Game
from cartagena.server.http.routes.site import Site
from tests.support.servers import SHORT, Server
from tests.web.firefox import firefox
from tests.web.test_local_tables import CREATE, PLAY, QUICK_START, RECORD
from tests.web.test_static_site import FOLDER, static_host
from tools.static_site import write_site

pytestmark = pytest.mark.browser

HAS_BOARD = "document.querySelector('.table .board .pirate')"
IS_READY = "document.querySelector('.home .pirate')"
OFFLINE_READY = "navigator.serviceWorker.controller !== null"


def test_plays_on_a_server(server: Server, tmp_path: Path) -> None:
    with firefox(tmp_path / "profile") as page:
        page.open(server.url)
        page.wait_for(IS_READY)
        table = page.evaluate(QUICK_START, SHORT)
        page.open(f"{server.url}/table/{table}")
        page.wait_for(HAS_BOARD)
        page.evaluate(PLAY, table)
        page.wait_for("document.querySelector('.result')")
        assert Game.replay(json.loads(page.evaluate(RECORD, table))).over


def test_plays_without_a_server_and_offline(tmp_path: Path) -> None:
    write_site(tmp_path / FOLDER, Site())
    with firefox(tmp_path / "profile") as page:
        with static_host(tmp_path) as address:
            page.open(address)
            page.wait_for(IS_READY)
            page.wait_for(OFFLINE_READY)
            table: Any = page.evaluate(CREATE, [SHORT, "drunk"])
            page.open(f"{address}#/table/{table}")
            page.wait_for(HAS_BOARD)
        # The host is gone. The page is in the browser's cache, and the game in its database.
        page.open("about:blank")
        page.open(f"{address}#/table/{table}")
        page.wait_for(HAS_BOARD)
        page.evaluate(PLAY, table)
        page.wait_for("document.querySelector('.result')")
        assert Game.replay(json.loads(page.evaluate(RECORD, table))).over
