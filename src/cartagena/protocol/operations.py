"""What operators ask: whether the server is well."""

import msgspec


class Health(msgspec.Struct):
    """Whether the server is well."""

    status: str


class ServerStatus(msgspec.Struct):
    """What the server is still preparing (rules, bots or hints; nothing if done), and how far."""

    preparing: str | None
    percent: int
