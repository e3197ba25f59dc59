"""The log of all tables, and the tables that find things in it."""

import asyncio
from collections.abc import Callable

from sqlalchemy import delete, select
from sqlalchemy.engine import URL

from cartagena.server.storage import database
from cartagena.server.storage.schema import events, members, tables
from cartagena.server.storage.writer import Append, SqliteWriting, Writing
from cartagena.server.tables.events import Entry, decode


class Storage:
    """The log of all tables."""

    def __init__(
        self, url: URL, on_commit: Callable[[int, float], None] = lambda _events, _seconds: None
    ) -> None:
        self.engine = database.connect(url)
        self.notifies = not database.is_sqlite(url)
        """Whether other nodes may write, and give word of it."""
        self._writing: Writing
        if self.notifies:
            # What speaks to PostgreSQL is installed only where it is wanted.
            from cartagena.server.storage.writer_postgres import PostgresWriting

            self._writing = PostgresWriting(self.engine, on_commit)
        else:
            self._writing = SqliteWriting(database.connect_here(url), on_commit)

    def open(self) -> None:
        """Begin to write."""
        self._writing.open()

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await self._writing.close()
        await self.engine.dispose()

    def append(self, append: Append) -> asyncio.Future[None]:
        """Done when the event is durable; `Conflict` if its number was taken."""
        return self._writing.append(append)

    # Reading.

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The events of a table with numbers above `after`, in order."""
        query = (
            select(events.c.seq, events.c.at, events.c.body)
            .where(events.c.table_id == table, events.c.seq > after)
            .order_by(events.c.seq)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Entry(seq, at, decode(body)) for seq, at, body in rows]

    async def find(
        self,
        *,
        status: str | None = None,
        public: bool | None = None,
        identity: str | None = None,
        limit: int = 50,
    ) -> list[str]:
        """Tables by what is asked for, the newest first."""
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

    async def laid_for(self, origin: str) -> str | None:
        """The table that was laid for this request, or as this rematch."""
        query = select(tables.c.id).where(tables.c.origin == origin)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar()

    async def owned(self, identity: str, most: int) -> int:
        """How many unfinished tables somebody has laid, counted up to `most`."""
        query = (
            select(tables.c.id)
            .where(tables.c.owner == identity, tables.c.status != "finished")
            .limit(most)
        )
        async with self.engine.connect() as connection:
            return len((await connection.execute(query)).all())

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

    async def prune(self, before: int) -> int:
        """Forget unfinished tables at which nothing has happened since this moment."""
        lately = select(events.c.table_id).where(events.c.at >= before)
        stale = select(tables.c.id).where(tables.c.status != "finished", tables.c.id.not_in(lately))
        async with self.engine.begin() as connection:
            found = list((await connection.execute(stale)).scalars())
            for start in range(0, len(found), 500):
                part = found[start : start + 500]
                await connection.execute(delete(events).where(events.c.table_id.in_(part)))
                await connection.execute(delete(members).where(members.c.table_id.in_(part)))
                await connection.execute(delete(tables).where(tables.c.id.in_(part)))
        return len(found)
