"""Background tasks that fail: restarted, counted and reported."""

import asyncio

import pytest

from cartagena.server import supervisor
from cartagena.server.metrics import Metrics
from cartagena.server.supervisor import Supervisor


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.01)


async def test_restarts_a_task_that_fails_or_ends() -> None:
    metrics = Metrics()
    watched = Supervisor(metrics)
    runs = 0
    again = asyncio.Event()

    async def run() -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            raise RuntimeError("broken")
        if runs == 2:
            return
        again.set()
        await asyncio.sleep(3600)

    watched.start("work", run)
    await asyncio.sleep(0.005)
    assert watched.failing == ["work"]
    async with asyncio.timeout(10):
        await again.wait()
    assert watched.failing == []
    await watched.close()
    assert runs == 3
    assert b'cartagena_task_failures_total{task="work"} 2.0' in metrics.text()


async def test_reports_a_dead_task() -> None:
    watched = Supervisor(Metrics())

    async def run() -> None:
        raise asyncio.CancelledError

    watched.start("work", run)
    await asyncio.sleep(0.05)
    assert watched.failing == ["work"]
