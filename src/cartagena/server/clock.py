"""The server's clock, by which events, deadlines and leases are dated."""

import time


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)
