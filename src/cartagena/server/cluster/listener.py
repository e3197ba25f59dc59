"""The link to other nodes: their events and who is present there."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from cartagena.server.cluster.bus import Bus, BusConnection
from cartagena.server.storage import notifications
from cartagena.server.streams.presence import HEARTBEAT_SECONDS, Presence
from cartagena.server.supervisor import Supervisor
from cartagena.server.tables.registry import TableRegistry

PRESENCE: Final = "cartagena_presence"
"""The channel of messages about who is present."""
READ_AGAIN_SECONDS: Final = 0.5
"""Pause before another attempt to read events."""

log = logging.getLogger("cartagena.server")


class NodeListener:
    """Listens on its own connection. When that breaks, it reads every open table again."""

    def __init__(
        self,
        bus: Bus,
        registry: TableRegistry,
        presence: Presence,
        outbox: asyncio.Queue[bytes],
        supervisor: Supervisor,
    ) -> None:
        """Build a listener. `outbox` has the presence messages for other nodes."""
        self._bus, self._registry, self._presence = bus, registry, presence
        self._outbox = outbox
        self._supervisor = supervisor
        self._to_refresh: dict[str, int] = {}
        """The last number that must be read from the log, for each table whose log is being read."""
        self._refreshing: set[asyncio.Task[None]] = set()
        self._listening = asyncio.Event()

    @property
    def is_listening(self) -> bool:
        """Return True if this node receives what other nodes write."""
        return self._listening.is_set()

    async def open(self) -> None:
        """Connect and start listening."""
        self._supervisor.start("node-listener", self._listen_forever)
        await asyncio.wait_for(self._listening.wait(), 30)

    async def close(self) -> None:
        """Say goodbye to the other nodes and stop listening."""
        self._presence.leave()
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._outbox.join()
        await self._supervisor.stop("node-listener")
        for task in self._refreshing:
            task.cancel()
        await asyncio.gather(*self._refreshing, return_exceptions=True)

    async def _listen_forever(self) -> None:
        while True:
            try:
                connection = await self._bus.connect(
                    (notifications.CHANNEL, PRESENCE), self._receive
                )
            except ConnectionError as error:
                log.warning("cannot listen to the database: %s", error)
                await asyncio.sleep(1)
                continue
            waits: list[asyncio.Task[Any]] = []
            try:
                waits = [
                    asyncio.create_task(connection.lost.wait()),
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
                await connection.close()

    def _receive(self, channel: str, payload: str) -> None:
        if channel == notifications.CHANNEL:
            self._receive_events(payload)
        else:
            self._receive_presence(payload)

    def _receive_events(self, payload: str) -> None:
        for notice in notifications.read(payload):
            if not self._registry.receive(notice.table, notice.seq, notice.stored):
                self._refresh_soon(notice.table, notice.seq)

    def _receive_presence(self, payload: str) -> None:
        try:
            self._presence.receive(payload)
        except ValueError:
            log.warning("a message from another node could not be read")

    async def _send_forever(self, connection: BusConnection) -> None:
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
                await connection.notify(PRESENCE, payload.decode())
            finally:
                self._outbox.task_done()

    def _refresh_soon(self, table: str, seq: int) -> None:
        """Read the log of a table up to a number. No table waits for another one."""
        is_being_read = table in self._to_refresh
        self._to_refresh[table] = max(seq, self._to_refresh.get(table, 0))
        if not is_being_read:
            task = asyncio.create_task(self._refresh(table))
            self._refreshing.add(task)
            task.add_done_callback(self._refreshing.discard)

    async def _refresh(self, table: str) -> None:
        """Try until it succeeds: streams here would miss the event until the next one."""
        while table in self._to_refresh:
            seq = self._to_refresh[table]
            try:
                await self._registry.refresh(table, seq)
            except Exception:
                extra = {"table": table}
                log.exception("reading the events of another node failed", extra=extra)
                await asyncio.sleep(READ_AGAIN_SECONDS)
            else:
                if self._to_refresh[table] == seq:
                    del self._to_refresh[table]
