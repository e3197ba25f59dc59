"""A database that is locked, silent or cut off: reported, survived, nothing lost."""

import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy.engine import make_url

from tests.support.command import cartagena
from tests.support.postgres import postgres
from tests.support.proxy import Proxy
from tests.support.servers import Person, Server, me, running
from tests.support.waiting import wait_until

IMPATIENT = {"database_seconds": "1"}


def readiness(server: Server) -> tuple[int, dict[str, Any]]:
    answer = httpx.get(f"{server.url}/readyz", timeout=30)
    return answer.status_code, answer.json()


def wait_for(server: Server, status: int) -> str:
    """Wait until `/readyz` has this status, and return its reason."""
    wait_until(lambda: readiness(server)[0] == status)
    return str(readiness(server)[1]["reason"])


def started(anna: Person) -> str:
    table = anna.table(me("blue"), me("red"))
    anna.done(f"/tables/{table}/start")
    return table


def assert_not_saved(answer: httpx.Response) -> None:
    assert answer.status_code == 503, answer.text
    assert "save" in answer.json()["detail"]
    assert int(answer.headers["retry-after"]) >= 1


def test_survives_a_locked_sqlite_file(tmp_path: Path) -> None:
    with running(tmp_path, **IMPATIENT) as server:
        anna = server.person()
        table = started(anna)
        snapshot = anna.look(table)
        other = sqlite3.connect(tmp_path / "test.db", timeout=30, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert_not_saved(
            anna.play(table, snapshot["legal"][0], snapshot["expected_seq"], key="again")
        )
        assert_not_saved(anna.post("/identity", {"name": "Bert", "kind": "token"}))
        assert anna.look(table)["expected_seq"] == snapshot["expected_seq"]
        assert "the database" in wait_for(server, 503)
        other.execute("ROLLBACK")
        other.close()
        wait_for(server, 200)
        response = anna.play(table, snapshot["legal"][0], snapshot["expected_seq"], key="again")
        assert response.status_code == 200, response.text
        assert "cartagena_failed_writes_total 1.0" in server.metrics()


def test_survives_a_silent_and_a_cut_connection_to_postgresql(tmp_path: Path) -> None:
    """The bounds are generous. The point is that nothing waits forever."""
    with postgres() as address, Proxy(make_url(address).port or 5432) as proxy:
        through = make_url(address).set(host="127.0.0.1", port=proxy.port)
        migrated = cartagena("admin", "migrate", "--database", address)
        assert migrated.returncode == 0, migrated.stderr
        with running(tmp_path, through.render_as_string(), **IMPATIENT) as server:
            anna = server.person()
            table = started(anna)
            move_while(anna, server, table, proxy.silence, proxy.heal)
            move_while(anna, server, table, proxy.cut, lambda: None)
            proxy.silence()
            assert server.process is not None
            began = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - began < 25


def move_while(anna: Person, server: Server, table: str, breaks: Any, heals: Any) -> None:
    """Move during a fault. The move succeeds or is refused in time, and is made only once."""
    snapshot = anna.look(table)
    move, silent = snapshot["legal"][0], breaks.__name__ == "silence"
    breaks()
    answer = anna.play(table, move, snapshot["expected_seq"], key=breaks.__name__)
    if silent:
        assert_not_saved(answer)
        wait_for(server, 503)
    else:
        assert answer.status_code in (200, 503), answer.text
    heals()
    wait_for(server, 200)
    again = anna.play(table, move, snapshot["expected_seq"], key=breaks.__name__)
    assert again.status_code == 200, again.text
    assert again.json()["seq"] == snapshot["seq"] + 1
