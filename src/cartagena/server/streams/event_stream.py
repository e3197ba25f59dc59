"""`GET /api/tables/{table}/stream`: a snapshot and then events, or all events since a number."""

import asyncio
from collections import Counter
from typing import Final

from litestar.types import Receive, Scope, Send

from cartagena.server.api.problems import too_many
from cartagena.server.streams.listeners import BYE, Listener
from cartagena.server.streams.presence import Presence
from cartagena.server.tables.registry import Harbour, now
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import message, snapshot

HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Watch:
    """The streams of this node, with a limit for each caller."""

    def __init__(self, harbour: Harbour, presence: Presence, most: int, keep_alive: float) -> None:
        self.harbour, self.streams, self.presence = harbour, harbour.streams, presence
        self.keep_alive = keep_alive
        self.stopping = False
        self._most = most
        self._open: Counter[str] = Counter()

    def stream(self, table: Table, identity: str, caller: str, after: int | None) -> "EventStream":
        """A stream for somebody who may watch."""
        self.admit(caller)
        return EventStream(self, table, identity, caller, after)

    def admit(self, caller: str) -> None:
        """Whether the caller may open one more stream."""
        if self._open[caller] >= self._most:
            raise too_many("You can have at most {most} streams open.", 5.0, most=self._most)

    def begin(self, caller: str) -> None:
        """Count a stream."""
        self._open[caller] += 1

    def end(self, caller: str) -> None:
        """Count it no more."""
        self._open[caller] -= 1
        if self._open[caller] <= 0:
            del self._open[caller]


class EventStream:
    """The answer to one request for a stream: an application of its own."""

    def __init__(
        self, watch: Watch, table: Table, identity: str, caller: str, after: int | None
    ) -> None:
        self._watch, self._table, self._identity = watch, table, identity
        self._caller, self._after = caller, after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the reader leaves, is cut or the server stops."""
        watch, streams = self._watch, self._watch.streams

        # Past everything that looks at how an answer begins: it has begun, and there are many.
        write: Send = scope["state"]["write"]

        async def send_data(data: bytes) -> None:
            await write({"type": "http.response.body", "body": data, "more_body": True})

        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        watch.begin(self._caller)
        try:
            listener, first = await self._beginning()
            gone = asyncio.create_task(_until_gone(receive, listener))
            try:
                watch.presence.changed_here(self._table.id)
                if await listener.send_all(first, send_data, watch.keep_alive):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                gone.cancel()
                streams.forget(listener)
                watch.presence.changed_here(self._table.id)
        finally:
            watch.end(self._caller)

    async def _beginning(self) -> tuple[Listener, bytes]:
        """What the reader has missed, or a snapshot for one who knows nothing yet.

        From then on the listener hears of every event: nothing can happen in between.
        """
        harbour, name = self._watch.harbour, self._table.id
        async with harbour.lock(name):
            table = await harbour.locked_table(name)
            missed = None
            if self._after is not None:
                missed = await harbour.since(table, self._identity, self._after)
            listener = self._watch.streams.listen(name, self._identity)
            listener.seq = table.seq
            if self._watch.stopping:
                listener.put(BYE)
                listener.close()
            if missed is not None:
                return listener, b"retry: 1000\n\n" + b"".join(missed)
            present = self._watch.presence.of(name)
            whole = snapshot(table, self._identity, present, now())
            return listener, b"retry: 1000\n" + message("snapshot", whole, table.seq)


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()
