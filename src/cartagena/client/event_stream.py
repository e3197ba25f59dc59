"""Event streams that reconnect and resume after the last event."""

from collections.abc import AsyncGenerator
from typing import Any, Final

import httpx
import msgspec

from cartagena.client.transport import (
    Attempts,
    Refused,
    Transport,
    Unreachable,
    is_temporary,
    read_problem,
    unreachable,
)
from cartagena.protocol.events import REPLAY_EVENTS, TABLE_EVENTS, Bye

_DECODERS: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    name: msgspec.json.Decoder(kind) for name, kind in {**TABLE_EVENTS, **REPLAY_EVENTS}.items()
}
_ANYTHING: Final = msgspec.json.Decoder()


class Event(msgspec.Struct, frozen=True):
    """One event of a stream."""

    seq: int | None
    """The number to resume after, if the event has one."""
    name: str
    data: Any
    """Data of the type in `cartagena.protocol.events`, or a dict if the name is unknown."""


class EventStream:
    """The events of one address, across reconnections."""

    def __init__(self, transport: Transport, path: str, after: int | None) -> None:
        self._transport, self._path, self._after = transport, path, after
        self.opened = 0
        """Number of connections so far."""

    async def events(self) -> AsyncGenerator[Event, None]:
        """Yield each event once and in order, until the stream ends."""
        attempts = Attempts(self._transport.patience)
        ended = Unreachable("The server keeps closing the stream.")
        while True:
            error: Refused | Unreachable = ended
            wait = 0.0
            try:
                async with self._open() as response:
                    if response.status_code == 204:
                        return
                    if response.is_error:
                        await response.aread()
                        error = Refused(read_problem(response))
                        if not is_temporary(response.status_code):
                            raise error
                        wait = error.problem.retry_after or 0.0
                    else:
                        async for event in _read(response):
                            attempts.succeeded()
                            if event.seq is not None:
                                self._after = event.seq
                            if isinstance(event.data, Bye):
                                wait = event.data.retry / 1000
                            elif event.name != "alive":
                                yield event
            except httpx.TransportError as failure:
                error = unreachable(failure)
            await attempts.wait(error, wait)

    def _open(self) -> Any:
        self.opened += 1
        headers = self._transport.headers()
        if self._after is not None:
            headers["last-event-id"] = str(self._after)
        url = f"{self._transport.any_server()}{self._path}"
        return self._transport.http.stream("GET", url, headers=headers)


async def _read(response: httpx.Response) -> AsyncGenerator[Event, None]:
    """Yield the events of one connection."""
    buffer = b""
    async for chunk in response.aiter_bytes():
        buffer += chunk
        while (end := buffer.find(b"\n\n")) >= 0:
            message, buffer = buffer[:end], buffer[end + 2 :]
            fields = dict(line.split(b": ", 1) for line in message.split(b"\n") if b": " in line)
            if b"event" in fields:
                name = fields[b"event"].decode()
                number = int(fields[b"id"]) if b"id" in fields else None
                yield Event(number, name, _DECODERS.get(name, _ANYTHING).decode(fields[b"data"]))
