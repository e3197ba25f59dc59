"""A server with an empty compile cache: new games are played at once, and it says what it does."""

import time
from pathlib import Path

import httpx
import pytest

from tests.support.servers import PATIENCE, FreshServer, Server


def status(server: Server, seconds: float = 60) -> dict[str, object]:
    """What the server says of itself, as soon as it listens."""
    end = time.monotonic() + seconds
    while True:
        try:
            return dict(httpx.get(f"{server.url}/api/v1/status", timeout=5).json())
        except httpx.TransportError:
            assert time.monotonic() < end, server.log()
            time.sleep(0.05)


@pytest.mark.slow
def test_nobody_waits_for_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTAGENA_CACHE", str(tmp_path / "cache"))
    server = FreshServer(str(tmp_path / "test.db"), tmp_path / "server.log")
    server.launch()
    try:
        told = status(server)
        assert told["preparing"] == "rules"
        assert 0 <= int(str(told["percent"])) < 100
        person = server.person()
        begun = person.done(
            "/quick-start",
            {"rules": "everything", "players": 3, "level": "deckhand", "colour": "blue"},
        )
        for _ in range(4):
            seen = person.look(begun["id"])
            end = time.monotonic() + 30
            while not seen["legal"]:
                assert time.monotonic() < end, "the bots do not move"
                time.sleep(0.05)
                seen = person.look(begun["id"])
            assert (
                person.play(begun["id"], seen["legal"][0], seen["expected_seq"]).status_code == 200
            )
        assert httpx.get(f"{server.url}/readyz", timeout=5).status_code == 503
        later = status(server)
        assert later["preparing"] == "rules"
    finally:
        server.send_everybody_home()
        stopped = server.stop()
    assert stopped == 0, "a server can be stopped while it compiles"
    assert '"level": "error"' not in server.log().lower()


@pytest.mark.slow
def test_a_server_that_is_prepared_says_so(tmp_path: Path) -> None:
    server = FreshServer(str(tmp_path / "test.db"), tmp_path / "server.log")
    server.start()
    try:
        end = time.monotonic() + PATIENCE
        while (told := status(server))["preparing"] is not None:
            assert told["preparing"] in ("bots", "hints")
            assert time.monotonic() < end, "never done"
            time.sleep(0.05)
        assert told == {"preparing": None, "percent": 100}
    finally:
        assert server.stop() == 0
