"""The word that one node gives the others when it has written: what, as far as it fits.

PostgreSQL carries at most 8000 bytes at a time. An event that does not fit is only named, and
whoever hears of it reads it from the log.
"""

from typing import Final

import msgspec

from cartagena.server.tables.events import Entry, Event

CHANNEL: Final = "cartagena_events"
_MOST_BYTES: Final = 7900


class Word(msgspec.Struct, array_like=True):
    """An event at a table; nothing but its number where it is too long."""

    table: str
    seq: int
    at: int = 0
    event: Event | None = None

    @property
    def entry(self) -> Entry | None:
        """The line of the log, if it was carried."""
        return None if self.event is None else Entry(self.seq, self.at, self.event)


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[list[Word]] = msgspec.json.Decoder(list[Word])


def payloads(written: list[tuple[str, Entry]]) -> list[str]:
    """What is to be told of these events, in as few pieces as they fit."""
    pieces: list[str] = []
    held: list[bytes] = []
    size = 0
    for table, entry in written:
        one = _encoder.encode(Word(table, entry.seq, entry.at, entry.event))
        if len(one) > _MOST_BYTES:
            one = _encoder.encode(Word(table, entry.seq))
        if size + len(one) > _MOST_BYTES:
            pieces.append(_joined(held))
            held, size = [], 0
        held.append(one)
        size += len(one) + 1
    if held:
        pieces.append(_joined(held))
    return pieces


def _joined(words: list[bytes]) -> str:
    return (b"[" + b",".join(words) + b"]").decode()


def read(payload: str) -> list[Word]:
    """What another node told."""
    return _decoder.decode(payload)
