"""HTTP connections with limits on size, time and number, so no client can block the server.

uvicorn's own protocol reads headers of any length and never times out while it waits for headers,
bodies or readers. This one disconnects clients that send or read too slowly, or send too much.
"""

import asyncio
from collections import Counter
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from cartagena.server.networks import Proxies, network
from cartagena.server.rate_limit import TokenBucket
from cartagena.server.settings import Settings

_RESPONSE: Final = (
    b"HTTP/1.1 %s\r\ncontent-type: application/problem+json\r\ncontent-length: %d\r\n"
    b"connection: close\r\n\r\n%s"
)
_TOO_LARGE: Final = (
    b'{"type":"urn:cartagena:problem:too-large","title":"Too large","status":431,'
    b'"detail":"The address and the headers of a request are too long."}'
)


class TooLargeError(Exception):
    """Raised when request line and headers are longer than allowed."""


class TwoHostsError(Exception):
    """Raised when a request names two hosts."""


def protocol(settings: Settings) -> type[HttpToolsProtocol]:
    """Return the protocol class that uvicorn instantiates for every connection."""
    open_connections: Counter[str] = Counter()
    new = TokenBucket(settings.connections_per_second, settings.connections_each)
    proxies = Proxies(settings.trusted_proxies if settings.trust_proxy else "")

    class LimitedConnection(HttpToolsProtocol):
        """A connection that is closed when it exceeds a limit."""

        _network: str | None = None
        _head_bytes = 0
        """Bytes of the request line and headers that the parser has reported."""
        _hosts = 0
        """Number of `Host` headers. With two, a proxy might choose a different one than we do."""
        _fed = 0
        """Bytes received of a head that is not complete yet."""
        _in_head = False
        _in_body = False
        _read_timer: asyncio.TimerHandle | None = None
        _write_timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            client = network(address)
            full = open_connections[client] >= settings.connections_each or new.take(client) > 0
            # Behind a proxy, all connections come from its address.
            if full and not proxies.include(address):
                transport.abort()
                return
            self._network = client
            open_connections[client] += 1
            self._read_within(settings.header_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            for timer in (self._read_timer, self._write_timer):
                if timer is not None:
                    timer.cancel()
            if self._network is not None:
                open_connections[self._network] -= 1
                if not open_connections[self._network]:
                    del open_connections[self._network]

        def _read_within(self, seconds: float) -> None:
            if self._read_timer is None:
                self._read_timer = self.loop.call_later(seconds, self.transport.abort)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.is_closing():
                return
            if self._in_head:
                # The parser does not report an unfinished header, so count its input.
                self._fed += len(data)
                self._read_within(settings.header_seconds)
                if self._fed > settings.header_bytes:
                    self._head_bytes = self._fed
                    self.send_400_response("")
            elif self._in_body:
                self._read_within(settings.body_seconds)

        def _stop_read_timer(self) -> None:
            if self._read_timer is not None:
                self._read_timer.cancel()
                self._read_timer = None

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._in_head, self._head_bytes, self._fed, self._hosts = True, 0, 0, 0

        def on_url(self, url: bytes) -> None:
            self._count(len(url))
            super().on_url(url)

        def on_header(self, name: bytes, value: bytes) -> None:
            self._count(len(name) + len(value) + 4)
            self._hosts += name.lower() == b"host"
            if self._hosts > 1:
                raise TwoHostsError
            super().on_header(name, value)

        def _count(self, size: int) -> None:
            self._head_bytes += size
            if self._head_bytes > settings.header_bytes:
                raise TooLargeError

        def on_headers_complete(self) -> None:
            self._stop_read_timer()
            self._in_head, self._in_body = False, True
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._stop_read_timer()
            self._in_body = False
            super().on_message_complete()

        def send_400_response(self, msg: str) -> None:
            if self._head_bytes <= settings.header_bytes:
                super().send_400_response(msg)
                return
            status = b"431 Request Header Fields Too Large"
            self.transport.write(_RESPONSE % (status, len(_TOO_LARGE), _TOO_LARGE))
            self.transport.close()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._write_timer = self.loop.call_later(settings.write_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._write_timer is not None:
                self._write_timer.cancel()
                self._write_timer = None

    return LimitedConnection
