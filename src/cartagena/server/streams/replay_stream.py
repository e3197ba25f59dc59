"""The replay stream of a table: a finished game, at any pace."""

import asyncio
from typing import Final

import msgspec
from litestar.types import Receive, Scope, Send

from cartagena.protocol.events import End, ReplayPosition
from cartagena.server.streams.sse import BYE, Stream, StreamLimit, Write, message
from cartagena.server.tables.replay import steps
from cartagena.server.tables.table import Table

_BATCH: Final = 32
"""Positions per write, without a pace."""
_POLL_SECONDS: Final = 0.5
"""Interval at which the stream checks whether the server stops."""


class ReplayStream(Stream):
    """Every position of a finished game after a number, then its end."""

    def __init__(
        self, limit: StreamLimit, *, table: Table, caller: str, after: int, pace: float
    ) -> None:
        super().__init__(limit, caller)
        self._table, self._after, self._pace = table, after, pace
        self._gone = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the rest of the game, then its end."""
        if self._after > len(self._table.movers):
            # The client knows the end. A browser's EventSource does not reconnect after a 204.
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await super().__call__(scope, receive, send)

    def _on_disconnect(self) -> None:
        self._gone.set()

    async def _send_events(self, write: Write) -> bool:
        game, total = self._table.game, len(self._table.movers)
        assert game is not None
        buffer = b"retry: 1000\n"
        first = max(0, self._after + 1)
        for number, step in enumerate(steps(self._table, self._after), first):
            position = ReplayPosition(number=number, total=total, **msgspec.structs.asdict(step))
            buffer += message("position", position, number)
            if not self._pace and number % _BATCH:
                continue
            await write(buffer)
            buffer = b""
            if number < total:
                await self._pause()
            if self._gone.is_set():
                return False
            if self._limit.stopping:
                await write(BYE)
                return True
        await write(buffer + message("end", End(total, game.winner), total + 1))
        return True

    async def _pause(self) -> None:
        left = self._pace
        while left > 0 and not self._gone.is_set() and not self._limit.stopping:
            try:
                async with asyncio.timeout(min(left, _POLL_SECONDS)):
                    await self._gone.wait()
            except TimeoutError:
                left -= _POLL_SECONDS
        await asyncio.sleep(0)
