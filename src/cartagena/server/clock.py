"""The clock for events, deadlines and leases."""

import time


def now() -> int:
    """Return the milliseconds since 1970."""
    return int(time.time() * 1000)
