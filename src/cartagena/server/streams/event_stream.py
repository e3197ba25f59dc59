"""`GET /api/v1/tables/{table}/stream`: a snapshot and then events, or all events since a number."""

import asyncio
from collections.abc import Iterator

from cartagena.server.clock import now
from cartagena.server.streams.broadcaster import Broadcaster, render
from cartagena.server.streams.listener import Listener
from cartagena.server.streams.presence import Presence
from cartagena.server.streams.sse import BYE, Stream, StreamLimit, Write, message
from cartagena.server.tables.events import Entry
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView, snapshot


class EventStream(Stream):
    """The events of one table for one reader, without end."""

    def __init__(
        self,
        registry: TableRegistry,
        broadcaster: Broadcaster,
        presence: Presence,
        limit: StreamLimit,
        *,
        table: str,
        identity: str,
        caller: str,
        after: int | None,
        keep_alive: float,
    ) -> None:
        super().__init__(limit, caller)
        self._registry, self._broadcaster, self._presence = registry, broadcaster, presence
        self._table, self._identity, self._after = table, identity, after
        self._keep_alive = keep_alive
        self._listener = Listener(table, identity, broadcaster.backlog)

    def _on_disconnect(self) -> None:
        self._listener.close()

    async def _send_events(self, write: Write) -> bool:
        try:
            table = await self._subscribe()
            first = await self._first(table)
            self._presence.changed_here(self._table)
            await self._listener.send_all(first, write, self._keep_alive)
            return True
        finally:
            self._broadcaster.remove(self._listener)
            self._presence.changed_here(self._table)

    async def _subscribe(self) -> Table:
        """The table as it is now; every later event waits in the listener's queue."""
        async with self._registry.lock(self._table):
            table = await self._registry.locked_table(self._table)
            self._listener.seq = table.seq
            self._broadcaster.add(self._listener)
            if self._limit.stopping:
                self._listener.put(BYE)
                self._listener.close()
        return table

    async def _first(self, table: Table) -> bytes:
        """What the reader has missed, or a snapshot for one who knows nothing yet or too little."""
        missed = None
        if self._after is not None:
            missed = await self._registry.history(table, self._after)
        if missed is None:
            present = self._presence.of(self._table)
            whole = snapshot(table, self._identity, present, now())
            return b"retry: 1000\n" + message("snapshot", whole, table.seq)
        if self._after is not None and table.seq - self._after > 1:
            # The game is played again from its beginning: not where everybody waits for it.
            return await asyncio.to_thread(self._render, missed)
        return self._render(missed)

    def _render(self, missed: Iterator[tuple[Entry, Table]]) -> bytes:
        rendered = (render(EventView(past, entry), entry, self._identity) for entry, past in missed)
        return b"retry: 1000\n\n" + b"".join(data for data in rendered if data is not None)
