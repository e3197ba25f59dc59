"""The link to other nodes: failures are reported and repaired."""

import asyncio
from collections.abc import Callable
from typing import cast

import pytest

from cartagena.server import supervisor
from cartagena.server.cluster import listener as listener_module
from cartagena.server.cluster.bus import Receive
from cartagena.server.cluster.listener import PRESENCE, NodeListener
from cartagena.server.metrics import Metrics
from cartagena.server.storage.notifications import CHANNEL, StoredEvent, payloads
from cartagena.server.streams.presence import Presence
from cartagena.server.supervisor import Supervisor
from cartagena.server.tables.registry import TableRegistry


class Connection:
    """A connection to a bus that does nothing but break."""

    def __init__(self) -> None:
        self.lost = asyncio.Event()
        self.is_closed = False

    async def notify(self, channel: str, payload: str) -> None:
        pass

    async def close(self) -> None:
        self.is_closed = True


class FakeBus:
    """A bus that records its connections."""

    def __init__(self) -> None:
        self.connections: list[Connection] = []
        self.channels: tuple[str, ...] = ()

    async def connect(self, channels: tuple[str, ...], receive: Receive) -> Connection:
        self.channels, self.receive = channels, receive
        self.connections.append(Connection())
        return self.connections[-1]


class BrokenRegistry:
    """A registry whose first refresh fails."""

    refreshed = 0

    async def refresh_all(self) -> None:
        self.refreshed += 1
        if self.refreshed == 1:
            raise RuntimeError("the database went away")


class NoPresence:
    def announce(self) -> None:
        pass

    def heartbeat(self) -> None:
        pass

    def leave(self) -> None:
        pass


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.005)


async def test_listens_again_after_a_failed_refresh(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.05)
    bus = FakeBus()
    metrics = Metrics()
    tasks = Supervisor(metrics)
    registry = BrokenRegistry()
    listener = NodeListener(
        bus,
        cast("TableRegistry", registry),
        cast("Presence", NoPresence()),
        asyncio.Queue(),
        tasks,
    )
    opening = asyncio.create_task(listener.open())
    await until(lambda: registry.refreshed == 1)
    assert not listener.is_listening
    await until(lambda: tasks.failing == ["node-listener"])
    await opening
    assert listener.is_listening
    assert tasks.failing == []
    assert bus.connections[0].is_closed
    assert bus.channels == (CHANNEL, PRESENCE)
    assert b'cartagena_task_failures_total{task="node-listener"} 1.0' in metrics.text()
    # A connection that ends is replaced. Until then the node hears nothing, and reports it.
    bus.connections[1].lost.set()
    await until(lambda: not listener.is_listening)
    await until(lambda: listener.is_listening)
    assert registry.refreshed == 3
    await listener.close()


class ForgetfulRegistry:
    """A registry that cannot apply a notified event, and cannot read it at first."""

    reads = 0

    async def refresh_all(self) -> None:
        pass

    def receive(self, name: str, seq: int, stored: StoredEvent | None) -> bool:
        return False

    async def refresh(self, name: str, seq: int) -> None:
        self.reads += 1
        if self.reads < 3:
            raise ConnectionError("the database went away")


async def test_reads_an_event_again_until_it_could_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listener_module, "READ_AGAIN_SECONDS", 0.01)
    registry, bus = ForgetfulRegistry(), FakeBus()
    listener = NodeListener(
        bus,
        cast("TableRegistry", registry),
        cast("Presence", NoPresence()),
        asyncio.Queue(),
        Supervisor(Metrics()),
    )
    await listener.open()
    bus.receive(CHANNEL, payloads([("table", StoredEvent(7, 0, "{}"))])[0])
    await until(lambda: registry.reads == 3)
    await listener.close()


class SlowRegistry(ForgetfulRegistry):
    """A registry that cannot read one of its tables for a long time."""

    def __init__(self) -> None:
        self.read: list[tuple[str, int]] = []

    async def refresh(self, name: str, seq: int) -> None:
        if name == "slow":
            await asyncio.Event().wait()
        self.read.append((name, seq))


async def test_no_table_waits_until_another_was_read() -> None:
    registry, bus = SlowRegistry(), FakeBus()
    listener = NodeListener(
        bus,
        cast("TableRegistry", registry),
        cast("Presence", NoPresence()),
        asyncio.Queue(),
        Supervisor(Metrics()),
    )
    await listener.open()
    for table, seq in (("slow", 2), ("table", 7), ("table", 8)):
        bus.receive(CHANNEL, payloads([(table, StoredEvent(seq, 0, "{}"))])[0])
    await until(lambda: registry.read == [("table", 8)])
    await listener.close()
