"""Writing and reading the log. Appends wait for a durable commit; those that wait share one."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cartagena.server.log import Entry, decode, encode
from cartagena.server.schema import events, members, tables

MOST_TOGETHER: Final = 512
"""How many appends share a commit at most."""
CHANNEL: Final = "cartagena_events"
_TRIES: Final = 4


class Conflict(Exception):  # noqa: N818
    """Another writer was first: the event of this number exists already."""


@dataclass(slots=True)
class Append:
    """One event to be written, and what changes with it in the tables that find things."""

    table: str
    entry: Entry
    new: dict[str, Any] | None = None
    """The row of a new table."""
    change: dict[str, Any] = field(default_factory=dict)
    """Columns of `tables` that change: status, due_at."""
    member: tuple[str, ...] = ()
    """Identities that now sit at the table."""
    done: asyncio.Future[None] | None = None


class Storage:
    """The log of all tables."""

    def __init__(self, engine: AsyncEngine, on_commit: Callable[[int, float], None]) -> None:
        self.engine = engine
        self.notifies = engine.dialect.name == "postgresql"
        self._on_commit = on_commit
        self._queue: asyncio.Queue[Append] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._write_for_ever(), name="writer")

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self.engine.dispose()

    # Writing.

    def append(self, append: Append) -> asyncio.Future[None]:
        """Done when the event is durable; `Conflict` if its number was taken."""
        append.done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(append)
        return append.done

    async def _write_for_ever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < MOST_TOGETHER:
                batch.append(self._queue.get_nowait())
            began = time.perf_counter()
            try:
                await self._write(batch)
            finally:
                for _ in batch:
                    self._queue.task_done()
            self._on_commit(len(batch), time.perf_counter() - began)

    async def _write(self, batch: list[Append]) -> None:
        try:
            await self._commit(batch)
        except IntegrityError:
            if len(batch) == 1:
                return _settle(batch[0], Conflict())
            for append in batch:
                await self._write([append])
            return None
        except Exception as error:
            for append in batch:
                _settle(append, error)
            return None
        for append in batch:
            _settle(append, None)
        return None

    async def _commit(self, batch: list[Append]) -> None:
        for attempt in range(_TRIES):
            try:
                async with self.engine.begin() as connection:
                    await connection.run_sync(_insert, batch)
                    if self.notifies:
                        await _notify(connection, batch)
                return
            except IntegrityError:
                raise
            except (OperationalError, DBAPIError):
                # Busy, or the connection broke. Whether the commit arrived is not known: written
                # again, the event conflicts with itself, and whoever waits reads the log anew.
                if attempt == _TRIES - 1:
                    raise
                await asyncio.sleep(0.05 * 4**attempt)

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


def _settle(append: Append, error: Exception | None) -> None:
    done = append.done
    if done is None or done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


_ONE_EVENT: Final = insert(events)
_ONE_TABLE: Final = insert(tables)
_ONE_MEMBER: Final = insert(members)


def _insert(connection: Connection, batch: list[Append]) -> None:
    rows = [
        {
            "table_id": append.table,
            "seq": append.entry.seq,
            "at": append.entry.at,
            "body": encode(append.entry.event),
        }
        for append in batch
    ]
    connection.execute(_ONE_EVENT, rows)
    if new := [append.new for append in batch if append.new is not None]:
        connection.execute(_ONE_TABLE, new)
    for append in batch:
        if append.change:
            where = tables.c.id == append.table
            connection.execute(update(tables).where(where).values(**append.change))
        for identity in append.member:
            row = {"identity": identity, "table_id": append.table}
            known = select(members.c.identity).filter_by(**row)
            if connection.execute(known).first() is None:
                connection.execute(_ONE_MEMBER, row)


async def _notify(connection: AsyncConnection, batch: list[Append]) -> None:
    names = sorted({append.table for append in batch})
    for start in range(0, len(names), 100):
        payload = " ".join(names[start : start + 100])
        await connection.execute(
            text("SELECT pg_notify(:channel, :payload)"),
            {"channel": CHANNEL, "payload": payload},
        )
