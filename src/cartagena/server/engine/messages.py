"""The protocol between the server and its worker processes.

Both sides write frames: a length in four bytes, then a pickled message. The server writes calls.
The worker writes replies in any order: as many reports as it likes, then a result or an error.
"""

import asyncio
import pickle
from collections.abc import Callable
from typing import Any, BinaryIO, Final, Literal, NamedTuple

Report = Callable[[int], None]
"""A callback that reports how much is done."""

_LENGTH_BYTES: Final = 4


class Call(NamedTuple):
    """A function to call in the worker."""

    number: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    reports: bool
    """True if the function takes, as its first argument, a callback that reports progress."""


class Reply(NamedTuple):
    """A reply to the call with this number."""

    number: int
    kind: Literal["report", "result", "error"]
    value: Any
    """The progress, the result, or the traceback."""


def encode(message: Call | Reply) -> bytes:
    """Return the frame of a message."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(_LENGTH_BYTES, "big") + body


def read_call(stream: BinaryIO) -> Call | None:
    """Read the next call. Return None at the end of the stream."""
    length = stream.read(_LENGTH_BYTES)
    if not length:
        return None
    call: Call = pickle.loads(stream.read(int.from_bytes(length, "big")))
    return call


async def read_reply(stream: asyncio.StreamReader) -> Reply:
    """Read the next reply. Raises `asyncio.IncompleteReadError` at the end of the stream."""
    length = await stream.readexactly(_LENGTH_BYTES)
    reply: Reply = pickle.loads(await stream.readexactly(int.from_bytes(length, "big")))
    return reply
