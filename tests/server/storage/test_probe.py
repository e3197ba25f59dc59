"""The write probe reports whether the database is writable, and why not."""

import logging
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from cartagena.server.storage import database, probe
from cartagena.server.storage.probe import WriteProbe
from tests.support.servers import me, running


async def _reason(path: Path, timeout: float = 30.0) -> str:
    engine = database.connect(database.read_url(str(path)), timeout=1)
    try:
        probe = WriteProbe(engine, timeout)
        assert probe.age is None
        await probe.check()
        assert probe.age is not None
        return probe.reason
    finally:
        await engine.dispose()


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    path = tmp_path / "test.db"
    await database.prepare(database.read_url(str(path)))
    return path


async def test_a_writable_database_has_no_reason(path: Path) -> None:
    assert await _reason(path) == ""


async def test_logs_failures_and_recoveries_but_no_first_success(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = database.connect(database.read_url(str(path)), timeout=1)
    probe = WriteProbe(engine, 1)
    with caplog.at_level(logging.INFO, logger="cartagena.server"):
        await probe.check()
        assert not caplog.messages
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN EXCLUSIVE")
            await probe.check()
        await probe.check()
    await engine.dispose()
    assert len(caplog.messages) == 2
    assert caplog.messages[1] == "the database is writable again"


async def test_reports_a_locked_database(path: Path) -> None:
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await _reason(path, timeout=0.2) == "the database does not answer"
    other.close()


async def test_reports_a_read_only_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TRIGGER refuse BEFORE UPDATE ON alembic_version "
            "BEGIN SELECT RAISE(ABORT, 'refused'); END"
        )
    connection.close()
    assert (await _reason(path)).startswith("the database cannot be written")


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
async def test_reports_a_full_disk(path: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, before[1]))
    try:
        reason = await _reason(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert reason.startswith("the database cannot be written")
    assert await _reason(path) == ""


async def test_an_old_result_is_not_valid(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "STALE_SECONDS", -31.0)
    assert await _reason(path) == "the database does not answer"


async def test_reports_a_deleted_database(path: Path) -> None:
    """Connections still write into the deleted file, and everything would be lost."""
    engine = database.connect(database.read_url(str(path)), timeout=1)
    probe = WriteProbe(engine)
    await probe.check()
    assert probe.reason == ""
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()
    await probe.check()
    assert probe.reason == "the file of the database was deleted or replaced"
    with pytest.raises(DBAPIError):
        await database.write(engine, lambda connection: connection.execute(text("SELECT 1")))
    assert not path.exists(), "no empty database takes its place"
    await engine.dispose()


@pytest.mark.slow
def test_a_server_acknowledges_nothing_once_its_database_is_deleted(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = server.person("Anna")
        table = anna.table(me("blue"), me("red"))
        for file in tmp_path.glob("test.db*"):
            if file.suffix != ".lock":
                file.unlink()
        seats = [me("blue"), me("red")]
        answers = [
            anna.post(f"/tables/{table}/start"),
            anna.post("/tables", {"seats": seats}),
            anna.http.post("/api/v1/identity", json={"name": "Bert", "kind": "token"}),
        ]
        assert [answer.status_code for answer in answers] == [503, 503, 503]
        assert all("retry-after" in answer.headers for answer in answers)
