"""When Python's garbage collector runs: while there is little to do.

A request or an event leaves no cycles behind, and what a table or a stream consists of lives long. So a
collection finds next to nothing, and under load it stops everything for 50 ms and more. Here young
objects are set aside before there are enough of them for a collection, and all of them are looked
through in a pause of the game. What is mostly found then are connections that were closed.
"""

import asyncio
import gc
import time
from typing import Final

_INTERVAL: Final = 0.25
"""Seconds between two looks."""
_SOONEST: Final = 60.0
"""Seconds from one collection to the next, at least."""
_LATEST: Final = 3600.0
"""Seconds after which there is one even under load."""
_IDLE: Final = 0.1
"""The share of its time in which the event loop may be busy and still counts as idle."""
_PAUSE: Final = 8
"""Looks in a row that must find it idle. While the disk is slow, a loop under load has nothing to do for
a moment, too, and a collection then would hold up everybody who has waited."""
_YOUNG: Final = 100_000
"""Objects that are collected at once if the loop is held up and nothing can be set aside."""


def set_up() -> None:
    """Leave collections to `run`, as far as possible."""
    gc.set_threshold(_YOUNG, 50, 1_000)


async def run(
    interval: float = _INTERVAL, soonest: float = _SOONEST, latest: float = _LATEST
) -> None:
    """Set young objects aside again and again, and collect when it is time."""
    last, busy, idle = time.monotonic(), time.thread_time(), 0
    while True:
        await asyncio.sleep(interval)
        busy, before = time.thread_time(), busy
        idle = idle + 1 if busy - before < _IDLE * interval else 0
        since = time.monotonic() - last
        if since >= latest or (since >= soonest and idle >= _PAUSE):
            gc.unfreeze()
            gc.collect()
            last, busy = time.monotonic(), time.thread_time()
        gc.freeze()
