"""When the garbage collector runs: objects are set aside, and looked through while little happens."""

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
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.own = self


async def run(
    work: float = 0.0, stall: float = 0.0, until: Callable[[], bool] | None = None, **times: float
) -> None:
    """Let it run for a while, or until something has happened.

    Meanwhile the loop is busy for a share of the time, after it once had nothing to do for so long.
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


async def test_what_is_set_aside_is_collected_when_there_is_little_to_do() -> None:
    cycle = weakref.ref(Cycle())
    gc.freeze()
    await run(min_interval=60.0)
    assert cycle() is not None
    assert gc.get_freeze_count() > 0
    await run(min_interval=0.0, until=lambda: cycle() is None)
    assert cycle() is None


async def test_under_load_it_is_collected_late() -> None:
    cycle = weakref.ref(Cycle())
    gc.freeze()
    await run(work=0.9, min_interval=0.0)
    assert cycle() is not None
    await run(work=0.9, min_interval=0.0, max_interval=0.0, until=lambda: cycle() is None)
    assert cycle() is None


async def test_a_moment_without_work_is_no_pause() -> None:
    cycle = weakref.ref(Cycle())
    gc.freeze()
    await run(work=0.9, stall=0.03, min_interval=0.0)
    assert cycle() is not None
