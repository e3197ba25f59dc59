"""`GET /api/v1/tables/{table}/replay/stream`: a finished game once more, at any pace."""

import asyncio
from typing import Final

from litestar.types import Receive, Scope, Send

from cartagena.server.streams.sse import BYE, Stream, StreamLimit, Write, message
from cartagena.server.tables.replay import steps
from cartagena.server.tables.table import Table

_BATCH: Final = 32
"""Positions that are sent at once where no pace is asked for."""
_POLL: Final = 0.5
"""Seconds between two looks whether the server stops."""


class ReplayStream(Stream):
    """Every position of a finished game behind a number, then its end."""

    def __init__(
        self, limit: StreamLimit, *, table: Table, caller: str, after: int, pace: float
    ) -> None:
        super().__init__(limit, caller)
        self._table, self._after, self._pace = table, after, pace
        self._gone = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what is left of the game, then its end."""
        if self._after > len(self._table.movers):
            # The end was told: after a 204 a browser's EventSource does not come back.
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await super().__call__(scope, receive, send)

    def _on_disconnect(self) -> None:
        self._gone.set()

    async def _send_events(self, write: Write) -> bool:
        game, total = self._table.game, len(self._table.movers)
        assert game is not None
        waiting = b"retry: 1000\n"
        first = max(0, self._after + 1)
        for number, step in enumerate(steps(self._table, self._after), first):
            waiting += message("position", {"number": number, "total": total, **step}, number)
            if not self._pace and number % _BATCH:
                continue
            await write(waiting)
            waiting = b""
            if number < total:
                await self._pause()
            if self._gone.is_set():
                return False
            if self._limit.stopping:
                await write(BYE)
                return True
        await write(waiting + message("end", {"total": total, "winner": game.winner}, total + 1))
        return True

    async def _pause(self) -> None:
        left = self._pace
        while left > 0 and not self._gone.is_set() and not self._limit.stopping:
            try:
                async with asyncio.timeout(min(left, _POLL)):
                    await self._gone.wait()
            except TimeoutError:
                left -= _POLL
        await asyncio.sleep(0)
