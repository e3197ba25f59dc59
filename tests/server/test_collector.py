"""When the garbage collector runs: objects are set aside, and looked through while little happens."""

import asyncio
import gc
import time
import weakref
from collections.abc import Iterator

import pytest

from cartagena.server import collector


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    gc.unfreeze()


class Cycle:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.own = self


async def for_a_while(work: float = 0.0, **times: float) -> None:
    """Let it run; meanwhile the loop is busy for this share of the time."""
    running = asyncio.create_task(collector.run(interval=0.01, **times))
    end = time.monotonic() + 0.15
    while time.monotonic() < end:
        until = time.monotonic() + 0.01 * work
        while time.monotonic() < until:
            pass
        await asyncio.sleep(0.01 * (1 - work))
    running.cancel()


def test_what_is_set_aside_is_collected_when_there_is_little_to_do() -> None:
    cycle = weakref.ref(Cycle())
    gc.freeze()
    asyncio.run(for_a_while(soonest=60.0))
    assert cycle() is not None
    assert gc.get_freeze_count() > 0
    asyncio.run(for_a_while(soonest=0.0))
    assert cycle() is None


def test_under_load_it_is_collected_late() -> None:
    cycle = weakref.ref(Cycle())
    gc.freeze()
    asyncio.run(for_a_while(work=0.9, soonest=0.0))
    assert cycle() is not None
    asyncio.run(for_a_while(work=0.9, soonest=0.0, latest=0.0))
    assert cycle() is None
