"""The link to other nodes: events and presence over PostgreSQL's LISTEN and NOTIFY."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.engine import URL

from cartagena.server.storage import database, notifications
from cartagena.server.streams.presence import HEARTBEAT_SECONDS, Presence
from cartagena.server.supervisor import Supervisor
from cartagena.server.tables.registry import TableRegistry

PRESENCE: Final = "cartagena_presence"

log = logging.getLogger("cartagena.server")


class NodeListener:
    """Listens on a connection of its own. When that breaks, it reads every open table again."""

    def __init__(
        self,
        url: URL,
        registry: TableRegistry,
        presence: Presence,
        outbox: asyncio.Queue[bytes],
        supervisor: Supervisor,
        timeout: float = database.TIMEOUT,
    ) -> None:
        """Build a listener. `outbox` has the presence messages for other nodes."""
        self._url, self._registry, self._presence = url, registry, presence
        self._outbox = outbox
        self._supervisor = supervisor
        self._options = database.connect_options(timeout)
        self._to_refresh: asyncio.Queue[notifications.Notification] = asyncio.Queue()
        self._listening = asyncio.Event()

    @property
    def is_listening(self) -> bool:
        """Return True if this node receives what other nodes write."""
        return self._listening.is_set()

    async def open(self) -> None:
        """Connect and start listening."""
        self._supervisor.start("node-listener", self._listen_forever)
        self._supervisor.start("refresh", self._refresh_forever)
        await asyncio.wait_for(self._listening.wait(), 30)

    async def close(self) -> None:
        """Say goodbye to the other nodes and stop listening."""
        self._presence.leave()
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._outbox.join()
        for name in ("node-listener", "refresh"):
            await self._supervisor.stop(name)

    async def _listen_forever(self) -> None:
        import asyncpg

        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(address, **self._options)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("cannot listen to the database: %s", type(error).__name__)
                await asyncio.sleep(1)
                continue
            broken = asyncio.Event()
            connection.add_termination_listener(lambda _, broken=broken: broken.set())
            waits: list[asyncio.Task[Any]] = []
            try:
                await connection.add_listener(notifications.CHANNEL, self._receive_events)
                await connection.add_listener(PRESENCE, self._receive_presence)
                waits = [
                    asyncio.create_task(broken.wait()),
                    asyncio.create_task(self._send_forever(connection)),
                ]
                await self._registry.refresh_all()
                self._listening.set()
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                self._listening.clear()
                log.warning("the connection to other nodes broke, listening again")
                await asyncio.sleep(0.1)
            finally:
                self._listening.clear()
                for wait in waits:
                    wait.cancel()
                await asyncio.gather(*waits, return_exceptions=True)
                with suppress(Exception):
                    await connection.close(timeout=2)

    def _receive_events(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        for notice in notifications.read(payload):
            if not self._registry.receive(notice.table, notice.seq, notice.stored):
                self._to_refresh.put_nowait(notice)

    def _receive_presence(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        try:
            self._presence.receive(payload)
        except ValueError:
            log.warning("a message from another node could not be read")

    async def _send_forever(self, connection: Any) -> None:
        """Send presence to other nodes until the connection breaks, which raises an exception."""
        while not self._outbox.empty():  # Outdated: everything is announced again.
            self._outbox.get_nowait()
            self._outbox.task_done()
        self._presence.announce()
        clock = asyncio.get_running_loop()
        beat = clock.time() + HEARTBEAT_SECONDS
        while True:
            if clock.time() >= beat:
                self._presence.heartbeat()
                beat = clock.time() + HEARTBEAT_SECONDS
            try:
                async with asyncio.timeout_at(beat):
                    payload = await self._outbox.get()
            except TimeoutError:
                continue
            try:
                await connection.execute(
                    "SELECT pg_notify($1, $2)",
                    PRESENCE,
                    payload.decode(),
                    timeout=HEARTBEAT_SECONDS,
                )
            finally:
                self._outbox.task_done()

    async def _refresh_forever(self) -> None:
        while True:
            notice = await self._to_refresh.get()
            try:
                await self._registry.refresh(notice.table, notice.seq)
            except Exception:
                extra = {"table": notice.table}
                log.exception("reading the events of another node failed", extra=extra)
