"""Health of a server."""

import msgspec


class Health(msgspec.Struct):
    """The health of a node: alive, or ready to serve."""

    status: str
    reason: str = ""
    """Why the node is not ready."""
    write_age: float | None = None
    """Seconds since the last attempt to write to the database."""
