"""The simulated database: what it stores, how it fails, and how nodes use it."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeVar

from sqlalchemy.exc import OperationalError

from cartagena.server.clock import Clock
from cartagena.server.metrics import Metrics
from cartagena.server.storage.beats import MEMORY_MS, MIN_OUTAGE_MS
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.ports import Job, Outage
from cartagena.server.storage.writer import Append, EventWriter, WriteConflict
from tests.simulation.loop import SimulatedLoop, process_here

T = TypeVar("T")

OUTSIDE: Final = Context()
"""The context for callbacks that belong to no node."""
_LATENCIES: Final = [ticks / 1024 for ticks in (1, 1, 2, 2, 3, 4, 8, 20)]
_FLAKY: Final = 0.35
"""Share of transactions that break before the commit, and after it, while a database is flaky."""
LATE_SECONDS: Final = 5.0
"""Maximum delay of a transaction that a broken connection has left behind."""
UNFINISHED: Final = ("waiting", "running")


@dataclass(slots=True)
class JobRow:
    """A row of `analyses`."""

    status: str
    asked_by: str
    asked_at: int
    total: int
    worker: str = ""
    seen_at: int = 0
    done: int = 0
    result: str | None = None


@dataclass
class Rows:
    """Everything that is stored. Each method is one transaction."""

    events: dict[str, list[StoredEvent]] = field(default_factory=dict)
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    members: dict[str, dict[str, None]] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    beat: int | None = None
    outages: list[Outage] = field(default_factory=list)
    jobs: dict[str, JobRow] = field(default_factory=dict)
    on_commit: Callable[[list[Append]], None] = lambda _: None

    def commit(self, batch: list[Append]) -> None:
        """Write events and the rows that go with them. If two nodes write the same number, one
        fails."""
        numbers = {(append.table, append.seq) for append in batch}
        if len(numbers) < len(batch):
            raise WriteConflict
        for append in batch:
            if any(stored.seq == append.seq for stored in self.events.get(append.table, ())):
                raise WriteConflict
            row = append.new_row
            if row is not None and (row["id"] in self.tables or row["origin"] in self.origins):
                raise WriteConflict
        for append in batch:
            stored = StoredEvent(append.seq, append.at, append.body)
            self.events.setdefault(append.table, []).append(stored)
            if append.new_row is not None:
                self.tables[append.table] = dict(append.new_row)
                if append.new_row["origin"] is not None:
                    self.origins[append.new_row["origin"]] = append.table
            if append.table in self.tables:
                self.tables[append.table].update(append.changes)
            for identity in append.new_members:
                self.members.setdefault(append.table, {})[identity] = None
        self.on_commit(batch)

    def read(self, table: str, after: int, until: int | None = None) -> list[StoredEvent]:
        rows = self.events.get(table, ())
        last = float("inf") if until is None else until
        stored = [event for event in rows if after < event.seq <= last]
        return sorted(stored, key=lambda event: event.seq)

    def last_numbers(self, names: list[str]) -> dict[str, int]:
        found = {name: self.events.get(name) for name in names}
        return {name: max(row.seq for row in rows) for name, rows in found.items() if rows}

    def opening(self, table: str) -> tuple[str, StoredEvent] | None:
        first = [event for event in self.events.get(table, ()) if event.seq == 1]
        return (self.tables[table]["status"], first[0]) if first else None

    def find(
        self, status: str | None, public: bool | None, identity: str | None, limit: int
    ) -> list[str]:
        names = [
            name
            for name, row in self.tables.items()
            if (status is None or row["status"] == status)
            and (public is None or row["public"] == public)
            and (identity is None or identity in self.members.get(name, {}))
        ]
        names.sort(key=lambda name: -self.tables[name]["created_at"])
        return names[:limit]

    def newest_public(self, status: str, each: int, limit: int) -> list[tuple[str, str]]:
        newest: list[tuple[str, str]] = []
        for name in self.find(status, True, None, len(self.tables)):
            owner = self.tables[name]["owner"]
            if sum(other == owner for _, other in newest) < each:
                newest.append((name, owner))
        return newest[:limit]

    def count_owned(self, identity: str, limit: int) -> int:
        rows = self.tables.values()
        owned = [row for row in rows if row["owner"] == identity and row["status"] in UNFINISHED]
        return min(limit, len(owned))

    def clear_due(self, table: str, before: int) -> None:
        row = self.tables.get(table)
        if row is not None and row["due_at"] is not None and row["due_at"] <= before:
            row["due_at"] = None

    def due(self, before: int, limit: int) -> list[str]:
        due = [
            (row["due_at"], name)
            for name, row in self.tables.items()
            if row["due_at"] is not None and row["due_at"] <= before
        ]
        return [name for _, name in sorted(due)][:limit]

    def renew_beat(self, at: int) -> list[Outage]:
        if self.beat is None:
            self.beat = at
        elif at > self.beat:
            if at - self.beat > MIN_OUTAGE_MS:
                self.outages.append(Outage(self.beat, at))
            self.beat = at
        return [outage for outage in self.outages if outage.until > at - MEMORY_MS]

    def add_job(self, table: str, identity: str, at: int, total: int) -> None:
        job = self.jobs.get(table)
        if job is None or job.status == "failed":
            self.jobs[table] = JobRow("waiting", identity, at, total)

    def count_jobs(self, identity: str) -> tuple[int, int]:
        unfinished = [job for job in self.jobs.values() if job.status in UNFINISHED]
        return len(unfinished), sum(job.asked_by == identity for job in unfinished)

    def claim_job(self, worker: str, at: int, expired: int) -> str | None:
        free = [
            (job.asked_at, table)
            for table, job in self.jobs.items()
            if job.status == "waiting" or (job.status == "running" and job.seen_at < expired)
        ]
        if not free:
            return None
        _, table = min(free)
        job = self.jobs[table]
        job.status, job.worker, job.seen_at, job.done = "running", worker, at, 0
        return table

    def leased(self, table: str, worker: str) -> JobRow | None:
        job = self.jobs.get(table)
        is_ours = job is not None and job.worker == worker and job.status == "running"
        return job if is_ours else None

    def renew_job(self, table: str, worker: str, at: int, done: int) -> bool:
        job = self.leased(table, worker)
        if job is not None:
            job.seen_at, job.done = at, done
        return job is not None

    def release_job(self, table: str, worker: str) -> None:
        job = self.leased(table, worker)
        if job is not None:
            job.status, job.worker, job.done = "waiting", "", 0

    def finish_job(self, table: str, worker: str, result: str | None, total: int) -> None:
        job = self.leased(table, worker)
        if job is not None and result is None:
            job.status = "failed"
        elif job is not None:
            job.status, job.done, job.total, job.result = "done", total, total, result


@dataclass
class Troubles:
    """Shares of all transactions that fail."""

    refused: float = 0.0
    """The connection breaks before the transaction."""
    unanswered: float = 0.0
    """The connection breaks after the commit."""
    late: float = 0.0
    """The connection breaks, and the transaction is carried out seconds later."""
    slow: float = 0.0
    """The answer takes up to three seconds."""
    unreadable: float = 0.0
    """A log cannot be read."""
    flaky_until: float = 0.0
    """Until then most connections break."""
    silent_until: float = 0.0
    """Until then nothing is answered."""
    full_until: float = 0.0
    """Until then nothing can be written."""


class Database:
    """A database server: transactions take time and fail."""

    def __init__(
        self,
        loop: SimulatedLoop,
        rows: Rows,
        rng: Random,
        timeout: float,
        *,
        is_file: bool = False,
    ) -> None:
        """Build a database. If it is a file, as with SQLite, it does nothing once its process has
        died."""
        self.loop, self.rows, self.timeout, self.is_file = loop, rows, timeout, is_file
        self._rng = rng
        self.troubles = Troubles()

    def call(self, transaction: Callable[[], T], *, writes: bool) -> "asyncio.Future[T]":
        """Run a transaction. The result is known after a while, or the connection breaks."""
        result: asyncio.Future[T] = self.loop.create_future()
        rng, troubles, now = self._rng, self.troubles, self.loop.time()
        executed_at = now + rng.choice(_LATENCIES)
        answered_at = executed_at + rng.choice(_LATENCIES)
        draw = rng.random()
        is_flaky = now < troubles.flaky_until
        refused = _FLAKY if is_flaky else troubles.refused
        unanswered = _FLAKY if is_flaky else troubles.unanswered

        def fail(error: Exception) -> None:
            if not result.done():
                result.set_exception(error)

        def answer(value: T) -> None:
            if not result.done():
                result.set_result(value)

        process = process_here.get()

        def execute(answers: bool) -> None:
            if self.is_file and process is not None and process.dead:
                return
            try:
                if writes and self.loop.time() < troubles.full_until:
                    raise OperationalError("", None, Exception("the disk is full"))
                value = transaction()
            except Exception as error:
                if answers:
                    self._at(answered_at, fail, error)
                return
            if answers:
                self._at(answered_at, answer, value)

        def at(when: float, callback: Callable[..., None], *arguments: Any) -> None:
            self.loop.call_at(when, callback, *arguments, context=OUTSIDE)

        if now < troubles.silent_until and self.is_file:
            answered_at = troubles.silent_until
            at(troubles.silent_until, execute, True)
        elif now < troubles.silent_until:
            at(now + self.timeout, fail, TimeoutError())
            if rng.random() < 0.5:  # The request is in a buffer, and is read later.
                at(troubles.silent_until, execute, False)
        elif draw < refused:
            at(executed_at, fail, ConnectionError("refused"))
        elif (draw := draw - refused) < unanswered:
            at(executed_at, execute, False)
            at(answered_at, fail, ConnectionError("unanswered"))
        elif (draw := draw - unanswered) < troubles.late:
            late = 0.0 if self.is_file else rng.uniform(0, LATE_SECONDS)
            at(executed_at + late, execute, False)
            at(answered_at, fail, ConnectionError("late"))
        elif draw - troubles.late < troubles.slow:
            answered_at = executed_at + rng.uniform(0.02, 3)
            at(executed_at, execute, True)
        else:
            at(executed_at, execute, True)
        return result

    def check_readable(self) -> None:
        """Raise `ConnectionError` if a log cannot be read at the moment."""
        if self._rng.random() < self.troubles.unreadable:
            raise ConnectionError("unreadable")

    def _at(self, when: float, callback: Callable[..., None], *arguments: Any) -> None:
        self.loop.call_at(when, callback, *arguments, context=OUTSIDE)


class SimulatedWriter(EventWriter):
    """The real writer, with a simulated commit."""

    def __init__(self, server: Database, metrics: Metrics, clock: Clock) -> None:
        super().__init__(metrics, clock)
        self._server = server

    async def _commit(self, batch: list[Append]) -> None:
        copy = list(batch)
        await self._server.call(lambda: self._server.rows.commit(copy), writes=True)


class SimulatedStorage:
    """The event log and its index, as one node uses them."""

    def __init__(self, server: Database, metrics: Metrics, clock: Clock, *, notifies: bool) -> None:
        self._server, self._rows, self.notifies = server, server.rows, notifies
        self._writer = SimulatedWriter(server, metrics, clock)

    def open(self) -> None:
        self._writer.open()

    async def close(self) -> None:
        await self._writer.close()

    def append(self, append: Append) -> asyncio.Future[None]:
        return self._writer.append(append)

    async def read(self, table: str, after: int = 0, until: int | None = None) -> list[StoredEvent]:
        def read() -> list[StoredEvent]:
            self._server.check_readable()
            return self._rows.read(table, after, until)

        return await self._call(read)

    async def last_numbers(self, names: list[str]) -> dict[str, int]:
        return await self._call(lambda: self._rows.last_numbers(names))

    async def opening(self, table: str) -> tuple[str, StoredEvent] | None:
        return await self._call(lambda: self._rows.opening(table))

    async def find(
        self,
        *,
        status: str | None = None,
        public: bool | None = None,
        identity: str | None = None,
        limit: int = 50,
    ) -> list[str]:
        return await self._call(lambda: self._rows.find(status, public, identity, limit))

    async def newest_public(self, status: str, each: int, limit: int) -> list[tuple[str, str]]:
        return await self._call(lambda: self._rows.newest_public(status, each, limit))

    async def created_for(self, origin: str) -> str | None:
        return await self._call(lambda: self._rows.origins.get(origin))

    async def count_owned(self, identity: str, limit: int) -> int:
        return await self._call(lambda: self._rows.count_owned(identity, limit))

    async def clear_due(self, table: str, before: int) -> None:
        await self._server.call(lambda: self._rows.clear_due(table, before), writes=True)

    async def due(self, before: int, limit: int) -> list[str]:
        return await self._call(lambda: self._rows.due(before, limit))

    async def _call(self, transaction: Callable[[], T]) -> T:
        return await self._server.call(transaction, writes=False)


class SimulatedBeats:
    """The stored heartbeat."""

    def __init__(self, server: Database) -> None:
        self._server = server

    async def renew(self, at: int) -> list[Outage]:
        return await self._server.call(lambda: self._server.rows.renew_beat(at), writes=True)

    async def last(self) -> int | None:
        return await self._server.call(lambda: self._server.rows.beat, writes=False)


class SimulatedMutes:
    """Nobody mutes anybody for themselves: these mutes are not part of a table."""

    async def muted_by(self, identity: str) -> frozenset[str]:
        return frozenset()

    async def set_muted(self, identity: str, whom: str, at: int, *, muted: bool) -> None:
        raise AssertionError("clients of the simulation mute only for all")


class SimulatedJobs:
    """The queue of analyses."""

    def __init__(self, server: Database) -> None:
        self._server, self._rows = server, server.rows

    async def find(self, table: str) -> Job | None:
        def find() -> Job | None:
            row = self._rows.jobs.get(table)
            return None if row is None else Job(row.status, row.done, row.total, row.result)

        return await self._server.call(find, writes=False)

    async def count(self, identity: str) -> tuple[int, int]:
        return await self._server.call(lambda: self._rows.count_jobs(identity), writes=False)

    async def add(self, table: str, identity: str, at: int, total: int) -> None:
        await self._call(lambda: self._rows.add_job(table, identity, at, total))

    async def claim(self, worker: str, at: int, expired: int) -> str | None:
        return await self._call(lambda: self._rows.claim_job(worker, at, expired))

    async def renew(self, table: str, worker: str, at: int, done: int) -> bool:
        return await self._call(lambda: self._rows.renew_job(table, worker, at, done))

    async def release(self, table: str, worker: str) -> None:
        await self._call(lambda: self._rows.release_job(table, worker))

    async def finish(self, table: str, worker: str, result: str | None, total: int) -> None:
        await self._call(lambda: self._rows.finish_job(table, worker, result, total))

    async def _call(self, transaction: Callable[[], T]) -> T:
        return await self._server.call(transaction, writes=True)
