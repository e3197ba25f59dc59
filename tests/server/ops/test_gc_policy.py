"""Garbage collection: objects are frozen, and collected while the server is idle."""

import asyncio
import gc
import time
import weakref
from collections.abc import Callable, Iterator

import pytest

from cartagena.server.ops import gc_policy


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    gc.unfreeze()


class Cycle:
    """An object that only the garbage collector can free."""

    def __init__(self) -> None:
        self.own = self


async def run(
    work: float = 0.0, stall: float = 0.0, until: Callable[[], bool] | None = None, **times: float
) -> None:
    """Run the policy for a while, or until a condition holds.

    The loop is idle for `stall` seconds, then busy for the share `work` of the time.
    """
    running = asyncio.create_task(gc_policy.run(interval=0.01, **times))
    end = time.monotonic() + (0.15 if until is None else 30)
    await asyncio.sleep(stall)
    while time.monotonic() < end and not (until is not None and until()):
        busy = time.thread_time() + 0.01 * work
        while time.thread_time() < busy:
            pass
        await asyncio.sleep(0.01 * (1 - work))
    running.cancel()


async def test_collects_frozen_objects_when_idle() -> None:
    cycle = weakref.ref(Cycle())
    gc.freeze()
    await run(min_interval=60.0)
    assert cycle() is not None
    assert gc.get_freeze_count() > 0
    await run(min_interval=0.0, until=lambda: cycle() is None)
    assert cycle() is None


async def test_collects_late_under_load() -> None:
    cycle = weakref.ref(Cycle())
    gc.freeze()
    await run(work=0.9, min_interval=0.0)
    assert cycle() is not None
    await run(work=0.9, min_interval=0.0, max_interval=0.0, until=lambda: cycle() is None)
    assert cycle() is None


async def test_a_short_idle_moment_is_not_enough() -> None:
    cycle = weakref.ref(Cycle())
    gc.freeze()
    await run(work=0.9, stall=0.03, min_interval=0.0)
    assert cycle() is not None
