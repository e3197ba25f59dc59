"""Simulated notifications between nodes: late, lost with their connection, doubled and reordered."""

import asyncio
import math
from collections import deque
from dataclasses import dataclass
from random import Random

from cartagena.server.cluster.bus import Receive
from cartagena.server.storage import notifications
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.writer import Append
from tests.simulation.database import OUTSIDE, Database
from tests.simulation.loop import TICKS, Process, SimulatedLoop
from tests.simulation.pace import Pace


@dataclass
class BusTroubles:
    """Shares of notifications that go wrong."""

    doubled: float = 0.0
    reordered: float = 0.0
    late: float = 0.0
    """Delivered up to two seconds later."""
    terse: float = 0.0
    """Without the events, as if these were too long."""


class SimulatedConnection:
    """The connection of one node."""

    def __init__(self, hub: "Hub", process: Process, receive: Receive) -> None:
        self.lost = asyncio.Event()
        self.process, self.receive = process, receive
        self.is_deaf = False
        """True if the connection is dead but neither side has noticed."""
        self.inbox: deque[tuple[str, str]] = deque()
        """Notifications that the process has not read. It reads them in order."""
        self.last = (0.0, 0)
        """When the last notification arrives, and the turn of the loop in which it is read."""
        self._hub = hub

    def receive_next(self) -> None:
        """Give the next notification to the node."""
        self.receive(*self.inbox.popleft())

    async def notify(self, channel: str, payload: str) -> None:
        await self._hub.server.call(lambda: self._hub.send(channel, payload), writes=False)

    async def close(self) -> None:
        self._hub.connections.pop(self, None)


class Hub:
    """All connections that listen."""

    def __init__(self, loop: SimulatedLoop, server: Database, rng: Random, pace: Pace) -> None:
        self.loop, self.server, self._pace = loop, server, pace
        self._rng = rng
        self.connections: dict[SimulatedConnection, None] = {}
        self.troubles = BusTroubles()

    def committed(self, batch: list[Append]) -> None:
        """Notify all nodes of new events, the one that wrote them included."""
        is_terse = self._rng.random() < self.troubles.terse
        new = [
            (append.table, StoredEvent(append.seq, append.at, "null" if is_terse else append.body))
            for append in batch
        ]
        for payload in notifications.payloads(new):
            self.send(notifications.CHANNEL, payload)

    def send(self, channel: str, payload: str) -> None:
        for connection in self.connections:
            self._send_to(connection, channel, payload)
            if self._rng.random() < self.troubles.doubled:
                self._send_to(connection, channel, payload)

    def _send_to(self, connection: SimulatedConnection, channel: str, payload: str) -> None:
        rng = self._rng
        at = self.loop.time() + self._pace.notice(rng)
        if rng.random() < self.troubles.late:
            at += rng.uniform(0, 2)
        at = math.ceil(at * TICKS) / TICKS
        # Only for events does it matter in which turn a notification is read.
        turn = rng.randrange(self._pace.turns) if channel == notifications.CHANNEL else 0
        if rng.random() >= self.troubles.reordered:
            at, turn = connection.last = max((at, turn), connection.last)
        self.loop.call_at(at, self._arrive, connection, channel, payload, turn, context=OUTSIDE)

    def _arrive(
        self, connection: SimulatedConnection, channel: str, payload: str, turn: int
    ) -> None:
        self.loop.call_after_turns(turn, self._read, connection, channel, payload, context=OUTSIDE)

    def _read(self, connection: SimulatedConnection, channel: str, payload: str) -> None:
        if not (connection.is_deaf or connection.lost.is_set()):
            context = connection.process.context()
            connection.inbox.append((channel, payload))
            self.loop.call_soon(connection.receive_next, context=context)

    def cut(self, process: Process, seconds: float) -> None:
        """Break the connections of a process. It notices only after some seconds."""
        for connection in list(self.connections):
            if connection.process is process:
                connection.is_deaf = True
                self.loop.call_later(seconds, self._lose, connection, context=OUTSIDE)

    def _lose(self, connection: SimulatedConnection) -> None:
        self.connections.pop(connection, None)
        self.loop.call_soon(connection.lost.set, context=connection.process.context())

    def drop(self, process: Process) -> None:
        """Forget the connections of a process that was killed."""
        for connection in list(self.connections):
            if connection.process is process:
                del self.connections[connection]


class SimulatedBus:
    """The bus as one node uses it."""

    def __init__(self, hub: Hub, process: Process) -> None:
        self._hub, self._process = hub, process

    async def connect(self, channels: tuple[str, ...], receive: Receive) -> SimulatedConnection:
        connection = SimulatedConnection(self._hub, self._process, receive)

        def listen() -> None:
            self._hub.connections[connection] = None

        try:
            await self._hub.server.call(listen, writes=False)
        except BaseException:
            # A connection that breaks while it is made does not listen.
            self._hub.connections.pop(connection, None)
            raise
        return connection
