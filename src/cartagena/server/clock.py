"""The clock of a node. Nothing else in the server reads the time, so tests can replace it."""

import time
from typing import Final


class Clock:
    """The time of day, and a time that never goes back."""

    def now(self) -> int:
        """Return the milliseconds since 1970, for events, deadlines and leases."""
        return int(time.time() * 1000)

    def steady(self) -> float:
        """Return seconds from an arbitrary start, for intervals."""
        return time.monotonic()


SYSTEM_CLOCK: Final = Clock()
