"""What operators ask: whether the server is well."""

import msgspec


class Health(msgspec.Struct):
    """Whether the server is well."""

    status: str
