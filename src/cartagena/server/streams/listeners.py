"""Who listens to which table. A reader that cannot keep up is cut off and comes back later."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from cartagena.server.tables.events import Entry, Muted, Said
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import Seen, kind_of, message, told

BYE: Final = message("bye", {"retry": 1000}).replace(b"event:", b"retry: 1000\nevent:", 1)
"""Told when the server stops: come back in a second, here or at another node."""


ALIVE: Final = message("alive", {})
"""Said when nothing else was for a while, so that nobody between closes the connection, and as an
event, so that a page can tell a quiet table from a dead line."""
PATIENCE: Final = 20.0
"""Seconds that a reader may take nothing at all before it is cut."""


class Listener:
    """One open stream: what it has still to be sent.

    An event costs it one wake-up and no timer: a single slow timer looks after silence and after
    a reader that takes nothing.
    """

    def __init__(self, table: str, identity: str, backlog: int) -> None:
        self.table, self.identity = table, identity
        self.closed = False
        self.seq = 0
        """The last event that the listener knows of."""
        self._backlog = backlog
        self._waiting: list[bytes] = []
        self._sleeper: asyncio.Future[None] | None = None
        self._sent_at = 0.0
        self._is_sending = self._is_cut = False

    def put(self, data: bytes) -> bool:
        """Send it when the reader is ready; False if too much waits already."""
        if len(self._waiting) >= self._backlog:
            self.close()
            return False
        self._waiting.append(data)
        self._wake()
        return True

    def close(self) -> None:
        """Send nothing more than what waits."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    async def _take(self) -> bytes:
        """All that waits, together; nothing after the end."""
        if not self._waiting and not self.closed:
            self._sleeper = asyncio.get_running_loop().create_future()
            await self._sleeper
            self._sleeper = None
        data = b"".join(self._waiting)
        self._waiting.clear()
        return data

    async def send_all(
        self, first: bytes, send: Callable[[bytes], Awaitable[None]], keep_alive: float
    ) -> bool:
        """Send until the listener is closed; False if the reader took nothing for too long."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        self._sent_at, self._is_sending, self._is_cut = loop.time(), False, False
        self._look_again = loop.call_later(keep_alive, self._look_after, task, keep_alive)
        data = first
        try:
            while data or not self.closed:
                self._is_sending = True
                await send(data)
                self._is_sending, self._sent_at = False, loop.time()
                data = await self._take()
        except asyncio.CancelledError:
            if not self._is_cut or task.uncancel():
                raise
            return False
        finally:
            self._look_again.cancel()
        return True

    def _look_after(self, task: asyncio.Task[Any], keep_alive: float) -> None:
        """Break a long silence, or cut a reader that has taken nothing for too long."""
        loop, most = task.get_loop(), PATIENCE if self._is_sending else keep_alive
        quiet = loop.time() - self._sent_at
        if quiet >= most:
            if self._is_sending:
                self._is_cut = task.cancel()
                return
            self.put(ALIVE)
            quiet = 0.0
        self._look_again = loop.call_later(most - quiet, self._look_after, task, keep_alive)


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
        """The identities that listen on this node."""
        return sorted(
            {listener.identity for listener in self._by_table.get(table, ()) if listener.identity}
        )

    def tell(self, table: Table, entry: Entry) -> None:
        """Tell all listeners of an event, the table being as it is just after."""
        kind = kind_of(entry)
        personal = isinstance(entry.event, Said | Muted)
        rendered: dict[object, bytes | None] = {}
        seen = None if table.game is None else Seen(table.game)
        for listener in list(self._by_table.get(table.id, ())):
            if entry.seq <= listener.seq:
                continue
            if not table.may_be_watched_by(listener.identity):
                # They have left, or looked on until the game began.
                listener.close()
                continue
            listener.seq = entry.seq
            viewer: object = listener.identity if personal else table.seats_of(listener.identity)
            if viewer not in rendered:
                data = told(entry, table, listener.identity, seen)
                rendered[viewer] = None if data is None else message(kind, data, entry.seq)
            data_for_viewer = rendered[viewer]
            if data_for_viewer is not None and not listener.put(data_for_viewer):
                self.dropped += 1

    def tell_presence(self, table: str, present: list[str], now: int) -> None:
        """Tell all listeners of a table who is there, and the time: whoever comes back hears it.

        It has no number: it is not of the log.
        """
        data = message("presence", {"present": present, "now": now})
        for listener in list(self._by_table.get(table, ())):
            listener.put(data)

    def close(self) -> None:
        """Tell everybody to come back later."""
        for listeners in list(self._by_table.values()):
            for listener in list(listeners):
                listener.put(BYE)
                listener.close()
