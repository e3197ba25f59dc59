"""The tables of this node: a cache of tables in memory, with a lock for each.

An event is first committed, then the one who sent it gets the response, then listeners hear of it:
durable, acknowledged, published.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Final

from cartagena.server.clock import now
from cartagena.server.errors import NotFound, Refusal, Unavailable, cannot_save
from cartagena.server.storage import database
from cartagena.server.storage.heartbeat import Heartbeat
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.queries import Storage
from cartagena.server.storage.writer import Append, WriteConflict
from cartagena.server.tables import index
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.clock_refund import extension
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import Created, Entry, TimeRefunded, decode, encode
from cartagena.server.tables.reducer import apply, reduce_event, replay_events
from cartagena.server.tables.table import Table

_ATTEMPTS: Final = 8
MAX_MISSED: Final = 100
"""Whoever has missed more events than this gets a snapshot instead of them."""

log = logging.getLogger("cartagena.server")


class TableRegistry:
    """Loads tables from their events, changes them one event at a time, and publishes each."""

    def __init__(
        self,
        storage: Storage,
        feed: TableBus,
        heartbeat: Heartbeat,
        is_watched: Callable[[str], bool],
        idle_tables: int,
    ) -> None:
        """`is_watched` tells whether somebody listens to a table, which then stays in memory."""
        self._heartbeat = heartbeat
        self.storage = storage
        self.playable = asyncio.Event()
        """Set when a new game can be played, by rules that may not be compiled yet."""
        self.ready = asyncio.Event()
        """Set when the rules are compiled: no stored table is opened before."""
        self._feed, self._is_watched, self._idle_tables = feed, is_watched, idle_tables
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._unpublished: set[str] = set()
        """Tables with an event that is about to be published: no other may be published before."""
        self._doubtful: set[str] = set()
        """Tables with an event of which it is not known whether it was saved: the log decides."""

    @property
    def open_tables(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def cached(self, name: str) -> Table | None:
        """The table as it is in memory, if it is."""
        return self._tables.get(name)

    def lock(self, name: str) -> asyncio.Lock:
        """The lock of a table: whoever holds it may change the table."""
        return self._locks.setdefault(name, asyncio.Lock())

    async def table(self, name: str, *, fresh: bool = True) -> Table:
        """The table, from memory or from its log; fresh: with all that other nodes have written."""
        known = self._tables.get(name)
        must_read = name in self._doubtful or (fresh and self.storage.notifies)
        if known is not None and not must_read:
            self._tables.move_to_end(name)
            return known
        async with self.lock(name):
            return await self.locked_table(name)

    async def locked_table(self, name: str) -> Table:
        """The table with all that other nodes have written, for a caller who holds its lock."""
        table = await self._load(name)
        return await self._catch_up(table) if self.storage.notifies else table

    async def _load(self, name: str) -> Table:
        known = self._tables.get(name)
        if known is not None:
            self._tables.move_to_end(name)
            if name in self._doubtful:
                known = await self._catch_up(known)
                self._doubtful.discard(name)
            return known
        await self.ready.wait()
        entries = await self._entries(name)
        if not entries or entries[0].seq != 1:  # a move has come while the table was deleted
            self._locks.pop(name, None)
            raise NotFound("This table doesn’t exist.")
        table = replay_events(name, entries)
        self._keep(table)
        self._feed.changed(table)
        return table

    async def _entries(self, name: str, after: int = 0) -> list[Entry]:
        return [decode(stored) for stored in await self.storage.read(name, after)]

    def _keep(self, table: Table) -> None:
        """Put a table into the cache, and drop the one that was idle longest if there are many."""
        self._tables[table.id] = table
        while len(self._tables) > self._idle_tables:
            for name in self._tables:
                if name != table.id and self._is_idle(name):
                    break
            else:
                return
            del self._tables[name]
            self._doubtful.discard(name)
            self._locks.pop(name, None)

    def _is_idle(self, name: str) -> bool:
        lock = self._locks.get(name)
        return not self._is_watched(name) and (lock is None or not lock.locked())

    # Changing.

    async def create(self, name: str, event: Created, origin: str | None = None) -> Table:
        """A new table; raises `WriteConflict` if there is one for the same origin."""
        await self.playable.wait()
        entry = Entry(1, now(), event)
        table = replay_events(name, [entry])
        append = _append(name, entry, new_row=index.new_row(table, origin))
        try:
            await self.storage.append(append)
        except WriteConflict:
            # Names are random: if this one exists, a commit that seemed to fail did not.
            if not await self.storage.read(name):
                raise
        self._keep(table)
        return table

    async def act(self, name: str, decide: Decision) -> Table:
        """Let an event happen at a table, or none: the table after it, durable when this returns."""
        async with self.lock(name):
            for _ in range(_ATTEMPTS):
                table, at = await self._load(name), now()
                extended = await self._extension(table, at)
                try:
                    event = extended or decide(table, at)
                except AlreadyDone:
                    return table
                except Refusal:
                    # Before anybody is refused: perhaps this node has missed what others wrote.
                    if self.storage.notifies and await self._catch_up(table) is not table:
                        continue
                    raise
                entry = Entry(table.seq + 1, at, event)
                after = reduce_event(table, entry)
                append = _append(name, entry, changes=index.changed_columns(table, after))
                try:
                    await self._commit(append, after)
                except WriteConflict:
                    await self._catch_up(table)
                else:
                    # The response goes out first: its task goes on before the loop calls this.
                    self._unpublished.add(name)
                    asyncio.get_running_loop().call_soon(self._publish, after, entry)
                    if extended is None:
                        return after
        raise Unavailable("This table is too busy right now. Please try again.")

    async def _extension(self, table: Table, at: int) -> TimeRefunded | None:
        """What must happen first where a clock ran on while the server was away."""
        if table.deadline() is None:
            return None
        return extension(table, await self._heartbeat.outages_until(at))

    async def _commit(self, append: Append, after: Table) -> None:
        """Make an event durable, even if whoever sent it goes away meanwhile.

        The table after it must be in the cache before the lock is given back.
        """
        done = self.storage.append(append)
        try:
            await asyncio.shield(done)
        except database.FAILURES as error:
            log.error("an event could not be saved: %s", type(error).__name__)
            self._doubtful.add(after.id)
            raise cannot_save() from None
        except asyncio.CancelledError:
            # The server stops: listeners have been sent away, nobody is left to be told.
            await asyncio.wait([done])
            if done.exception() is None:
                self._tables[after.id] = after
            raise
        self._tables[after.id] = after

    def _publish(self, table: Table, entry: Entry) -> None:
        self._unpublished.discard(table.id)
        self._feed.event(table, entry)
        self._feed.changed(table)

    # What other nodes write.

    async def _catch_up(self, table: Table) -> Table:
        """The table with everything that other nodes have written: the same one if there is none."""
        missed = await self._entries(table.id, table.seq)
        for entry in missed:
            table = self._tables[table.id] = reduce_event(table, entry)
            self._feed.event(table, entry)
        if missed:
            self._feed.changed(table)
        return table

    def receive(self, name: str, seq: int, stored: StoredEvent | None) -> bool:
        """Apply what another node has written; False if it must be read from the log later."""
        table = self._tables.get(name)
        if table is None or seq <= table.seq:
            return True
        if stored is None or seq != table.seq + 1 or self.lock(name).locked():
            return False
        if name in self._unpublished:
            return False
        entry = decode(stored)
        table = self._tables[name] = reduce_event(table, entry)
        self._publish(table, entry)
        return True

    async def refresh(self, name: str, seq: int | None = None) -> None:
        """Read what other nodes have written at a table, up to a number, if it is open here."""
        if name in self._tables:
            async with self.lock(name):
                table = self._tables.get(name)
                if table is not None and (seq is None or seq > table.seq):
                    await self._catch_up(table)

    async def forget(self, name: str) -> None:
        """Drop a table from memory: its log has changed, or is gone."""
        if name in self._tables:
            async with self.lock(name):
                self._tables.pop(name, None)

    async def refresh_all(self) -> None:
        """Refresh every open table: for when notices from other nodes may have been missed.

        One question finds those at which something happened; to ask for each would take seconds.
        """
        for name, seq in (await self.storage.last_numbers(list(self._tables))).items():
            table = self._tables.get(name)
            if table is not None and seq > table.seq:
                await self.refresh(name, seq)

    # The past.

    async def as_of(self, name: str, seq: int) -> Table:
        """The table as it was just after an event."""
        table = self._tables.get(name)
        if table is not None and table.seq == seq:
            return table
        return replay_events(name, (await self._entries(name))[:seq])

    async def history(self, table: Table, after: int) -> Iterator[tuple[Entry, Table]] | None:
        """The events after a number, each with the table just after it.

        None without that number, or if they are too many. Such a table is good until the next is
        asked for. If more than one event was missed, they are worked out while they are asked for,
        which takes long and can be done in a thread.
        """
        if not 0 <= table.seq - after <= MAX_MISSED:
            return None
        if after >= table.seq - 1:
            # The common cases: nothing was missed, or only the last event.
            last = await self._entries(table.id, after) if after < table.seq else []
            return iter([(entry, table) for entry in last[:1]])
        entries = (await self._entries(table.id))[: table.seq]
        return _replayed(table.id, entries, after)


def _replayed(name: str, entries: list[Entry], after: int) -> Iterator[tuple[Entry, Table]]:
    past = replay_events(name, entries[:after])
    for entry in entries[after:]:
        apply(past, entry)
        yield entry, past


def _append(
    name: str,
    entry: Entry,
    *,
    new_row: dict[str, Any] | None = None,
    changes: dict[str, Any] | None = None,
) -> Append:
    return Append(
        name,
        entry.seq,
        entry.at,
        encode(entry.event),
        new_row=new_row,
        changes=changes or {},
        new_members=index.new_members(entry.event),
    )
