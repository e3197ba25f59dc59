"""Server-sent events: how they are written, and what every response that is a stream shares."""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar.types import Receive, Scope, Send

from cartagena.server.errors import TooMany

HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_encoder = msgspec.json.Encoder()

Write = Callable[[bytes], Awaitable[None]]
"""Sends some more of a response."""


def message(kind: str, data: Any, number: int | None = None) -> bytes:
    """One server-sent event."""
    head = (
        f"id: {number}\nevent: {kind}\ndata: " if number is not None else f"event: {kind}\ndata: "
    )
    return head.encode() + _encoder.encode(data) + b"\n\n"


BYE: Final = message("bye", {"retry": 1000}).replace(b"event:", b"retry: 1000\nevent:", 1)
"""Sent when the server stops: come back in a second, here or at another node."""
ALIVE: Final = message("alive", {})
"""Sent when nothing else was for a while, so that no proxy closes the connection; an event and not
a comment, so that a page can tell a quiet table from a broken connection."""


class StreamLimit:
    """How many streams each caller has open on this node, and whether the server stops."""

    def __init__(self, most: int) -> None:
        self.stopping = False
        self._most = most
        self._open: Counter[str] = Counter()

    def check(self, caller: str) -> None:
        """Refuse a caller who has as many streams open as are allowed."""
        if self._open[caller] >= self._most:
            raise TooMany(
                "This game is open in too many tabs. The limit is {most}.", 5.0, most=self._most
            )

    def opened(self, caller: str) -> None:
        """Count a stream."""
        self._open[caller] += 1

    def closed(self, caller: str) -> None:
        """Count it no more."""
        self._open[caller] -= 1
        if self._open[caller] <= 0:
            del self._open[caller]


class Stream(ABC):
    """The response to a request for a stream, as an ASGI application.

    It is counted while it lasts, and told when the reader disconnects.
    """

    def __init__(self, limit: StreamLimit, caller: str) -> None:
        limit.check(caller)
        self._limit, self._caller = limit, caller

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the stream ends, the reader leaves, or the server stops."""
        # The body goes straight to the server, past the middleware, which only looks at how a
        # response begins.
        send_directly: Send = scope["state"]["send"]

        async def write(data: bytes) -> None:
            await send_directly({"type": "http.response.body", "body": data, "more_body": True})

        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        self._limit.opened(self._caller)
        watching = asyncio.create_task(self._watch_for_disconnect(receive))
        try:
            with suppress(OSError):  # the connection broke
                if await self._send_events(write):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            watching.cancel()
            self._limit.closed(self._caller)

    async def _watch_for_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._on_disconnect()

    @abstractmethod
    async def _send_events(self, write: Write) -> bool:
        """Write everything; False if the connection broke and nothing more may be sent."""

    @abstractmethod
    def _on_disconnect(self) -> None:
        """The reader has gone."""
