"""Word from other nodes: PostgreSQL's NOTIFY wakes this node when another has written."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.engine import URL

from cartagena.server.nodes import notices
from cartagena.server.streams.presence import BEAT, Presence
from cartagena.server.tables.registry import Harbour

PRESENCE: Final = "cartagena_presence"

log = logging.getLogger("cartagena.server")


class News:
    """Listens on one connection of its own; when it breaks, everything open is read anew."""

    def __init__(self, url: URL, harbour: Harbour, presence: Presence) -> None:
        self._url, self._harbour, self._presence = url, harbour, presence
        self._changed: asyncio.Queue[notices.Word] = asyncio.Queue()
        self._to_tell: asyncio.Queue[bytes] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        presence.tell_nodes = self._to_tell.put_nowait

    async def open(self) -> None:
        """Begin to listen."""
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen_for_ever(ready), name="news"),
            asyncio.create_task(self._refresh_for_ever(), name="refresh"),
        ]
        await asyncio.wait_for(ready.wait(), 30)

    async def close(self) -> None:
        """Say so, and stop listening."""
        self._presence.leave()
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._to_tell.join()
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
            waits: list[asyncio.Task[Any]] = []
            try:
                await connection.add_listener(notices.CHANNEL, self._hear)
                await connection.add_listener(PRESENCE, self._hear_presence)
                ready.set()
                waits = [
                    asyncio.create_task(ended.wait()),
                    asyncio.create_task(self._tell_for_ever(connection)),
                ]
                await self._harbour.refresh_all()
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                log.warning("the connection for word from other nodes broke; listening again")
                await asyncio.sleep(0.1)
            finally:
                for wait in waits:
                    wait.cancel()
                await asyncio.gather(*waits, return_exceptions=True)
                with suppress(Exception):
                    await connection.close(timeout=2)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        for told in notices.read(payload):
            if not self._harbour.hear(told.table, told.seq, told.entry):
                self._changed.put_nowait(told)

    def _hear_presence(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        try:
            self._presence.hear(payload)
        except ValueError:
            log.warning("another node told what cannot be understood")

    async def _tell_for_ever(self, connection: Any) -> None:
        """Tell other nodes who is here; raises when the connection is broken."""
        while not self._to_tell.empty():  # what was not told in time is told anew, whole
            self._to_tell.get_nowait()
            self._to_tell.task_done()
        self._presence.introduce()
        clock = asyncio.get_running_loop()
        beat = clock.time() + BEAT
        while True:
            if clock.time() >= beat:
                self._presence.beat()
                beat = clock.time() + BEAT
            try:
                async with asyncio.timeout_at(beat):
                    payload = await self._to_tell.get()
            except TimeoutError:
                continue
            try:
                await connection.execute(
                    "SELECT pg_notify($1, $2)", PRESENCE, payload.decode(), timeout=BEAT
                )
            finally:
                self._to_tell.task_done()

    async def _refresh_for_ever(self) -> None:
        while True:
            told = await self._changed.get()
            try:
                await self._harbour.refresh(told.table, told.seq)
            except Exception:
                extra = {"table": told.table}
                log.exception("reading what another node wrote failed", extra=extra)
