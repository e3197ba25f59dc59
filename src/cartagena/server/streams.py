"""Who listens to which table. A reader that cannot keep up is cut off and comes back later."""

import asyncio
from collections import deque
from typing import Final

from cartagena.server.log import Entry, Muted, Said
from cartagena.server.rendering import kind_of, message, told
from cartagena.server.table import Table

BYE: Final = message("bye", {"retry": 1000}).replace(b"event:", b"retry: 1000\nevent:", 1)
"""Told when the server stops: come back in a second, here or at another node."""


class Listener:
    """One open stream: what it has still to be sent."""

    def __init__(self, table: str, identity: str, backlog: int) -> None:
        self.table, self.identity = table, identity
        self.closed = False
        self.seq = 0
        """The last event that the listener knows of."""
        self._backlog = backlog
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()

    def put(self, data: bytes) -> bool:
        """Send it when the reader is ready; False if too much waits already."""
        if len(self._waiting) >= self._backlog:
            self.close()
            return False
        self._waiting.append(data)
        self._news.set()
        return True

    def close(self) -> None:
        """Send nothing more."""
        self.closed = True
        self._news.set()

    async def take(self, patience: float) -> bytes:
        """All that waits, together; nothing if nothing came for so long, or after the end."""
        if not self._waiting and not self.closed:
            try:
                async with asyncio.timeout(patience):
                    await self._news.wait()
            except TimeoutError:
                return b""
        self._news.clear()
        data = b"".join(self._waiting)
        self._waiting.clear()
        return data


class Streams:
    """All open streams of this node, by table."""

    def __init__(self, backlog: int) -> None:
        self._backlog = backlog
        self._by_table: dict[str, set[Listener]] = {}
        self.count = 0
        self.dropped = 0

    def listen(self, table: str, identity: str) -> Listener:
        """A new listener."""
        listener = Listener(table, identity, self._backlog)
        self._by_table.setdefault(table, set()).add(listener)
        self.count += 1
        return listener

    def forget(self, listener: Listener) -> None:
        """The listener has left."""
        listeners = self._by_table.get(listener.table, set())
        if listener in listeners:
            listeners.remove(listener)
            self.count -= 1
            if not listeners:
                del self._by_table[listener.table]

    def has(self, table: str) -> bool:
        """Whether anybody listens."""
        return table in self._by_table

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._by_table)

    def present(self, table: str) -> list[str]:
        """The identities that listen."""
        return sorted(
            {listener.identity for listener in self._by_table.get(table, ()) if listener.identity}
        )

    def tell(self, table: Table, entry: Entry) -> None:
        """Tell all listeners of an event, the table being as it is just after."""
        kind = kind_of(entry)
        personal = isinstance(entry.event, Said | Muted)
        rendered: dict[object, bytes | None] = {}
        for listener in list(self._by_table.get(table.id, ())):
            if entry.seq <= listener.seq:
                continue
            listener.seq = entry.seq
            viewer: object = listener.identity if personal else table.seats_of(listener.identity)
            if viewer not in rendered:
                data = told(entry, table, listener.identity)
                rendered[viewer] = None if data is None else message(kind, data, entry.seq)
            data_for_viewer = rendered[viewer]
            if data_for_viewer is not None and not listener.put(data_for_viewer):
                self.dropped += 1

    def tell_presence(self, table: str) -> None:
        """Tell all listeners of a table who is there. It has no number: it is not of the log."""
        data = message("presence", {"present": self.present(table)})
        for listener in list(self._by_table.get(table, ())):
            listener.put(data)

    def close(self) -> None:
        """Tell everybody to come back later."""
        for listeners in list(self._by_table.values()):
            for listener in list(listeners):
                listener.put(BYE)
                listener.close()
