"""All tables of this node: loaded from their logs, changed one event at a time, told to listeners.

Durable, then acknowledged, then told to others: an event is first committed, then the one who
sent it gets the answer, then the listeners hear of it.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from cartagena.server.api.problems import Problem, not_found
from cartagena.server.storage.queries import Storage
from cartagena.server.storage.writer import Append, Conflict
from cartagena.server.streams.listeners import Streams
from cartagena.server.tables.events import Created, Entry, Event
from cartagena.server.tables.table import Table, fold
from cartagena.server.tables.views import kind_of, message, told

_ATTEMPTS: Final = 8


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


@dataclass(slots=True)
class Step:
    """What is to happen at a table next, and what else changes with it."""

    event: Event
    change: dict[str, Any] = field(default_factory=dict)
    members: tuple[str, ...] = ()


class Settled(Exception):  # noqa: N818
    """Raised by a decision that finds that everything has happened already."""


Decision = Callable[[Table], Step]
"""Looks at a table and says what happens next, or raises a problem, or `Settled`."""


class Harbour:
    """The tables."""

    def __init__(self, storage: Storage, streams: Streams, idle_tables: int) -> None:
        self.storage, self.streams = storage, streams
        self.ready = asyncio.Event()
        """Set when the rules are compiled: no table is opened before."""
        self.on_change: Callable[[Table], None] = lambda _: None
        self._idle_tables = idle_tables
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._untold: set[str] = set()
        """Tables of which listeners are about to be told: nothing else may be told before."""

    @property
    def open_tables(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def known(self, name: str) -> Table | None:
        """The table as it is in memory, if it is."""
        return self._tables.get(name)

    def lock(self, table: str) -> asyncio.Lock:
        """One thing at a time at a table."""
        return self._locks.setdefault(table, asyncio.Lock())

    async def table(self, name: str, *, fresh: bool = True) -> Table:
        """The table, from memory or from its log; fresh: with all that other nodes have written."""
        known = self._tables.get(name)
        if known is not None and not (fresh and self.storage.notifies):
            self._tables.move_to_end(name)
            return known
        async with self.lock(name):
            return await self.locked_table(name)

    async def locked_table(self, name: str) -> Table:
        """The table with all that other nodes have written, for one who holds its lock."""
        table = await self._load(name)
        self._tables.move_to_end(name)
        if self.storage.notifies:
            await self._catch_up(table)
        return table

    async def _load(self, name: str) -> Table:
        known = self._tables.get(name)
        if known is not None:
            return known
        await self.ready.wait()
        entries = await self.storage.read(name)
        if not entries:
            self._locks.pop(name, None)
            raise not_found("This table doesn’t exist.")
        table = fold(name, entries)
        self._keep(table)
        self.on_change(table)
        return table

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        while len(self._tables) > self._idle_tables:
            for name in self._tables:
                if name != table.id and self._is_idle(name):
                    break
            else:
                return
            del self._tables[name]
            self._locks.pop(name, None)

    def _is_idle(self, name: str) -> bool:
        lock = self._locks.get(name)
        return not self.streams.has(name) and (lock is None or not lock.locked())

    # Changing.

    async def create(
        self, name: str, event: Created, members: tuple[str, ...], origin: str | None = None
    ) -> Table:
        """Lay a new table; raises `Conflict` if one was laid for the same origin."""
        await self.ready.wait()
        entry = Entry(1, now(), event)
        row = {
            "id": name,
            "status": "waiting",
            "public": event.public,
            "owner": event.owner,
            "created_at": entry.at,
            "due_at": None,
            "origin": origin,
        }
        await self.storage.append(Append(name, entry, new=row, member=members))
        table = fold(name, [entry])
        self._keep(table)
        return table

    async def act(self, name: str, decide: Decision) -> Table:
        """Let something happen at a table: durable when this returns."""
        async with self.lock(name):
            for _ in range(_ATTEMPTS):
                table = await self._load(name)
                try:
                    step = decide(table)
                except Settled:
                    return table
                except Problem:
                    # Before anybody is refused: perhaps this node only has not heard yet.
                    if self.storage.notifies and await self._catch_up(table):
                        continue
                    raise
                entry = Entry(table.seq + 1, now(), step.event)
                append = Append(name, entry, change=step.change, member=step.members)
                try:
                    await self._commit(table, append)
                except Conflict:
                    await self._catch_up(table)
                else:
                    # The answer goes out first: its task goes on before the loop calls this.
                    self._untold.add(name)
                    asyncio.get_running_loop().call_soon(self._tell, table, entry)
                    return table
        raise Problem(503, "busy", "Busy", "This table is too busy right now. Please try again.")

    async def _commit(self, table: Table, append: Append) -> None:
        """Whoever sent this may go away: what is being written is still written.

        It must be applied here before anyone else may look.
        """
        done = self.storage.append(append)
        try:
            await asyncio.shield(done)
        except asyncio.CancelledError:
            # The server stops: listeners have been sent away, nobody is left to be told.
            await asyncio.wait([done])
            if done.exception() is None:
                table.apply(append.entry)
            raise
        table.apply(append.entry)

    def _tell(self, table: Table, entry: Entry) -> None:
        self._untold.discard(table.id)
        self.streams.tell(table, entry)
        self.on_change(table)

    async def _catch_up(self, table: Table) -> bool:
        """Let everything happen that other nodes have written; whether there was anything."""
        news = await self.storage.read(table.id, table.seq)
        for entry in news:
            table.apply(entry)
            self.streams.tell(table, entry)
        if news:
            self.on_change(table)
        return bool(news)

    def hear(self, name: str, seq: int, entry: Entry | None) -> bool:
        """Another node has written: let it have happened here; False if that must wait."""
        table = self._tables.get(name)
        if table is None or seq <= table.seq:
            return True
        if entry is None or seq != table.seq + 1 or self.lock(name).locked():
            return False
        if name in self._untold:
            return False
        table.apply(entry)
        self._tell(table, entry)
        return True

    async def refresh(self, name: str, seq: int | None = None) -> None:
        """Other nodes have written at this table, up to a number: catch up, if it is open here."""
        if name in self._tables:
            async with self.lock(name):
                table = self._tables.get(name)
                if table is not None and (seq is None or seq > table.seq):
                    await self._catch_up(table)

    async def refresh_all(self) -> None:
        """Catch up at every open table: for when word from other nodes may have been missed."""
        for name in list(self._tables):
            await self.refresh(name)

    async def past(self, name: str, seq: int) -> Table:
        """The table as it was just after an event."""
        return fold(name, (await self.storage.read(name))[:seq])

    # Resuming.

    async def since(self, table: Table, identity: str, after: int) -> list[bytes] | None:
        """The events after a number as a reader is told them; None if there was no such number.

        The caller holds the table's lock.
        """
        if after > table.seq:
            return None
        if after == table.seq:
            return []
        if after == table.seq - 1:
            # The usual case: only the last event was missed, and the table is just after it.
            last = (await self.storage.read(table.id, after))[:1]
            return [_told_to(identity, entry, table) for entry in last]
        entries = await self.storage.read(table.id)
        past = fold(table.id, [entry for entry in entries if entry.seq <= after])
        missed = []
        for entry in entries[after : table.seq]:
            past.apply(entry)
            missed.append(_told_to(identity, entry, past))
        return missed


def _told_to(identity: str, entry: Entry, table: Table) -> bytes:
    """An event as a stream carries it; nothing if it is not for this reader."""
    data = told(entry, table, identity)
    return b"" if data is None else message(kind_of(entry), data, entry.seq)
