"""The ports through which a server uses its database. Every implementation passes the same tests.

All methods may raise one of `database.FAILURES` if the database is not available.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.outbox import Notice
from cartagena.server.storage.writer import Append


class Outage(NamedTuple):
    """A period in which no node ran or could write, in milliseconds since 1970."""

    since: int
    until: int


class Job(NamedTuple):
    """The state of an analysis: waiting, running, done or failed."""

    status: str
    done: int
    total: int
    result: str | None
    """The analysis in JSON, once it is done."""


class TableStore(Protocol):
    """The event log and its index."""

    notifies: bool
    """True if there may be other nodes, which send notifications when they write."""

    def open(self) -> None:
        """Start the writer."""

    async def close(self) -> None:
        """Write all waiting events, then stop."""

    def append(self, append: Append) -> asyncio.Future[None]:
        """Queue an event. The future is done once it is durable, or fails with `WriteConflict`."""

    async def read(self, table: str, after: int = 0, until: int | None = None) -> list[StoredEvent]:
        """Return the events of a table after the number `after`, in order, up to `until`."""

    async def last_numbers(self, names: list[str]) -> dict[str, int]:
        """Return the number of the last event of each table."""

    async def opening(self, table: str) -> tuple[str, StoredEvent] | None:
        """Return the status of a table and its first event, or None if it does not exist."""

    async def find(
        self,
        *,
        status: str | None = None,
        public: bool | None = None,
        identity: str | None = None,
        limit: int = 50,
    ) -> list[str]:
        """Return the ids of tables with these properties, newest first."""

    async def newest_public(self, status: str, each: int, limit: int) -> list[tuple[str, str]]:
        """Return the newest public tables with their owners, at most `each` tables of one owner."""

    async def created_for(self, origin: str) -> str | None:
        """Return the table created for this request or rematch, or None."""

    async def count_owned(self, identity: str, limit: int) -> int:
        """Return the number of unfinished tables that an identity has created, up to `limit`."""

    async def clear_due(self, table: str, before: int) -> None:
        """Clear the due time of a table, unless something has happened there since `before`."""

    async def due(self, before: int, limit: int) -> list[str]:
        """Return tables where the server should have acted before this time."""


class BeatStore(Protocol):
    """The stored heartbeat of all nodes."""

    async def renew(self, at: int) -> list[Outage]:
        """Renew the stored time, store an outage if it was too old, and return all outages."""

    async def last(self) -> int | None:
        """Return the stored time, or None before the first heartbeat."""


class Command(NamedTuple):
    """A command of an operator to all nodes."""

    number: int
    kind: str
    target: str


class TokenStore(Protocol):
    """The tokens that prove identities."""

    async def find(self, digest: str) -> tuple[str, str] | None:
        """Return the id and the name of the identity whose token has this hash, or None."""


class CommandStore(Protocol):
    """The commands that every node carries out."""

    async def after(self, number: int) -> list[Command]:
        """Return the commands with higher numbers, in order.

        A command may appear after one with a higher number, whose transaction was shorter.
        """


class MuteStore(Protocol):
    """The people whom each identity has muted for itself."""

    async def muted_by(self, identity: str) -> frozenset[str]:
        """Return the people whom an identity has muted."""

    async def set_muted(self, identity: str, whom: str, at: int, *, muted: bool) -> None:
        """Mute or unmute a person. Also notify all nodes, because streams depend on it."""


class BlockStore(Protocol):
    """The people whom each identity has blocked."""

    async def apart(self, identity: str, others: Iterable[str]) -> set[str]:
        """Return those of the others who have blocked a person, or whom the person has blocked."""


class OutboxStore(Protocol):
    """Notices to people who are not here."""

    async def reachable(self) -> set[str]:
        """Return all identities with a channel."""

    async def key(self, name: str, make: Callable[[], str]) -> str:
        """Return a key that signs messages or links, made when it is first needed."""

    async def claim(self, worker: str, at: int, limit: int) -> list[Notice]:
        """Lease notices that are due and that nobody else has leased."""

    async def keep(self, notice: Notice, worker: str) -> None:
        """Keep a notice that was sent as shown, until the turn is over."""

    async def discard(self, notice: Notice, worker: str, also: Sequence[Notice] = ()) -> None:
        """Delete a notice that was sent, no longer matters or cannot be sent, and the held ones in it."""

    async def hold(self, notice: Notice, worker: str, due_at: int) -> None:
        """Keep a notice for the email of the day, which is due at this time."""

    async def held(self, channel: str) -> list[Notice]:
        """Return what waits for the next email of a channel, oldest first."""

    async def postpone(self, notice: Notice, worker: str, due_at: int, attempts: int) -> None:
        """Put a notice back until a later time."""

    async def drop_channel(self, channel: str) -> None:
        """Delete a channel that no longer exists, with all its notices."""


class JobStore(Protocol):
    """The queue of analyses."""

    async def find(self, table: str) -> Job | None:
        """Return the job for a table, or None."""

    async def count(self, identity: str) -> tuple[int, int]:
        """Return the number of unfinished jobs, of all identities and of this one."""

    async def add(self, table: str, identity: str, at: int, total: int) -> None:
        """Add a job for a game of `total` moves, unless there is one that has not failed."""

    async def claim(self, worker: str, at: int, expired: int) -> str | None:
        """Lease the oldest job that is free or was last renewed before `expired`. Return its table."""

    async def renew(self, table: str, worker: str, at: int, done: int) -> bool:
        """Renew a lease and store the progress. Return False if another worker has the job."""

    async def release(self, table: str, worker: str) -> None:
        """Put a job back into the queue, unless another worker has it."""

    async def finish(self, table: str, worker: str, result: str | None, total: int) -> None:
        """Store a result, or None for a failure, unless another worker has the job."""
