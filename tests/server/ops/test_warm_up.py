"""The warm-up of a server with an empty cache: new games are playable at once."""

import time
from pathlib import Path

import httpx
import pytest

from tests.support.servers import PATIENCE, FreshServer, Server


def status(server: Server, seconds: float = 60) -> dict[str, object]:
    """Return the status of the server as soon as it listens."""
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
        current = status(server)
        assert current["preparing"] == "rules"
        assert 0 <= int(str(current["percent"])) < 100
        person = server.person()
        table = person.done(
            "/quick-start",
            {"rules": "everything", "players": 3, "level": "deckhand", "colour": "blue"},
        )
        for _ in range(4):
            snapshot = person.look(table["id"])
            end = time.monotonic() + 30
            while not snapshot["legal"]:
                assert time.monotonic() < end, "the bots do not move"
                time.sleep(0.05)
                snapshot = person.look(table["id"])
            response = person.play(table["id"], snapshot["legal"][0], snapshot["expected_seq"])
            assert response.status_code == 200
        assert httpx.get(f"{server.url}/readyz", timeout=5).status_code == 503
        later = status(server)
        assert later["preparing"] == "rules"
    finally:
        server.send_everybody_home()
        stopped = server.stop()
    assert stopped == 0, "a server can be stopped while it compiles"
    assert '"level": "error"' not in server.log().lower()


@pytest.mark.slow
def test_reports_when_everything_is_ready(tmp_path: Path) -> None:
    server = FreshServer(str(tmp_path / "test.db"), tmp_path / "server.log")
    server.start()
    try:
        end = time.monotonic() + PATIENCE
        while (current := status(server))["preparing"] is not None:
            assert current["preparing"] in ("bots", "hints")
            assert time.monotonic() < end, "never done"
            time.sleep(0.05)
        assert current == {"preparing": None, "percent": 100}
    finally:
        assert server.stop() == 0
