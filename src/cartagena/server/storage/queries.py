"""The event log of all tables: appending to it, reading it, and finding tables."""

import asyncio
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.engine import URL

from cartagena.server.metrics import Metrics
from cartagena.server.storage import database
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.schema import (
    analyses,
    credentials,
    events,
    identities,
    members,
    results,
    tables,
)
from cartagena.server.storage.writer import Append, SqliteWriter, Writer

_AT_ONCE: Final = 500
"""How many tables one statement names at most."""


class Storage:
    """The database of a server, as far as tables are concerned."""

    def __init__(
        self, url: URL, metrics: Metrics | None = None, timeout: float = database.TIMEOUT
    ) -> None:
        metrics = metrics or Metrics()
        self.engine = database.connect(url, timeout)
        self.notifies = not database.is_sqlite(url)
        """Whether there may be other nodes, which send notices when they write."""
        self._writer: Writer
        if self.notifies:
            # The driver of PostgreSQL is an extra, installed only where it is needed.
            from cartagena.server.storage.writer_postgres import PostgresWriter

            self._writer = PostgresWriter(self.engine, metrics, timeout)
        else:
            self._writer = SqliteWriter(database.connect_sync(url, timeout), metrics)

    def open(self) -> None:
        """Start the writer."""
        self._writer.open()

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await self._writer.close()
        await self.engine.dispose()

    def append(self, append: Append) -> asyncio.Future[None]:
        """A future that is done when the event is durable; `WriteConflict` if its number was taken."""
        return self._writer.append(append)

    # Reading.

    async def read(self, table: str, after: int = 0) -> list[StoredEvent]:
        """The events of a table with numbers above `after`, in order."""
        query = (
            select(events.c.seq, events.c.at, events.c.body)
            .where(events.c.table_id == table, events.c.seq > after)
            .order_by(events.c.seq)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [StoredEvent(*row) for row in rows]

    async def last_numbers(self, names: list[str]) -> dict[str, int]:
        """The number of the last event of each of these tables."""
        last = select(events.c.table_id, func.max(events.c.seq)).group_by(events.c.table_id)
        found: dict[str, int] = {}
        async with self.engine.connect() as connection:
            for start in range(0, len(names), _AT_ONCE):
                part = last.where(events.c.table_id.in_(names[start : start + _AT_ONCE]))
                found.update((name, seq) for name, seq in await connection.execute(part))
        return found

    async def opening(self, table: str) -> tuple[str, StoredEvent] | None:
        """The status of a table and its first event, if there is such a table."""
        query = (
            select(tables.c.status, events.c.seq, events.c.at, events.c.body)
            .join(events, events.c.table_id == tables.c.id)
            .where(tables.c.id == table, events.c.seq == 1)
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else (row[0], StoredEvent(*row[1:]))

    async def find(
        self,
        *,
        status: str | None = None,
        public: bool | None = None,
        identity: str | None = None,
        limit: int = 50,
    ) -> list[str]:
        """The ids of tables with these properties, the newest first."""
        query = select(tables.c.id).order_by(tables.c.created_at.desc()).limit(limit)
        if status is not None:
            query = query.where(tables.c.status == status)
        if public is not None:
            query = query.where(tables.c.public == public)
        if identity is not None:
            query = query.join(members, members.c.table_id == tables.c.id).where(
                members.c.identity == identity
            )
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def created_for(self, origin: str) -> str | None:
        """The table that was created for this request, or as this rematch, if there is one."""
        query = select(tables.c.id).where(tables.c.origin == origin)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar()

    async def owned(self, identity: str, most: int) -> int:
        """How many unfinished tables somebody has created, counted up to `most`."""
        query = (
            select(tables.c.id)
            .where(tables.c.owner == identity, tables.c.status.in_(("waiting", "running")))
            .limit(most)
        )
        async with self.engine.connect() as connection:
            return len((await connection.execute(query)).all())

    async def clear_due(self, table: str, before: int) -> None:
        """Nothing is due at a table, unless something has happened there since this moment."""
        where = (tables.c.id == table) & (tables.c.due_at <= before)
        query = update(tables).where(where).values(due_at=None)
        await database.write(self.engine, lambda connection: connection.execute(query))

    async def due(self, before: int, limit: int) -> list[str]:
        """Tables at which the server should have acted before this moment."""
        query = (
            select(tables.c.id)
            .where(tables.c.due_at <= before)
            .order_by(tables.c.due_at)
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def prune(self, before: int, *, finished: bool = False) -> list[str]:
        """Delete unfinished tables at which nothing has happened since this moment, or finished ones."""
        lately = select(events.c.table_id).where(events.c.at >= before)
        is_finished = tables.c.status == "finished"
        kind = is_finished if finished else ~is_finished
        stale = select(tables.c.id).where(kind, tables.c.id.not_in(lately))
        async with self.engine.begin() as connection:
            found = list((await connection.execute(stale)).scalars())
            for start in range(0, len(found), _AT_ONCE):
                part = found[start : start + _AT_ONCE]
                for each in (events, members, analyses, results):
                    await connection.execute(delete(each).where(each.c.table_id.in_(part)))
                await connection.execute(delete(tables).where(tables.c.id.in_(part)))
        return found

    async def prune_people(self, before: int) -> int:
        """Delete identities from before this moment that have no table; returns how many."""
        seated = select(members.c.identity)
        owners = select(tables.c.owner)
        stale = (identities.c.created_at < before) & identities.c.id.not_in(seated.union(owners))
        their_own = credentials.c.identity.in_(select(identities.c.id).where(stale))
        async with self.engine.begin() as connection:
            await connection.execute(delete(credentials).where(their_own))
            return (await connection.execute(delete(identities).where(stale))).rowcount
