"""The event writer for PostgreSQL, which notifies other nodes in the same transaction."""

from contextlib import suppress
from typing import Any, Final

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.metrics import Metrics
from cartagena.server.storage import database, notifications
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.writer import Append, EventWriter, WriteConflict, insert_all

_APPEND: Final = (
    "WITH new_events AS (INSERT INTO events (table_id, seq, at, body)"
    " SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[]))"
    " SELECT pg_notify($5, payload) FROM unnest($6::text[]) AS payload"
)


class PostgresWriter(EventWriter):
    """Writes to PostgreSQL.

    Nearly all batches have only events. They need one statement and one round trip on a connection
    of their own. All other batches use SQLAlchemy.
    """

    def __init__(
        self, engine: AsyncEngine, metrics: Metrics, timeout: float, clock: Clock = SYSTEM_CLOCK
    ) -> None:
        super().__init__(metrics, clock)
        self._engine = engine
        address = engine.url.set(drivername="postgresql")
        self._address = address.render_as_string(hide_password=False)
        self._options = database.connect_options(timeout)
        self._connection: asyncpg.Connection[Any] | None = None

    async def close(self) -> None:
        """Write all waiting events, then stop."""
        await super().close()
        if self._connection is not None:
            with suppress(Exception):
                await self._connection.close(timeout=2)

    async def _commit(self, batch: list[Append]) -> None:
        payloads = notifications.payloads(
            [(append.table, StoredEvent(append.seq, append.at, append.body)) for append in batch]
        )
        if all(append.is_event_only for append in batch):
            return await self._insert_events(batch, payloads)
        async with self._engine.begin() as connection:
            await connection.run_sync(insert_all, batch)
            for payload in payloads:
                await connection.execute(
                    text("SELECT pg_notify(:channel, :payload)"),
                    {"channel": notifications.CHANNEL, "payload": payload},
                )
        return None

    async def _insert_events(self, batch: list[Append], payloads: list[str]) -> None:
        columns = (
            [append.table for append in batch],
            [append.seq for append in batch],
            [append.at for append in batch],
            [append.body for append in batch],
        )
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(self._address, **self._options)
            await self._connection.fetch(_APPEND, *columns, notifications.CHANNEL, payloads)
        except asyncpg.UniqueViolationError:
            raise WriteConflict from None
        except Exception as error:
            # Whatever it was, the connection may be in the middle of something. asyncpg reports a cut
            # one in many ways, such as "another operation is in progress".
            if self._connection is not None:
                self._connection.terminate()
            self._connection = None
            raise ConnectionError(type(error).__name__) from None
