"""Writing the log on PostgreSQL, with word to the other nodes."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.nodes import notices
from cartagena.server.storage.writer import Append, Conflict, Writing, insert_all
from cartagena.server.tables.events import encode

_APPEND: Final = (
    "WITH written AS (INSERT INTO events (table_id, seq, at, body)"
    " SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[]))"
    " SELECT pg_notify($5, told) FROM unnest($6::text[]) AS told"
)


class PostgresWriting(Writing):
    """Writes and gives word to the other nodes in one transaction.

    What is only added to the log, as nearly all moves are, is sent as a single statement on a
    connection of its own: one way there and back for the whole batch.
    """

    def __init__(self, engine: AsyncEngine, on_commit: Callable[[int, float], None]) -> None:
        super().__init__(on_commit)
        self._engine = engine
        address = engine.url.set(drivername="postgresql")
        self._address = address.render_as_string(hide_password=False)
        self._connection: asyncpg.Connection[Any] | None = None

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await super().close()
        if self._connection is not None:
            with suppress(Exception):
                await self._connection.close(timeout=2)

    async def _commit(self, batch: list[Append]) -> None:
        told = notices.payloads([(append.table, append.entry) for append in batch])
        if all(append.is_plain for append in batch):
            return await self._append(batch, told)
        async with self._engine.begin() as connection:
            await connection.run_sync(insert_all, batch)
            for payload in told:
                await connection.execute(
                    text("SELECT pg_notify(:channel, :payload)"),
                    {"channel": notices.CHANNEL, "payload": payload},
                )
        return None

    async def _append(self, batch: list[Append], told: list[str]) -> None:
        columns = (
            [append.table for append in batch],
            [append.entry.seq for append in batch],
            [append.entry.at for append in batch],
            [encode(append.entry.event) for append in batch],
        )
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(self._address)
            await self._connection.fetch(_APPEND, *columns, notices.CHANNEL, told)
        except asyncpg.UniqueViolationError:
            raise Conflict from None
        except (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError) as error:
            self._connection = None
            raise ConnectionError(type(error).__name__) from None
