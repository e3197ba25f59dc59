"""Writing the log. Appends wait for a durable commit; those that wait share one."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from cartagena.server.storage.schema import events, members, tables
from cartagena.server.tables.events import Entry, encode

MOST_TOGETHER: Final = 512
"""How many appends share a commit at most."""
GATHER: Final = 0.02
"""Seconds between two commits under load: what comes meanwhile shares the next one."""
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

    @property
    def is_plain(self) -> bool:
        """Whether nothing changes but the log."""
        return not (self.new or self.change or self.member)


class Writing(ABC):
    """The one writer of a server: everything that waits is committed together."""

    def __init__(self, on_commit: Callable[[int, float], None]) -> None:
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

    def append(self, append: Append) -> asyncio.Future[None]:
        """Done when the event is durable; `Conflict` if its number was taken."""
        append.done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(append)
        return append.done

    async def _write_for_ever(self) -> None:
        began = 0.0
        while True:
            batch = [await self._queue.get()]
            pause = began + GATHER - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
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
            await self._commit_or_try_again(batch)
        except (IntegrityError, Conflict):
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

    async def _commit_or_try_again(self, batch: list[Append]) -> None:
        for attempt in range(_TRIES):
            try:
                return await self._commit(batch)
            except IntegrityError:
                raise
            except (DBAPIError, ConnectionError):
                # Busy, or the connection broke. Whether the commit arrived is not known: written
                # again, the event conflicts with itself, and whoever waits reads the log anew.
                if attempt == _TRIES - 1:
                    raise
                await asyncio.sleep(0.05 * 4**attempt)
        return None

    @abstractmethod
    async def _commit(self, batch: list[Append]) -> None:
        """Make all of these durable, or none; a broken connection is a `ConnectionError`."""


class SqliteWriting(Writing):
    """Writes in a thread of its own, in one go: every hand-over to a thread costs time."""

    def __init__(self, engine: Engine, on_commit: Callable[[int, float], None]) -> None:
        super().__init__(on_commit)
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "writer")

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await super().close()
        self._thread.shutdown()
        self._engine.dispose()

    async def _commit(self, batch: list[Append]) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._commit_here, batch)

    def _commit_here(self, batch: list[Append]) -> None:
        with self._engine.begin() as connection:
            insert_all(connection, batch)


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


def insert_all(connection: Connection, batch: list[Append]) -> None:
    """Add these events to the log, with all that changes with them."""
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
