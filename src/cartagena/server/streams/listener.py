"""One open event stream on the server's side: its queue, keep-alives and slow readers."""

import asyncio
from typing import Any, Final

from cartagena.server.streams.sse import ALIVE, Write

WRITE_TIMEOUT: Final = 20.0
"""Seconds that a reader may take nothing at all before it is cut off."""


class Listener:
    """One open stream: a short queue of what it has still to be sent.

    An event costs one wake-up and no timer. A single slow timer sends keep-alives, and cuts off a
    reader that takes nothing.
    """

    def __init__(self, table: str, identity: str, backlog: int) -> None:
        self.table, self.identity = table, identity
        self.closed = False
        self.seq = 0
        """The number of the last event that the listener was sent."""
        self._backlog = backlog
        self._queue: list[bytes] = []
        self._wakeup: asyncio.Future[None] | None = None
        self._sent_at = 0.0
        self._is_sending = self._is_cut = False

    def put(self, data: bytes) -> bool:
        """Queue some data; False if the queue is full, and the stream is cut off."""
        if len(self._queue) >= self._backlog:
            self.close()
            return False
        self._queue.append(data)
        self._wake()
        return True

    def close(self) -> None:
        """Send what is queued, then end."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self._wakeup is not None and not self._wakeup.done():
            self._wakeup.set_result(None)

    async def _take(self) -> bytes:
        """Everything that is queued, joined; waits for it, unless the listener is closed."""
        if not self._queue and not self.closed:
            self._wakeup = asyncio.get_running_loop().create_future()
            await self._wakeup
            self._wakeup = None
        data = b"".join(self._queue)
        self._queue.clear()
        return data

    async def send_all(self, first: bytes, send: Write, keep_alive: float) -> bool:
        """Send until the listener is closed; False if the reader was cut off for taking nothing."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        self._sent_at, self._is_sending, self._is_cut = loop.time(), False, False
        self._timer = loop.call_later(keep_alive, self._on_timer, task, keep_alive)
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
            self._timer.cancel()
        return True

    def _on_timer(self, task: asyncio.Task[Any], keep_alive: float) -> None:
        """Send a keep-alive after a long silence, or cut off a reader that has taken nothing."""
        loop, most = task.get_loop(), WRITE_TIMEOUT if self._is_sending else keep_alive
        quiet = loop.time() - self._sent_at
        if quiet >= most:
            if self._is_sending:
                self._is_cut = task.cancel()
                return
            self.put(ALIVE)
            quiet = 0.0
        self._timer = loop.call_later(most - quiet, self._on_timer, task, keep_alive)
