"""Metrics for Prometheus, on a port of their own that no proxy forwards."""

import asyncio
from contextlib import suppress
from typing import Final

from cartagena.server.services import Services

_SECONDS: Final = 10.0
"""Maximum time for a request."""
_OK: Final = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain; version=0.0.4\r\n"
_NOT_FOUND: Final = b"HTTP/1.1 404 Not Found\r\n"


class MetricsPort:
    """A small server that knows one address, `GET /metrics`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Start listening, if there is a port for metrics."""
        settings = self._services.settings
        if settings.metrics_port:
            self._server = await asyncio.start_server(
                self._respond, settings.metrics_host, settings.metrics_port
            )

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()

    async def _respond(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, TimeoutError, EOFError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                is_known = head.startswith(b"GET /metrics HTTP/")
                body = await self._services.metrics_text() if is_known else b""
                writer.write(_OK if is_known else _NOT_FOUND)
                writer.write(b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body) + body)
                await writer.drain()
        writer.close()
