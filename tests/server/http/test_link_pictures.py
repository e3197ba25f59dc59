"""Pictures for links: the board as a spectator sees it, and nothing of private tables."""

import asyncio
import re
import struct
from pathlib import Path
from random import Random
from typing import Any

from cartagena.server.http.routes.site import site
from cartagena.server.link_pictures import SIZE, LinkPictures, spectator_svg
from cartagena.server.tables.events import Started
from cartagena.server.tables.table import Table
from tests.simulation.twins import twin
from tests.support.servers import Person, me, running
from tests.support.tables import ENTROPY, any_move, created, then


def begun(**more: Any) -> Table:
    """Return a game of a few moves, with hidden hands."""
    table = then(created(**more), Started(ENTROPY, []), 1000)[0]
    rng = Random(2)
    for _ in range(8):
        table = then(table, any_move(table, rng), 2000)[0]
    return table


def test_two_worlds_that_a_spectator_cannot_tell_apart_have_one_picture() -> None:
    table = begun()
    other = twin(table, "stranger")
    assert other is not None
    assert table.game is not None
    assert other.game is not None
    assert other.game.position() != table.game.position()
    assert spectator_svg(other.game) == spectator_svg(table.game)


def test_private_tables_and_those_before_the_game_have_none() -> None:
    for table in (created(), begun(spectators=False), begun(duplicate="x")):
        assert asyncio.run(LinkPictures().of(table)) is None


def image_of(person: Person, table: str) -> str:
    page = person.http.get(f"/table/{table}").text
    found = re.search(r'property="og:image" content="https://play.example.org([^"]+)"', page)
    assert found
    return found[1]


def test_a_link_shows_the_board_of_the_moment(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://play.example.org") as server:
        anna = server.person("Anna")
        table = anna.table(me("blue"), me("red"), rules="short")
        assert image_of(anna, table).endswith("/previews/short.png")
        anna.done(f"/tables/{table}/start")
        path = image_of(anna, table)
        assert path == f"/table/{table}/preview.png"

        def picture() -> bytes:
            response = anna.http.get(path)
            assert (response.status_code, response.headers["content-type"]) == (200, "image/png")
            return response.content

        first = picture()
        assert first.startswith(b"\x89PNG")
        assert struct.unpack("!II", first[16:24]) == SIZE
        assert len(first) < 300_000
        assert picture() == first
        snapshot = anna.look(table)
        anna.play(table, snapshot["legal"][0], snapshot["expected_seq"])
        assert picture() != first
        # Nothing of a private table is shown, not even to its owner's browser.
        private = anna.table(me("blue"), me("red"), rules="short", spectators=False)
        anna.done(f"/tables/{private}/start")
        assert image_of(anna, private).endswith("/previews/short.png")
        shown = anna.http.get(f"/table/{private}/preview.png")
        assert shown.content == site().files["previews/short.png"]
        assert anna.http.get("/table/0123456789abcdef/preview.png").status_code == 404
    with running(tmp_path) as server:
        assert server.person().http.get(path).status_code == 404  # no public address
