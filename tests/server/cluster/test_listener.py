"""The link to other nodes: failures are reported and repaired."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from sqlalchemy.engine import make_url

from cartagena.server import supervisor
from cartagena.server.cluster.listener import NodeListener
from cartagena.server.metrics import Metrics
from cartagena.server.streams.presence import Presence
from cartagena.server.supervisor import Supervisor
from cartagena.server.tables.registry import TableRegistry

asyncpg = pytest.importorskip("asyncpg")


class Connection:
    """A fake connection to PostgreSQL that records its listeners."""

    def __init__(self) -> None:
        self.channels: list[str] = []
        self.is_closed = False

    def add_termination_listener(self, call: Callable[[Any], None]) -> None:
        self.end = call

    async def add_listener(self, channel: str, _call: object) -> None:
        self.channels.append(channel)

    async def execute(self, *_args: object, **_more: object) -> None:
        pass

    async def close(self, timeout: float) -> None:
        self.is_closed = True


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
    connections: list[Connection] = []

    async def connect(_address: str, **_options: object) -> Connection:
        connections.append(Connection())
        return connections[-1]

    monkeypatch.setattr(asyncpg, "connect", connect)

    metrics = Metrics()
    tasks = Supervisor(metrics)
    registry = BrokenRegistry()
    listener = NodeListener(
        make_url("postgresql://somewhere/db"),
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
    assert connections[0].is_closed
    assert len(connections[1].channels) == 2
    assert b'cartagena_task_failures_total{task="node-listener"} 1.0' in metrics.text()
    # A connection that ends is replaced, and meanwhile the node is deaf and says so.
    connections[1].end(None)
    await until(lambda: not listener.is_listening)
    await until(lambda: listener.is_listening)
    assert registry.refreshed == 3
    await listener.close()
