"""Health and status of a server."""

from typing import Literal

import msgspec


class Health(msgspec.Struct):
    """Whether a node is alive, or ready to serve."""

    status: str
    reason: str = ""
    """Why the node is not ready."""
    write_age: float | None = None
    """Seconds since the last attempt to write to the database."""


class ServerStatus(msgspec.Struct):
    """The progress of the warm-up after a start."""

    preparing: Literal["rules", "bots", "hints"] | None
    """The part that is being prepared, or null when everything is ready."""
    percent: int
    """The share of all parts that is done."""
