"""Queries of the event log and its index: append, read, find and prune tables."""

import asyncio
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.engine import URL

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.metrics import Metrics
from cartagena.server.storage import channels, database, duplicates, friends, game_index
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.schema import (
    analyses,
    credentials,
    daily_results,
    duplicate_players,
    events,
    identities,
    members,
    mutes,
    results,
    tables,
)
from cartagena.server.storage.writer import Append, EventWriter, SqliteWriter

_CHUNK: Final = 500
"""Maximum number of tables per statement."""
_PRUNED: Final = 50
"""Maximum number of tables that are deleted in one transaction."""
PAGE: Final = 1000
"""Maximum number of events per query. More would hold up the event loop for milliseconds."""


class Storage:
    """The tables in the database of a server."""

    def __init__(
        self,
        url: URL,
        metrics: Metrics | None = None,
        timeout: float | None = database.TIMEOUT,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        metrics = metrics or Metrics()
        self.engine = database.connect(url, timeout)
        self.notifies = not database.is_sqlite(url)
        """True if there may be other nodes, which send notifications when they write."""
        self._writer: EventWriter
        if self.notifies:
            # The driver of PostgreSQL is an optional package.
            from cartagena.server.storage.writer_postgres import PostgresWriter

            self._writer = PostgresWriter(self.engine, metrics, timeout or database.TIMEOUT, clock)
        else:
            self._writer = SqliteWriter(
                database.connect_sync(url, timeout or database.TIMEOUT), metrics, clock
            )

    def open(self) -> None:
        """Start the writer."""
        self._writer.open()

    async def close(self) -> None:
        """Write all waiting events, then stop."""
        await self._writer.close()
        await self.engine.dispose()

    def append(self, append: Append) -> asyncio.Future[None]:
        """Queue an event. The future is done once it is durable, or fails with `WriteConflict`."""
        return self._writer.append(append)

    async def read(self, table: str, after: int = 0, until: int | None = None) -> list[StoredEvent]:
        """Return the events of a table after the number `after`, in order, up to `until`."""
        query = select(events.c.seq, events.c.at, events.c.body).order_by(events.c.seq)
        query = query.where(events.c.table_id == table).limit(PAGE)
        if until is not None:
            query = query.where(events.c.seq <= until)
        stored: list[StoredEvent] = []
        async with self.engine.connect() as connection:
            while True:
                rows = (await connection.execute(query.where(events.c.seq > after))).all()
                stored += [StoredEvent(*row) for row in rows]
                if len(rows) < PAGE:
                    return stored
                after = stored[-1].seq

    async def last_numbers(self, names: list[str]) -> dict[str, int]:
        """Return the number of the last event of each table."""
        last = select(events.c.table_id, func.max(events.c.seq)).group_by(events.c.table_id)
        numbers: dict[str, int] = {}
        async with self.engine.connect() as connection:
            for start in range(0, len(names), _CHUNK):
                part = last.where(events.c.table_id.in_(names[start : start + _CHUNK]))
                numbers.update((name, seq) for name, seq in await connection.execute(part))
        return numbers

    async def opening(self, table: str) -> tuple[str, StoredEvent] | None:
        """Return the status of a table and its first event, or None if it does not exist."""
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
        """Return the ids of tables with these properties, newest first."""
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

    async def newest_public(self, status: str, each: int, limit: int) -> list[tuple[str, str]]:
        """Return the newest public tables with their owners, at most `each` tables of one owner."""
        columns = tables.c
        number = func.row_number().over(
            partition_by=columns.owner, order_by=(columns.created_at.desc(), columns.id)
        )
        ranked = (
            select(columns.id, columns.owner, columns.created_at, number.label("number"))
            .where(columns.status == status, columns.public)
            .subquery()
        )
        query = (
            select(ranked.c.id, ranked.c.owner)
            .where(ranked.c.number <= each)
            .order_by(ranked.c.created_at.desc())
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return [(name, owner) for name, owner in await connection.execute(query)]

    async def created_for(self, origin: str) -> str | None:
        """Return the table created for this request or rematch, or None."""
        query = select(tables.c.id).where(tables.c.origin == origin)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar()

    async def count_owned(self, identity: str, limit: int) -> int:
        """Return the number of unfinished tables that an identity has created, up to `limit`."""
        query = (
            select(tables.c.id)
            .where(tables.c.owner == identity, tables.c.status.in_(("waiting", "running")))
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return len((await connection.execute(query)).all())

    async def clear_due(self, table: str, before: int) -> None:
        """Clear the due time of a table, unless something has happened there since `before`."""
        where = (tables.c.id == table) & (tables.c.due_at <= before)
        query = update(tables).where(where).values(due_at=None)
        await database.write(self.engine, lambda connection: connection.execute(query))

    async def due(self, before: int, limit: int) -> list[str]:
        """Return tables where the server should have acted before this time."""
        query = (
            select(tables.c.id)
            .where(tables.c.due_at <= before)
            .order_by(tables.c.due_at)
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def prune(self, before: int, *, finished: bool = False) -> list[str]:
        """Delete unfinished tables, or finished ones, without an event since `before`.

        Returns the ids of the deleted tables.
        """
        # The last event is found by the primary key. All events of all tables would take minutes.
        last_used = (
            select(events.c.at)
            .where(events.c.table_id == tables.c.id)
            .order_by(events.c.seq.desc())
            .limit(1)
            .scalar_subquery()
        )
        is_finished = tables.c.status == "finished"
        kind = is_finished if finished else ~is_finished
        stale = select(tables.c.id).where(kind, last_used < before)
        async with self.engine.connect() as connection:
            names = list((await connection.execute(stale)).scalars())
        old = ("finished",) if finished else ("waiting", "closed")
        async with self.engine.begin() as connection:
            await connection.run_sync(duplicates.prune, before, old)
        # In parts, so that a running server can write in between.
        for start in range(0, len(names), _PRUNED):
            part = names[start : start + _PRUNED]
            async with self.engine.begin() as connection:
                for each in (events, members, analyses, results):
                    await connection.execute(delete(each).where(each.c.table_id.in_(part)))
                await connection.run_sync(channels.forget_tables, part)
                await connection.run_sync(friends.forget_tables, part)
                await connection.run_sync(game_index.forget_tables, part)
                await connection.execute(delete(tables).where(tables.c.id.in_(part)))
        return names

    async def prune_people(self, before: int) -> int:
        """Delete identities created before this time that have no table and no daily result.

        Return their number.
        """
        seated = select(members.c.identity).where(members.c.identity == identities.c.id)
        owners = select(tables.c.owner).where(tables.c.owner == identities.c.id)
        played = select(daily_results.c.day).where(daily_results.c.identity == identities.c.id)
        contests = select(duplicate_players.c.duplicate).where(
            duplicate_players.c.identity == identities.c.id
        )
        is_used = seated.exists() | owners.exists() | played.exists() | contests.exists()
        stale = (identities.c.created_at < before) & ~is_used
        theirs = credentials.c.identity.in_(select(identities.c.id).where(stale))
        async with self.engine.begin() as connection:
            await connection.execute(delete(credentials).where(theirs))
            gone = select(identities.c.id).where(stale)
            for person in (mutes.c.identity, mutes.c.whom):
                await connection.execute(delete(mutes).where(person.in_(gone)))
            await connection.run_sync(channels.forget_people, gone)
            await connection.run_sync(friends.forget_people, gone)
            await connection.run_sync(game_index.forget_people, gone)
            return (await connection.execute(delete(identities).where(stale))).rowcount
