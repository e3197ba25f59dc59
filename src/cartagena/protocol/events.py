"""The events of a stream, as OpenAPI describes them. See docs/api.md."""

import msgspec


class StreamEvent(msgspec.Struct):
    """One server-sent event, as the lines of a stream tell it; `data` is JSON. See docs/api.md."""

    event: str
    data: str
    id: str | None = None
    """The number to resume behind, where the event has one."""
    retry: int | None = None
