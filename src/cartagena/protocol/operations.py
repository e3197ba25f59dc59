"""What operators ask: whether the server is well."""

import msgspec


class Health(msgspec.Struct):
    """Whether the server is well."""

    status: str
    reason: str = ""
    """Why it is not ready."""
    write_age: float | None = None
    """Seconds since the last attempt to write to the database."""


class ServerStatus(msgspec.Struct):
    """What the server is still preparing (rules, bots or hints; nothing if done), and how far."""

    preparing: str | None
    percent: int
