"""The event stream of a table: a snapshot and then events, or all events since a number."""

import asyncio
from collections.abc import Iterator

from cartagena.server.streams.broadcaster import Broadcaster, render
from cartagena.server.streams.listener import Listener
from cartagena.server.streams.presence import Presence
from cartagena.server.streams.sse import BYE, Holder, OpenStreams, Stream, Write, message
from cartagena.server.tables.events import Entry
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView, snapshot


class EventStream(Stream):
    """The events of one table for one client, until it disconnects."""

    def __init__(
        self,
        registry: TableRegistry,
        broadcaster: Broadcaster,
        presence: Presence,
        streams: OpenStreams,
        *,
        table: str,
        holder: Holder,
        after: int | None,
        keep_alive: float,
        muted: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(streams, holder)
        self._registry, self._broadcaster, self._presence = registry, broadcaster, presence
        self._table, self._identity, self._after = table, holder.identity, after
        self._keep_alive = keep_alive
        self._listener = Listener(table, holder.identity, broadcaster.backlog)
        self._listener.muted = muted

    def _on_disconnect(self) -> None:
        self._listener.cut()

    async def _send_events(self, write: Write) -> bool:
        try:
            table = await self._subscribe()
            if not table.may_be_watched_by(self._identity):
                return True  # A player who has left since the request was checked.
            first = await self._first(table)
            if self.ended:
                return True
            self._presence.changed_here(self._table)
            await self._listener.send_all(first, write, self._keep_alive)
            return True
        finally:
            self._broadcaster.remove(self._listener)
            self._presence.changed_here(self._table)

    async def _subscribe(self) -> Table:
        """Return the current table. From now on the listener queues all later events."""
        async with self._registry.lock(self._table) as held:
            table = await self._registry.locked_table(self._table, held)
            self._listener.seq = table.seq
            self._broadcaster.add(self._listener)
            if self._streams.stopping:
                self._listener.put(BYE)
                self._listener.close()
        return table

    async def _first(self, table: Table) -> bytes:
        """Return the events that the client has missed, or a snapshot for a new client."""
        missed = None
        if self._after is not None:
            missed = await self._registry.history(table, self._after)
        if missed is None:
            present = self._presence.of(self._table)
            everything = snapshot(
                table, self._identity, present, self._registry.clock.now(), self._listener.muted
            )
            return b"retry: 1000\n" + message("snapshot", everything, table.seq)
        if self._after is not None and table.seq - self._after > 1:
            # This replays the game from its start, which would block the event loop.
            return await asyncio.to_thread(self._render, missed)
        return self._render(missed)

    def _render(self, missed: Iterator[tuple[Entry, Table]]) -> bytes:
        events = (
            render(EventView(past, entry), entry, self._identity, self._listener.muted)
            for entry, past in missed
        )
        return b"retry: 1000\n\n" + b"".join(data for data in events if data is not None)
