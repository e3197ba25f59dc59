"""The writer of the event log, which commits waiting events together."""

import asyncio
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.metrics import Metrics
from cartagena.server.storage import database, outbox
from cartagena.server.storage.outbox import News
from cartagena.server.storage.schema import events, members, tables

MAX_BATCH: Final = 512
"""Maximum number of events per commit."""
COMMIT_INTERVAL: Final = 0.02
"""Minimum seconds between commits under load. Events in between share the next one."""
_ATTEMPTS: Final = 4
_RETRY_SECONDS: Final = 6.0
"""Time after which a failed write is not retried. There are at least two attempts."""
_CLOSE_SECONDS: Final = 5.0
"""Maximum time to write waiting events when the server stops."""


class WriteConflict(Exception):  # noqa: N818
    """Raised when an event with this number, or a table with this origin, already exists."""


@dataclass(slots=True)
class Append:
    """An event to write, and rows to change in the same transaction."""

    table: str
    seq: int
    at: int
    body: str
    """The event in JSON."""
    new_row: dict[str, Any] | None = None
    """The row of `tables` for a new table."""
    changes: dict[str, Any] = field(default_factory=dict)
    """The columns of `tables` to change: status and due_at."""
    new_members: tuple[str, ...] = ()
    """Identities that have joined the table."""
    news: tuple[News, ...] = ()
    """The news for people who are not here."""
    done: asyncio.Future[None] | None = None

    @property
    def is_event_only(self) -> bool:
        """Return True if only the event is written, as for nearly all moves."""
        return not (self.new_row or self.changes or self.new_members or self.news)


class EventWriter(ABC):
    """The only writer of events on this node: a queue, and a task that commits its content."""

    def __init__(self, metrics: Metrics, clock: Clock = SYSTEM_CLOCK) -> None:
        self._metrics, self._clock = metrics, clock
        self._queue: asyncio.Queue[Append] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._write_forever(), name="writer")

    async def close(self) -> None:
        """Write all waiting events, then stop."""
        if self._task is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await self._queue.join()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def append(self, append: Append) -> asyncio.Future[None]:
        """Queue an event. The future is done once it is durable, or fails with `WriteConflict`."""
        append.done = asyncio.get_running_loop().create_future()
        if self._task is not None and self._task.done():
            _resolve(append, _stopped())
        else:
            self._queue.put_nowait(append)
        return append.done

    async def _write_forever(self) -> None:
        batch: list[Append] = []
        began = 0.0
        try:
            while True:
                batch = [await self._queue.get()]
                pause = began + COMMIT_INTERVAL - self._clock.steady()
                if pause > 0:
                    await asyncio.sleep(pause)
                self._take_more(batch)
                began = self._clock.steady()
                try:
                    await self._write(batch)
                finally:
                    for _ in batch:
                        self._queue.task_done()
                self._metrics.committed(len(batch), self._clock.steady() - began)
        finally:
            # These will never be written, so nobody may wait for them.
            self._take_more(batch, self._queue.qsize())
            for append in batch:
                _resolve(append, _stopped())

    def _take_more(self, batch: list[Append], at_most: int = MAX_BATCH - 1) -> None:
        """Add events that wait to a batch."""
        number = min(self._queue.qsize(), at_most)
        batch.extend(self._queue.get_nowait() for _ in range(number))

    async def _write(self, batch: list[Append]) -> None:
        """Commit a batch, or each event separately if one of them conflicts."""
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
        deadline = loop.time() + _RETRY_SECONDS
        for attempt in range(_ATTEMPTS):
            try:
                return await self._commit(batch)
            except IntegrityError:
                raise
            except (DBAPIError, OSError, TimeoutError):
                # The database is busy, or the connection broke and the commit may have succeeded. In
                # that case the retry conflicts with itself, and the caller reads the log again.
                if attempt == _ATTEMPTS - 1 or (attempt and loop.time() > deadline):
                    raise
                await asyncio.sleep(0.05 * 4**attempt)
        return None

    @abstractmethod
    async def _commit(self, batch: list[Append]) -> None:
        """Commit all of these or none. Raises `ConnectionError` if the connection breaks."""


class SqliteWriter(EventWriter):
    """Writes batches to SQLite in its own thread."""

    def __init__(self, engine: Engine, metrics: Metrics, clock: Clock = SYSTEM_CLOCK) -> None:
        super().__init__(metrics, clock)
        self._engine = engine
        self._guard = database.FileGuard(engine.url)
        self._thread = ThreadPoolExecutor(1, "writer")

    async def close(self) -> None:
        """Write all waiting events, then stop."""
        await super().close()
        self._thread.shutdown()
        self._engine.dispose()

    async def _commit(self, batch: list[Append]) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._commit_in_thread, batch)

    def _commit_in_thread(self, batch: list[Append]) -> None:
        # Checked again before the commit, because anything written into a deleted file is lost.
        with self._engine.begin() as connection:
            insert_all(connection, batch)
            self._guard.check()


def _stopped() -> ConnectionError:
    return ConnectionError("the writer has stopped")


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
    """Insert events into the log, and change the rows that go with them."""
    rows = [
        {"table_id": append.table, "seq": append.seq, "at": append.at, "body": append.body}
        for append in batch
    ]
    connection.execute(_INSERT_EVENT, rows)
    if new_tables := [append.new_row for append in batch if append.new_row is not None]:
        connection.execute(_INSERT_TABLE, new_tables)
    for append in batch:
        if append.changes:
            where = tables.c.id == append.table
            connection.execute(update(tables).where(where).values(**append.changes))
        for identity in append.new_members:
            row = {"identity": identity, "table_id": append.table}
            member = select(members.c.identity).filter_by(**row)
            if connection.execute(member).first() is None:
                connection.execute(_INSERT_MEMBER, row)
        for news in append.news:
            outbox.record(connection, append.table, append.seq, append.at, news)
