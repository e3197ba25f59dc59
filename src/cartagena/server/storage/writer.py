"""Writing the log: events that wait at the same time share one durable commit."""

import asyncio
import time
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from cartagena.server.metrics import Metrics
from cartagena.server.storage.schema import events, members, tables

MAX_BATCH: Final = 512
"""How many events share a commit at most."""
GATHER: Final = 0.02
"""Seconds between two commits under load: what comes meanwhile shares the next one."""
_ATTEMPTS: Final = 4
_RETRYING: Final = 6.0
"""Seconds after which a write that fails is not tried again; twice it is tried in any case."""
_CLOSING: Final = 5.0
"""Seconds that what waits may take to be written when the server stops."""


class WriteConflict(Exception):  # noqa: N818
    """Another writer was first: an event of this number, or a table of this origin, exists."""


@dataclass(slots=True)
class Append:
    """One event to be written, and the rows that are written in the same transaction."""

    table: str
    seq: int
    at: int
    body: str
    """The event as JSON."""
    new_row: dict[str, Any] | None = None
    """The row of `tables`, for a new table."""
    changed: dict[str, Any] = field(default_factory=dict)
    """The columns of `tables` that change: status, due_at."""
    new_members: tuple[str, ...] = ()
    """Identities that sit at the table from now on."""
    done: asyncio.Future[None] | None = None

    @property
    def is_event_only(self) -> bool:
        """Whether nothing is written but the event, as with nearly all moves."""
        return not (self.new_row or self.changed or self.new_members)


class Writer(ABC):
    """The only writer of events on this node: a queue, and a task that commits what waits in it."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._queue: asyncio.Queue[Append] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._write_forever(), name="writer")

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSING):
                    await self._queue.join()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def append(self, append: Append) -> asyncio.Future[None]:
        """A future that is done when the event is durable; `WriteConflict` if its number was taken."""
        append.done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(append)
        return append.done

    async def _write_forever(self) -> None:
        began = 0.0
        while True:
            batch = [await self._queue.get()]
            pause = began + GATHER - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            while not self._queue.empty() and len(batch) < MAX_BATCH:
                batch.append(self._queue.get_nowait())
            began = time.perf_counter()
            try:
                await self._write(batch)
            finally:
                for _ in batch:
                    self._queue.task_done()
            self._metrics.committed(len(batch), time.perf_counter() - began)

    async def _write(self, batch: list[Append]) -> None:
        """Commit a batch; if something in it conflicts, each event by itself."""
        try:
            await self._commit_with_retries(batch)
        except (IntegrityError, WriteConflict):
            if len(batch) == 1:
                return _resolve(batch[0], WriteConflict())
            for append in batch:
                await self._write([append])
            return None
        except Exception as error:
            self._metrics.failed_writes.inc(len(batch))
            for append in batch:
                _resolve(append, error)
            return None
        for append in batch:
            _resolve(append, None)
        return None

    async def _commit_with_retries(self, batch: list[Append]) -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _RETRYING
        for attempt in range(_ATTEMPTS):
            try:
                return await self._commit(batch)
            except IntegrityError:
                raise
            except (DBAPIError, OSError, TimeoutError):
                # Busy, or the connection broke. Whether the commit arrived is not known: written
                # again, the event conflicts with itself, and whoever waits reads the log anew.
                if attempt == _ATTEMPTS - 1 or (attempt and loop.time() > deadline):
                    raise
                await asyncio.sleep(0.05 * 4**attempt)
        return None

    @abstractmethod
    async def _commit(self, batch: list[Append]) -> None:
        """Make all of these durable, or none; a broken connection is a `ConnectionError`."""


class SqliteWriter(Writer):
    """Writes to SQLite in a thread of its own, a whole batch at a time."""

    def __init__(self, engine: Engine, metrics: Metrics) -> None:
        super().__init__(metrics)
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "writer")

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await super().close()
        self._thread.shutdown()
        self._engine.dispose()

    async def _commit(self, batch: list[Append]) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._commit_in_thread, batch)

    def _commit_in_thread(self, batch: list[Append]) -> None:
        with self._engine.begin() as connection:
            insert_all(connection, batch)


def _resolve(append: Append, error: Exception | None) -> None:
    done = append.done
    if done is None or done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


_INSERT_EVENT: Final = insert(events)
_INSERT_TABLE: Final = insert(tables)
_INSERT_MEMBER: Final = insert(members)


def insert_all(connection: Connection, batch: list[Append]) -> None:
    """Add these events to the log, and write the rows that go with them."""
    rows = [
        {"table_id": append.table, "seq": append.seq, "at": append.at, "body": append.body}
        for append in batch
    ]
    connection.execute(_INSERT_EVENT, rows)
    if new := [append.new_row for append in batch if append.new_row is not None]:
        connection.execute(_INSERT_TABLE, new)
    for append in batch:
        if append.changed:
            where = tables.c.id == append.table
            connection.execute(update(tables).where(where).values(**append.changed))
        for identity in append.new_members:
            row = {"identity": identity, "table_id": append.table}
            known = select(members.c.identity).filter_by(**row)
            if connection.execute(known).first() is None:
                connection.execute(_INSERT_MEMBER, row)
