"""Server-sent events: how they are written, and the base class of all streams."""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec
from litestar.types import Receive, Scope, Send

from cartagena.protocol.events import Alive, Bye
from cartagena.server.errors import TooMany
from cartagena.server.rate_limit import SHARING

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


class Holder(NamedTuple):
    """The client that opened a stream, and the credential that proved its identity."""

    address: str
    network: str
    identity: str = ""
    token_hash: str = ""

    @property
    def key(self) -> str:
        """Return the key for limits: the identity or, if there is none, the network."""
        return self.identity or self.network


class Stream(ABC):
    """The response to a request for a stream, as an ASGI application.

    It counts against its caller's limits while it lasts, and ends when the caller may not listen any
    more.
    """

    def __init__(self, streams: "OpenStreams", holder: Holder) -> None:
        streams.check(holder)
        self._streams, self.holder = streams, holder
        self.ended = False
        """True if the stream ends at once, without sending what still waits."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the stream ends, the client disconnects, or the server stops."""
        # The body bypasses the middleware, which only needs the start of a response.
        send_directly: Send = scope["state"]["send"]

        async def write(data: bytes) -> None:
            await send_directly({"type": "http.response.body", "body": data, "more_body": True})

        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await self._streams.add(self)
        watcher = asyncio.create_task(self._watch_for_disconnect(receive))
        try:
            with suppress(OSError):  # The connection broke.
                if self.ended or await self._send_events(write):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            watcher.cancel()
            self._streams.remove(self)

    async def _watch_for_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._on_disconnect()

    @abstractmethod
    async def _send_events(self, write: Write) -> bool:
        """Write all events. Return False if the client has disconnected."""

    def end(self) -> None:
        """End the stream at once, because its holder may no longer listen."""
        self.ended = True
        self._on_disconnect()

    @abstractmethod
    def _on_disconnect(self) -> None:
        """Stop sending."""


class OpenStreams:
    """The open streams of this node, counted by identity and by network."""

    def __init__(self, max_streams: int, may_listen: Callable[[Holder], Awaitable[bool]]) -> None:
        """Build the set. `may_listen` returns False for a holder who is banned or was signed out."""
        self.stopping = False
        """True once the server stops and all streams must end."""
        self._max, self._may_listen = max_streams, may_listen
        self._open: dict[Stream, None] = {}
        self._count: Counter[str] = Counter()

    def check(self, holder: Holder) -> None:
        """Raise `TooMany` if a holder, or its network, has the maximum number of streams open."""
        most = {holder.key: self._max, _all_of(holder.network): int(SHARING * self._max)}
        if any(self._count[key] >= number for key, number in most.items()):
            raise TooMany(
                "This game is open in too many tabs. The limit is {most}.", 5.0, most=self._max
            )

    async def add(self, stream: Stream) -> None:
        """Count a new stream. End it if its holder was signed out while it was being opened."""
        self._open[stream] = None
        for key in _keys(stream.holder):
            self._count[key] += 1
        await self._review(stream)

    def remove(self, stream: Stream) -> None:
        """Stop counting a stream."""
        if stream in self._open:
            del self._open[stream]
            self._count -= Counter(_keys(stream.holder))

    async def review(self, identity: str | None = None) -> None:
        """End the streams whose holders may no longer listen, of one identity or of all."""
        for stream in list(self._open):
            if identity is None or stream.holder.identity == identity:
                await self._review(stream)

    async def _review(self, stream: Stream) -> None:
        if not await self._may_listen(stream.holder):
            stream.end()


def _keys(holder: Holder) -> tuple[str, str]:
    return holder.key, _all_of(holder.network)


def _all_of(network: str) -> str:
    """Return the key that counts all streams of a network, which differs from any holder's key."""
    return f"all of {network}"
