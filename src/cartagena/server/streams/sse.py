"""Server-sent events: how they are written, and the base class of all streams."""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec
from litestar.types import Receive, Scope, Send

from cartagena.protocol.events import Alive, Bye
from cartagena.server.errors import TooMany

HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_encoder = msgspec.json.Encoder()

Write = Callable[[bytes], Awaitable[None]]
"""Sends a part of a response."""


def message(kind: str, data: msgspec.Struct, number: int | None = None) -> bytes:
    """Return the bytes of one server-sent event."""
    return encoded_message(kind, _encoder.encode(data), number)


def encoded_message(kind: str, data: bytes, number: int | None = None) -> bytes:
    """Return the bytes of one server-sent event whose data is already JSON."""
    head = (
        f"id: {number}\nevent: {kind}\ndata: " if number is not None else f"event: {kind}\ndata: "
    )
    return head.encode() + data + b"\n\n"


BYE: Final = message("bye", Bye(retry=1000)).replace(b"event:", b"retry: 1000\nevent:", 1)
"""Sent when the server stops. Clients reconnect after a second, here or to another node."""
ALIVE: Final = message("alive", Alive())
"""Keep-alive, so that no proxy closes the connection.

It is an event and not a comment, so that a page can tell a quiet table from a broken connection."""


class StreamLimit:
    """Counts the open streams of each caller on this node."""

    def __init__(self, max_streams: int) -> None:
        self.stopping = False
        """Whether the server stops, and all streams must end."""
        self._max_streams = max_streams
        self._open: Counter[str] = Counter()

    def check(self, caller: str) -> None:
        """Raise `TooMany` if a caller has the maximum number of streams open."""
        if self._open[caller] >= self._max_streams:
            raise TooMany(
                "This game is open in too many tabs. The limit is {most}.",
                5.0,
                most=self._max_streams,
            )

    def add(self, caller: str) -> None:
        """Count a new stream."""
        self._open[caller] += 1

    def remove(self, caller: str) -> None:
        """Stop counting a stream."""
        self._open[caller] -= 1
        if self._open[caller] <= 0:
            del self._open[caller]


class Stream(ABC):
    """The response to a request for a stream, as an ASGI application.

    It counts against its caller's limit while it lasts.
    """

    def __init__(self, limit: StreamLimit, caller: str) -> None:
        limit.check(caller)
        self._limit, self._caller = limit, caller

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the stream ends, the client disconnects, or the server stops."""
        # The body bypasses the middleware, which only needs the start of a response.
        send_directly: Send = scope["state"]["send"]

        async def write(data: bytes) -> None:
            await send_directly({"type": "http.response.body", "body": data, "more_body": True})

        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        self._limit.add(self._caller)
        watcher = asyncio.create_task(self._watch_for_disconnect(receive))
        try:
            with suppress(OSError):  # The connection broke.
                if await self._send_events(write):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            watcher.cancel()
            self._limit.remove(self._caller)

    async def _watch_for_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._on_disconnect()

    @abstractmethod
    async def _send_events(self, write: Write) -> bool:
        """Write all events. Return False if the client has disconnected."""

    @abstractmethod
    def _on_disconnect(self) -> None:
        """Stop sending: the client has disconnected."""
