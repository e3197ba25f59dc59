"""The registry: a cache of the tables in use on this node, with a lock for each.

An event is first committed, then acknowledged to its sender, then published to listeners.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.errors import Conflict, NotFound, Refusal, Unavailable, cannot_save
from cartagena.server.storage import database
from cartagena.server.storage.heartbeat import Heartbeat
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.outbox import News
from cartagena.server.storage.ports import TableStore
from cartagena.server.storage.writer import Append, WriteConflict
from cartagena.server.tables import index
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.clock_refund import refund
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import Created, Entry, TimeRefunded, decode, encode
from cartagena.server.tables.locks import TableLock, TableLocks
from cartagena.server.tables.news import NewsDesk
from cartagena.server.tables.reducer import apply_in_place, reduce_event, replay_events
from cartagena.server.tables.table import Table

_ATTEMPTS: Final = 8
_SHORT_LOG: Final = 20
"""Number of events that are replayed on the event loop. They take less than a millisecond."""
MAX_EVENTS: Final = 20_000
"""Maximum number of events at one table. The longest games have about 3,000."""
DOUBT_SECONDS: Final = 1.0
"""Pause before a log is read after a commit in doubt."""
MAX_MISSED: Final = 100
"""A client that has missed more events than this gets a snapshot instead."""

log = logging.getLogger("cartagena.server")


class TableRegistry:
    """Loads tables from their events, changes them one event at a time, and publishes each."""

    def __init__(
        self,
        storage: TableStore,
        bus: TableBus,
        heartbeat: Heartbeat,
        is_watched: Callable[[str], bool],
        idle_tables: int,
        clock: Clock = SYSTEM_CLOCK,
        news: NewsDesk | None = None,
    ) -> None:
        """Build a registry. Tables for which `is_watched` returns True stay in memory."""
        self._news = NewsDesk(0) if news is None else news
        self._heartbeat, self.clock = heartbeat, clock
        self.storage = storage
        self._bus, self._is_watched, self._idle_tables = bus, is_watched, idle_tables
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks = TableLocks()
        self._unpublished: set[str] = set()
        """Tables with an event that is about to be published. Later events must wait for it."""
        self._doubtful: set[str] = set()
        """Tables whose last commit may have failed. They must be read from the log again."""
        self._resolving: set[asyncio.Task[None]] = set()

    @property
    def open_tables(self) -> int:
        """Return the number of tables in memory."""
        return len(self._tables)

    def cached(self, name: str) -> Table | None:
        """Return a table if it is in memory."""
        return self._tables.get(name)

    def lock(self, name: str) -> TableLock:
        """Return the lock that is needed to change a table, for `async with`."""
        return self._locks.of(name)

    async def table(self, name: str, *, fresh: bool = True) -> Table:
        """Return a table, from memory or from its log. If `fresh`, include events of other nodes."""
        table = self._tables.get(name)
        must_read = name in self._doubtful or (fresh and self.storage.notifies)
        if table is not None and not must_read:
            self._tables.move_to_end(name)
            return table
        async with self.lock(name) as held:
            return await self.locked_table(name, held)

    async def locked_table(self, name: str, held: TableLock) -> Table:
        """Return a table with all events of other nodes. The caller must hold its lock."""
        table = self._tables.get(name)
        if table is None or name in self._doubtful:
            return await held.read(self._load(name))
        self._tables.move_to_end(name)
        if not self.storage.notifies or held.is_fresh:
            return table
        return await held.read(self._catch_up(table))

    async def _load(self, name: str) -> Table:
        table = self._tables.get(name)
        if table is not None:
            self._tables.move_to_end(name)
            if name in self._doubtful:
                table = await self._catch_up(table)
                self._doubtful.discard(name)
            return table
        stored = await self.storage.read(name)
        if not stored or stored[0].seq != 1:  # A move was written while the table was deleted.
            raise NotFound("This table doesn’t exist.")
        table = await _replay_stored(name, stored)
        self._keep(table)
        self._bus.notify_changed(table)
        return table

    async def _entries(self, name: str, after: int = 0) -> list[Entry]:
        return [decode(stored) for stored in await self.storage.read(name, after)]

    def _keep(self, table: Table) -> None:
        """Put a table into the cache. If it is full, drop the table that was idle longest."""
        self._tables[table.id] = table
        while len(self._tables) > self._idle_tables:
            for name in self._tables:
                if name != table.id and self._is_idle(name):
                    break
            else:
                return
            del self._tables[name]
            self._doubtful.discard(name)

    def _is_idle(self, name: str) -> bool:
        return not self._is_watched(name) and not self._locks.in_use(name)

    # Changing tables.

    async def create(self, name: str, event: Created, origin: str | None = None) -> Table:
        """Create a table. Raises `WriteConflict` if there is one for the same origin."""
        entry = Entry(1, self.clock.now(), event)
        table = replay_events(name, [entry])
        append = _append(name, entry, new_row=index.new_row(table, origin))
        try:
            await self.storage.append(append)
        except WriteConflict:
            # Names are random. If this one exists, a commit that seemed to fail has succeeded.
            if not await self.storage.read(name):
                raise
        self._keep(table)
        return table

    async def act(self, name: str, decide: Decision) -> Table:
        """Run a decision and commit its event, if any. Return the table once the event is durable."""
        async with self.lock(name):
            for _ in range(_ATTEMPTS):
                table, at = await self._load(name), self.clock.now()
                time_refund = await self._refund(table, at)
                try:
                    event = time_refund or decide(table, at)
                except AlreadyDone:
                    return table
                except Refusal:
                    # This node may have missed events of others, so look before refusing.
                    if self.storage.notifies and await self._catch_up(table) is not table:
                        continue
                    raise
                if table.seq >= MAX_EVENTS:
                    raise Conflict("too-long", "This game is too long to continue.")
                entry = Entry(table.seq + 1, at, event)
                after = reduce_event(table, entry)
                append = _append(
                    name,
                    entry,
                    changes=index.changed_columns(table, after),
                    news=self._news.of(table, after, entry),
                )
                try:
                    await self._commit(append, after)
                except WriteConflict:
                    # Another writer was first, or a commit that seemed to fail has succeeded. The
                    # next attempt reads the log. If that fails, the next request does.
                    self._doubt(name)
                else:
                    # Acknowledge first: the loop runs the sender's task before this callback.
                    self._unpublished.add(name)
                    asyncio.get_running_loop().call_soon(self._publish, after, entry)
                    if time_refund is None:
                        return after
        raise Unavailable("This table is too busy right now. Please try again.")

    async def _refund(self, table: Table, at: int) -> TimeRefunded | None:
        """Return the refund that must come first if a clock ran while the server was down."""
        if table.deadline() is None:
            return None
        return refund(table, await self._heartbeat.outages_until(at))

    async def _commit(self, append: Append, after: Table) -> None:
        """Make an event durable, even if its sender disconnects.

        The new table must be in the cache before the lock is released.
        """
        done = self.storage.append(append)
        try:
            await asyncio.shield(done)
        except database.FAILURES as error:
            log.error("an event could not be saved: %s", type(error).__name__)
            self._doubt(after.id)
            raise cannot_save() from None
        except asyncio.CancelledError:
            # The server stops. Its listeners are gone, so there is nothing to publish.
            await asyncio.wait([done])
            if done.exception() is None:
                self._tables[after.id] = after
            raise
        self._tables[after.id] = after

    def _doubt(self, name: str) -> None:
        """Note that the log may have more than this node knows."""
        if name not in self._doubtful:
            self._doubtful.add(name)
            task = asyncio.get_running_loop().create_task(self._resolve_doubt(name))
            self._resolving.add(task)
            task.add_done_callback(self._resolving.discard)

    async def _resolve_doubt(self, name: str) -> None:
        """Read the log as soon as that is possible, for clients that only listen."""
        while name in self._doubtful:
            await asyncio.sleep(DOUBT_SECONDS)
            with suppress(*database.FAILURES):
                async with self.lock(name):
                    if name in self._tables:
                        await self._load(name)
                    else:
                        self._doubtful.discard(name)

    def _publish(self, table: Table, entry: Entry) -> None:
        self._unpublished.discard(table.id)
        self._bus.notify_event(table, entry)
        self._bus.notify_changed(table)

    # Events of other nodes.

    async def _catch_up(self, table: Table) -> Table:
        """Apply and publish the events of other nodes. Return the same table if there are none."""
        missed = await self._entries(table.id, table.seq)
        for entry in missed:
            table = self._tables[table.id] = reduce_event(table, entry)
            self._bus.notify_event(table, entry)
        if missed:
            self._bus.notify_changed(table)
        return table

    def receive(self, name: str, seq: int, stored: StoredEvent | None) -> bool:
        """Apply an event of another node. Return False if it must be read from the log later."""
        table = self._tables.get(name)
        if table is None or seq <= table.seq:
            return True
        if stored is None or seq != table.seq + 1 or self._locks.in_use(name):
            return False
        if name in self._unpublished:
            return False
        entry = decode(stored)
        table = self._tables[name] = reduce_event(table, entry)
        self._publish(table, entry)
        return True

    async def refresh(self, name: str, seq: int | None = None) -> None:
        """Read the events of other nodes at a table that is open here, unless `seq` is known."""
        if name in self._tables:
            async with self.lock(name):
                table = self._tables.get(name)
                if table is not None and (seq is None or seq > table.seq):
                    await self._catch_up(table)

    async def forget(self, name: str) -> None:
        """Drop a table from memory, because its log was changed or deleted."""
        if name in self._tables:
            async with self.lock(name):
                self._tables.pop(name, None)

    async def refresh_all(self) -> None:
        """Refresh every open table, because notifications may have been missed.

        One query finds the tables with new events. A query per table would take seconds.
        """
        for name, seq in (await self.storage.last_numbers(list(self._tables))).items():
            table = self._tables.get(name)
            if table is not None and seq > table.seq:
                await self.refresh(name, seq)

    # The past.

    async def as_of(self, name: str, seq: int) -> Table:
        """Return a table as it was just after an event."""
        table = self._tables.get(name)
        if table is not None and table.seq == seq:
            return table
        return await _replay_stored(name, await self.storage.read(name, until=seq))

    async def history(self, table: Table, after: int) -> Iterator[tuple[Entry, Table]] | None:
        """Return the events after a number, each with the table just after it.

        Return None if there is no such number, or if too many events follow. Each table is valid
        until the next one is taken from the iterator. If several events were missed, iterating
        replays the game, which takes long and may be done in a thread.
        """
        if not 0 <= table.seq - after <= MAX_MISSED:
            return None
        if after >= table.seq - 1:
            # The common cases: nothing was missed, or only the last event.
            last = await self._entries(table.id, after) if after < table.seq else []
            return iter([(entry, table) for entry in last[:1]])
        return _replay_from(table.id, await self.storage.read(table.id, until=table.seq), after)


async def _replay_stored(name: str, stored: list[StoredEvent]) -> Table:
    """Return the table after these events. A long log is decoded and replayed in a thread."""
    if len(stored) <= _SHORT_LOG:
        return replay_events(name, map(decode, stored))
    return await asyncio.to_thread(replay_events, name, map(decode, stored))


def _replay_from(name: str, stored: list[StoredEvent], after: int) -> Iterator[tuple[Entry, Table]]:
    table = replay_events(name, map(decode, stored[:after]))
    for entry in map(decode, stored[after:]):
        apply_in_place(table, entry)
        yield entry, table


def _append(
    name: str,
    entry: Entry,
    *,
    new_row: dict[str, Any] | None = None,
    changes: dict[str, Any] | None = None,
    news: tuple[News, ...] = (),
) -> Append:
    return Append(
        name,
        entry.seq,
        entry.at,
        encode(entry.event),
        new_row=new_row,
        changes=changes or {},
        new_members=index.new_members(entry.event),
        news=news,
    )
