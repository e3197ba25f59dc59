"""Boards for frames of other pages: only finished games and puzzles, and nothing else may be framed."""

import xml.etree.ElementTree as ET
from random import Random

import httpx
import pytest

from tests.support.servers import SHORT, Server, me, play_out, seat


def fetch(server: Server, path: str) -> httpx.Response:
    return httpx.get(f"{server.url}{path}", trust_env=False)


def finished_table(server: Server, *, spectators: bool = True) -> str:
    anna = server.person("Anna")
    table = anna.table(me("blue"), me("red"), rules=SHORT, spectators=spectators)
    anna.done(f"/tables/{table}/start")
    play_out([anna], table, Random(1))
    return table


def link_of(picture: str) -> str:
    link = ET.fromstring(picture).find("{http://www.w3.org/2000/svg}a")
    assert link is not None
    assert link.get("target") == "_top"
    return link.get("href") or ""


def test_the_end_of_a_game_may_be_framed_by_any_page(server: Server) -> None:
    table = finished_table(server)
    answer = fetch(server, f"/embed/table/{table}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "x-frame-options" not in answer.headers
    assert link_of(answer.text) == f"/table/{table}"


def test_a_puzzle_may_be_framed(server: Server) -> None:
    answer = fetch(server, "/embed/puzzle/1")
    assert answer.status_code == 200
    assert link_of(answer.text) == "/learn#puzzles"
    assert fetch(server, "/embed/puzzle/100000").status_code == 404
    assert fetch(server, "/embed/puzzle/0").status_code in (400, 404)


def test_a_running_game_and_one_without_spectators_show_nothing(server: Server) -> None:
    anna = server.person("Anna")
    running = anna.table(me("blue"), seat("red", "bot"))
    assert fetch(server, f"/embed/table/{running}").status_code == 409
    assert (
        fetch(server, f"/embed/table/{finished_table(server, spectators=False)}").status_code == 403
    )
    assert fetch(server, "/embed/table/AAAAAAAAAAAAAAAA").status_code == 404


@pytest.mark.parametrize("path", ["/", "/learn", "/daily", "/embed/table/AAAAAAAAAAAAAAAA"])
def test_nothing_else_may_be_framed(server: Server, path: str) -> None:
    headers = fetch(server, path).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
