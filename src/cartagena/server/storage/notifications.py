"""Notifications between nodes about new events, over PostgreSQL's LISTEN and NOTIFY.

PostgreSQL limits a payload to 8000 bytes. A notification of a longer event has only its number, and
the receiver reads the event from the log.
"""

from typing import Final, NamedTuple

import msgspec

CHANNEL: Final = "cartagena_events"
"""The channel of LISTEN and NOTIFY."""
_MAX_BYTES: Final = 7900
_NOTHING: Final = msgspec.Raw(b"null")


class StoredEvent(NamedTuple):
    """An event of a table as stored in the log. `body` is JSON, which only `tables` decodes."""

    seq: int
    at: int
    body: str | msgspec.Raw


class Notification(msgspec.Struct, array_like=True):
    """A new event of a table, or only its number if the event is too long."""

    table: str
    seq: int
    at: int = 0
    body: msgspec.Raw = _NOTHING

    @property
    def stored(self) -> StoredEvent | None:
        """Return the event, if the notification includes it."""
        if bytes(self.body) == bytes(_NOTHING):
            return None
        return StoredEvent(self.seq, self.at, self.body)


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[list[Notification]] = msgspec.json.Decoder(list[Notification])


def payloads(new_events: list[tuple[str, StoredEvent]]) -> list[str]:
    """Return notifications of these events, in as few payloads as possible."""
    full: list[str] = []
    pending: list[bytes] = []
    size = 0
    for table, event in new_events:
        raw = event.body if isinstance(event.body, msgspec.Raw) else msgspec.Raw(event.body)
        encoded = _encoder.encode(Notification(table, event.seq, event.at, raw))
        if len(encoded) > _MAX_BYTES:
            encoded = _encoder.encode(Notification(table, event.seq))
        if size + len(encoded) > _MAX_BYTES:
            full.append(_join(pending))
            pending, size = [], 0
        pending.append(encoded)
        size += len(encoded) + 1
    if pending:
        full.append(_join(pending))
    return full


def _join(encoded: list[bytes]) -> str:
    return (b"[" + b",".join(encoded) + b"]").decode()


def read(payload: str) -> list[Notification]:
    """Return the notifications in a payload."""
    return _decoder.decode(payload)
