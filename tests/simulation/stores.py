"""The ports through which nodes use the simulated database."""

import asyncio
from collections.abc import Callable, Iterable
from typing import TypeVar

from cartagena.server.clock import Clock
from cartagena.server.metrics import Metrics
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.ports import Command, Job, Outage
from cartagena.server.storage.writer import Append, EventWriter
from tests.simulation.database import Database

T = TypeVar("T")


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


class SimulatedBlocks:
    """Nobody has blocked anybody."""

    def __init__(self, server: Database) -> None:
        self._server = server

    async def apart(self, _identity: str, _others: Iterable[str]) -> set[str]:
        return await self._server.call(set[str], writes=False)


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


class SimulatedTokens:
    """The tokens that prove identities."""

    def __init__(self, server: Database) -> None:
        self._server = server

    async def find(self, digest: str) -> tuple[str, str] | None:
        return await self._server.call(lambda: self._server.rows.tokens.get(digest), writes=False)


class SimulatedCommands:
    """The commands of operators."""

    def __init__(self, server: Database) -> None:
        self._server = server

    async def after(self, number: int) -> list[Command]:
        return await self._server.call(
            lambda: self._server.rows.commands_after(number), writes=False
        )
