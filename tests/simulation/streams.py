"""The streams of simulated clients: what they receive, and when they reconnect."""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from cartagena.server.errors import Refusal
from cartagena.server.http.routes import play
from cartagena.server.services import Services
from tests.simulation.database import OUTSIDE
from tests.simulation.loop import TICKS
from tests.simulation.node import Node
from tests.simulation.oracle import ARRIVAL_SECONDS

if TYPE_CHECKING:
    from tests.simulation.clients import Client
    from tests.simulation.world import World

_LAG_SECONDS: Final = 8.0
"""Seconds after which an undisturbed stream has sent an event."""
_SLOW_SECONDS: Final = (0.5, 4.0)
"""Range of the time that a slow reader takes for each part."""
_MAX_PAUSE: Final = 3.0
"""Longest pause before a client connects again."""
_SILENCE_SECONDS: Final = 40.0
"""Time without anything, keep-alives included, after which a client reconnects."""


class Disconnected(OSError):  # noqa: N818
    """The client has closed the connection."""


class Connection:
    """One connection to a node."""

    def __init__(self, stream: "ClientStream", node: Node) -> None:
        self.stream, self.node = stream, node
        self.world = stream.world
        self.process = node.process
        self.ended = self.world.loop.create_future()
        self._gone = asyncio.Event()
        self._last_at = 0.0
        self.token = ""
        """The hash of the token that opened it."""
        self.is_slow = self.world.draws_slow_reader()

    def open(self) -> None:
        """Send the request."""
        if not self.node.is_serving:
            self.world.later(self.world.delay(), self.end)
            return
        self.node.on_death[self.end] = None
        self.world.loop.call_soon(self._begin, context=self.process.context())

    def _begin(self) -> None:
        services = self.node.services
        assert services is not None
        task = self.world.loop.create_task(self._handle(services))
        task.add_done_callback(self._finished)

    async def _handle(self, services: Services) -> None:
        caller = await self.stream.client.caller(services)
        self.token = caller.token_hash
        response = await play.stream.fn(
            table=self.stream.table,
            services=services,
            caller=caller,
            last_event_id=None,
            after=self.stream.last,
        )
        scope: Any = {"type": "http", "state": {"send": self._send}}
        await response(scope, self._receive, self._send)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Refusal):
            self.stream.refused(error)
        self.world.later(self.world.delay(), self.end)

    async def _send(self, message: Any) -> None:
        if self._gone.is_set():
            raise Disconnected
        body = message.get("body")
        if not body:
            return
        world = self.world
        world.operator.check_sent(self.token, body, self.node)
        if self.is_slow:
            await asyncio.sleep(world.slow_seconds(*_SLOW_SECONDS))
        at = max(world.loop.time() + world.delay(), self._last_at + 1 / TICKS)
        self._last_at = at
        world.loop.call_at(at, self._arrive, body, context=OUTSIDE)

    def _arrive(self, body: bytes) -> None:
        if not self.ended.done():
            self.stream.receive(body)

    async def _receive(self) -> dict[str, str]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def close(self) -> None:
        """Close the connection from the client's side."""
        self.world.loop.call_soon(self._gone.set, context=self.process.context())
        self.end()

    def end(self) -> None:
        """Note that the connection has ended."""
        self.node.on_death.pop(self.end, None)
        if not self.ended.done():
            self.ended.set_result(None)


class ClientStream:
    """The stream of one tab, which reconnects whenever it ends."""

    def __init__(self, world: "World", client: "Client", tab: int) -> None:
        self.world, self.client = world, client
        self._name = f"{client.number}.{tab}"
        self._rng = world.rng(f"stream {self._name}")
        self.table = ""
        self.last: int | None = None
        self._connection: Connection | None = None
        self._opened_at = self._heard_at = 0.0

    @property
    def is_open(self) -> bool:
        """Return True if the stream has sent something and has not ended."""
        return self._connection is not None and self.last is not None

    @property
    def is_settled(self) -> bool:
        """Return True if the stream was opened some time ago and has sent something."""
        age = self.world.loop.time() - self._opened_at
        return self.is_open and self._heard_at > self._opened_at and age > ARRIVAL_SECONDS

    async def listen_forever(self) -> None:
        """Connect again whenever the connection ends."""
        world, rng, pause = self.world, self._rng, 0.5
        while True:
            await asyncio.sleep(rng.uniform(0.05, pause))
            pause = min(_MAX_PAUSE, 2 * pause)
            if not self.client.table:
                continue
            if self.table != self.client.table:
                self.table, self.last = self.client.table, None
            if rng.random() < 0.05:
                self.last = None  # The page was loaded again.
            connection = self._connection = Connection(self, self.client.node())
            self._opened_at = self._heard_at = world.loop.time()
            connection.open()
            patience = rng.uniform(2, 15)
            while not connection.ended.done():
                await asyncio.wait([connection.ended], timeout=patience)
                now = world.loop.time()
                leaves = not world.is_over and rng.random() < 0.3
                is_elsewhere = self.table != self.client.table
                if leaves or is_elsewhere or now - self._heard_at > _SILENCE_SECONDS:
                    connection.close()
            self._connection = None
            if self._heard_at > self._opened_at:
                pause = 0.5

    def refused(self, refusal: Refusal) -> None:
        """Note that the node does not let us watch."""
        self.world.note("stream", self._name, "refused", refusal.kind)

    def receive(self, body: bytes) -> None:
        """Read a part of the stream."""
        self._heard_at = self.world.loop.time()
        if b"id: " not in body:
            return
        for message in body.split(b"\n\n"):
            start = message.find(b"id: ")
            if start >= 0:
                head, event, data = message[start:].split(b"\n")
                self._read(int(head[4:]), event[7:], data[6:], message[start:])

    def _read(self, seq: int, kind: bytes, data: bytes, message: bytes) -> None:
        world, identity = self.world, self.client.identity.id
        world.note("stream", self._name, self.table, seq, kind.decode())
        if kind == b"snapshot":
            if self.last is not None and seq < self.last:
                world.fail("a snapshot from the past", self.table, self.last, seq)
            world.oracle.check_snapshot(self.table, identity, seq, data)
        else:
            if self.last is None or seq <= self.last:
                return world.fail("a stream went back", self.table, self.last, seq)
            world.oracle.check_event(self.table, identity, seq, self.last, message)
        self.last = seq
        return None

    def check_lag(self) -> None:
        """Check that a stream is not far behind while nothing disturbs its node."""
        connection = self._connection
        if connection is None or not self.is_open or connection.is_slow:
            return
        begin = max(self._opened_at, connection.node.disturbed_until, self.world.disturbed_until)
        if self.world.loop.time() - begin > _LAG_SECONDS:
            self.check(_LAG_SECONDS)

    def check_credential(self) -> None:
        """Check that an open stream belongs to a client who is signed in."""
        if self._connection is not None and self.is_open:
            self.world.operator.check_open(self._connection.token)

    def check(self, age: float = ARRIVAL_SECONDS) -> None:
        """Check that everything written `age` seconds ago or earlier has arrived."""
        world, identity = self.world, self.client.identity.id
        truth = world.oracle.tables.get(self.table)
        if truth is None or self.table != self.client.table:
            return
        if not truth.now.may_be_watched_by(identity):
            return
        expected = world.oracle.last_visible(self.table, identity, age)
        if self.last is None or self.last < expected:
            world.fail("a stream is not complete", self._name, self.table, self.last, expected)
