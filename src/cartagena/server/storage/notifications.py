"""Notices from node to node: what a node has written, sent over PostgreSQL's NOTIFY.

PostgreSQL carries at most 8000 bytes at a time. An event that does not fit is only named, and
whoever receives the notice reads the event from the log.
"""

from typing import Final, NamedTuple

import msgspec

CHANNEL: Final = "cartagena_events"
"""The channel of LISTEN and NOTIFY."""
_MAX_BYTES: Final = 7900
_NOTHING: Final = msgspec.Raw(b"null")


class StoredEvent(NamedTuple):
    """One event of a table as the log stores it; `body` is JSON, which only `tables` reads."""

    seq: int
    at: int
    body: str | msgspec.Raw


class Notice(msgspec.Struct, array_like=True):
    """An event was written at a table; the event itself, or only its number where it is too long."""

    table: str
    seq: int
    at: int = 0
    body: msgspec.Raw = _NOTHING

    @property
    def stored(self) -> StoredEvent | None:
        """The event, if it was carried."""
        if bytes(self.body) == bytes(_NOTHING):
            return None
        return StoredEvent(self.seq, self.at, self.body)


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[list[Notice]] = msgspec.json.Decoder(list[Notice])


def payloads(written: list[tuple[str, StoredEvent]]) -> list[str]:
    """Notices of these events, in as few payloads as they fit into."""
    full: list[str] = []
    held: list[bytes] = []
    size = 0
    for table, event in written:
        raw = event.body if isinstance(event.body, msgspec.Raw) else msgspec.Raw(event.body)
        one = _encoder.encode(Notice(table, event.seq, event.at, raw))
        if len(one) > _MAX_BYTES:
            one = _encoder.encode(Notice(table, event.seq))
        if size + len(one) > _MAX_BYTES:
            full.append(_joined(held))
            held, size = [], 0
        held.append(one)
        size += len(one) + 1
    if held:
        full.append(_joined(held))
    return full


def _joined(notices: list[bytes]) -> str:
    return (b"[" + b",".join(notices) + b"]").decode()


def read(payload: str) -> list[Notice]:
    """The notices of a payload."""
    return _decoder.decode(payload)
