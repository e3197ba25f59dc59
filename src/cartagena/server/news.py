"""Word from other nodes: PostgreSQL's NOTIFY wakes this node when another has written."""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from sqlalchemy.engine import URL

from cartagena.server.harbour import Harbour
from cartagena.server.storage import CHANNEL

log = logging.getLogger("cartagena.server")


class News:
    """Listens on one connection of its own; when it breaks, everything open is read anew."""

    def __init__(self, url: URL, harbour: Harbour) -> None:
        self._url, self._harbour = url, harbour
        self._changed: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to listen."""
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen_for_ever(ready), name="news"),
            asyncio.create_task(self._refresh_for_ever(), name="refresh"),
        ]
        await asyncio.wait_for(ready.wait(), 30)

    async def close(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen_for_ever(self, ready: asyncio.Event) -> None:
        import asyncpg

        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(address)
            except (OSError, asyncpg.PostgresError) as error:
                log.warning("the database cannot be listened to: %s", type(error).__name__)
                await asyncio.sleep(1)
                continue
            ended = asyncio.Event()
            connection.add_termination_listener(lambda _, ended=ended: ended.set())
            try:
                await connection.add_listener(CHANNEL, self._hear)
                ready.set()
                await self._harbour.refresh_all()
                await ended.wait()
                log.warning("the connection for word from other nodes broke; listening again")
            finally:
                with suppress(Exception):
                    await connection.close(timeout=2)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        for name in str(payload).split():
            self._changed.put_nowait(name)

    async def _refresh_for_ever(self) -> None:
        while True:
            name = await self._changed.get()
            try:
                await self._harbour.refresh(name)
            except Exception:
                log.exception("reading what another node wrote failed", extra={"table": name})
