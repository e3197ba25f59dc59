"""The writer for PostgreSQL: a broken connection is replaced, whatever its driver reports."""

import asyncio
from typing import Any

import asyncpg
import pytest

from cartagena.server.metrics import Metrics
from cartagena.server.storage import database
from cartagena.server.storage.writer import Append
from cartagena.server.storage.writer_postgres import PostgresWriter

REPORTED = (
    asyncpg.InternalClientError("another operation is in progress"),
    asyncpg.InterfaceError("connection is closed"),
    asyncpg.AdminShutdownError("terminating connection"),
    RuntimeError("unexpected"),
)


class Connection:
    """A connection that was cut if it has an error to report."""

    def __init__(self, error: Exception | None) -> None:
        self.error, self.written = error, 0

    def is_closed(self) -> bool:
        return False

    def terminate(self) -> None:
        return

    async def close(self, timeout: float) -> None:
        return

    async def fetch(self, *_: Any) -> None:
        if self.error is not None:
            raise self.error
        self.written += 1


@pytest.mark.parametrize("error", REPORTED, ids=lambda error: type(error).__name__)
async def test_a_write_is_repeated_on_a_new_connection(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections = [Connection(error), Connection(None)]
    opened = iter(connections)

    async def connect(*_: Any, **__: Any) -> Any:
        return next(opened)

    monkeypatch.setattr(asyncpg, "connect", connect)
    engine = database.connect(database.read_url("postgresql://nobody@127.0.0.1/none"))
    writer = PostgresWriter(engine, Metrics(), timeout=5)
    writer.open()
    async with asyncio.timeout(30):
        await writer.append(Append("a-table", 2, 0, "{}"))
    assert connections[1].written == 1
    await writer.close()
    await engine.dispose()
