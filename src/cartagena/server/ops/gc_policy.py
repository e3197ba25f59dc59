"""Garbage collection while the server is idle.

Requests and events leave no cycles behind, and tables and streams live long. A collection finds next
to nothing, but under load it stops everything for 50 ms and more. So young objects are frozen before
there are enough of them for a collection, and all objects are collected while the server is idle.
That mostly finds closed connections.
"""

import asyncio
import gc
import time
from typing import Final

_INTERVAL: Final = 0.25
"""Poll interval in seconds."""
_MIN_INTERVAL: Final = 60.0
"""Minimum seconds between collections."""
_MAX_INTERVAL: Final = 3600.0
"""Seconds after which there is a collection even under load."""
_IDLE: Final = 0.1
"""Share of busy time below which the event loop counts as idle."""
_IDLE_POLLS: Final = 8
"""Number of idle polls in a row before a collection. While the disk is slow, a loop under load is idle
for a moment, too, and a collection would delay all requests that wait."""
_YOUNG: Final = 100_000
"""Number of young objects that start a collection, if the loop is too busy to freeze them."""


def set_up() -> None:
    """Leave collections to `run` where possible."""
    gc.set_threshold(_YOUNG, 50, 1_000)


async def run(
    interval: float = _INTERVAL,
    min_interval: float = _MIN_INTERVAL,
    max_interval: float = _MAX_INTERVAL,
) -> None:
    """Freeze young objects at each poll, and collect when it is time, until cancelled."""
    last, busy, idle = time.monotonic(), time.thread_time(), 0
    while True:
        await asyncio.sleep(interval)
        busy, before = time.thread_time(), busy
        idle = idle + 1 if busy - before < _IDLE * interval else 0
        since = time.monotonic() - last
        if since >= max_interval or (since >= min_interval and idle >= _IDLE_POLLS):
            gc.unfreeze()
            gc.collect()
            last, busy = time.monotonic(), time.thread_time()
        gc.freeze()
