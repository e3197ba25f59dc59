"""Wait for a condition, with a deadline."""

import time
from collections.abc import Callable


def wait_until(holds: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"still not true after {seconds} seconds"
        time.sleep(0.02)
