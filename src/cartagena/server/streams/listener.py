"""One open event stream on the server's side: its queue and its keep-alives."""

import asyncio

from cartagena.server.streams.sse import ALIVE, Write


class Listener:
    """One open stream: a short queue of data to send.

    An event costs one wake-up and no timer. A single slow timer sends keep-alives. A client that
    does not read is cut off when its queue is full, or by the connection after `write_seconds`.
    """

    def __init__(self, table: str, identity: str, backlog: int) -> None:
        self.table, self.identity = table, identity
        self.closed = False
        self.muted: frozenset[str] = frozenset()
        """The people whom this identity has muted for itself."""
        self.seq = 0
        """The number of the last event in the queue, or sent."""
        self._backlog = backlog
        self._queue: list[bytes] = []
        self._wakeup: asyncio.Future[None] | None = None
        self._sent_at = 0.0

    def put(self, data: bytes) -> bool:
        """Queue data. If the queue is full, close the stream and return False."""
        if len(self._queue) >= self._backlog:
            self.close()
            return False
        self._queue.append(data)
        self._wake()
        return True

    def close(self) -> None:
        """End the stream once the queue is sent."""
        self.closed = True
        self._wake()

    def cut(self) -> None:
        """End the stream at once, without sending the rest of the queue."""
        self._queue.clear()
        self._backlog = 0
        self.close()

    def _wake(self) -> None:
        if self._wakeup is not None and not self._wakeup.done():
            self._wakeup.set_result(None)

    async def _take(self) -> bytes:
        """Return everything in the queue, joined. Wait for data unless the listener is closed."""
        if not self._queue and not self.closed:
            self._wakeup = asyncio.get_running_loop().create_future()
            await self._wakeup
            self._wakeup = None
        data = b"".join(self._queue)
        self._queue.clear()
        return data

    async def send_all(self, first: bytes, send: Write, keep_alive: float) -> None:
        """Send until the listener is closed, and a keep-alive after each long silence."""
        loop = asyncio.get_running_loop()
        self._sent_at = loop.time()
        self._timer = loop.call_later(keep_alive, self._on_timer, loop, keep_alive)
        data = first
        try:
            while data or not self.closed:
                await send(data)
                self._sent_at = loop.time()
                data = await self._take()
        finally:
            self._timer.cancel()

    def _on_timer(self, loop: asyncio.AbstractEventLoop, keep_alive: float) -> None:
        silence = loop.time() - self._sent_at
        if silence >= keep_alive:
            self.put(ALIVE)
            silence = 0.0
        self._timer = loop.call_later(keep_alive - silence, self._on_timer, loop, keep_alive)
