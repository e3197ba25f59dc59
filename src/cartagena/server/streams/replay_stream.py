"""The replay stream of a table: a finished game, at any pace."""

import asyncio
from typing import Final

from litestar.types import Receive, Scope, Send

from cartagena.server.streams.sse import BYE, Holder, OpenStreams, Stream, Write, encoded_message
from cartagena.server.tables.replay import Replay

_BATCH: Final = 32
"""Positions per write, without a pace."""
_POLL_SECONDS: Final = 0.5
"""Interval at which the stream checks whether the server stops."""


class ReplayStream(Stream):
    """The positions of a finished game from some number on, then its end."""

    def __init__(
        self, streams: OpenStreams, *, replay: Replay, holder: Holder, after: int, pace: float
    ) -> None:
        super().__init__(streams, holder)
        self._replay, self._after, self._pace = replay, after, pace
        self._gone = asyncio.Event()

    @property
    def _total(self) -> int:
        return len(self._replay.positions) - 1

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the rest of the game, then its end."""
        if self._after > self._total:
            # The client knows the end. A browser's EventSource does not reconnect after a 204.
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await super().__call__(scope, receive, send)

    def _on_disconnect(self) -> None:
        self._gone.set()

    async def _send_events(self, write: Write) -> bool:
        total, buffer = self._total, b"retry: 1000\n"
        for number in range(max(0, self._after + 1), total + 1):
            buffer += encoded_message("position", self._replay.positions[number], number)
            if not self._pace and number % _BATCH:
                continue
            await write(buffer)
            buffer = b""
            if number < total:
                await self._pause()
            if self._gone.is_set():
                return self.ended
            if self._streams.stopping:
                await write(BYE)
                return True
        await write(buffer + encoded_message("end", self._replay.end, total + 1))
        return True

    async def _pause(self) -> None:
        left = self._pace
        while left > 0 and not self._gone.is_set() and not self._streams.stopping:
            try:
                async with asyncio.timeout(min(left, _POLL_SECONDS)):
                    await self._gone.wait()
            except TimeoutError:
                left -= _POLL_SECONDS
        await asyncio.sleep(0)
