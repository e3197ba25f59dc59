"""A fast path for moves, past the framework.

The framework takes longer to route and validate a request than the move in it takes to be made. A
well-formed move is decoded here and handled by the same function that the framework would call;
everything else, malformed moves included, is left to the framework.
"""

import re
from typing import Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from cartagena.protocol.requests import Play
from cartagena.server.http.routes.play import make_move
from cartagena.server.services import Services

_MOVES: Final = re.compile(r"/api/v1/tables/([A-Za-z0-9_-]{16})/moves")
_reader = msgspec.json.Decoder(Play)
_writer = msgspec.json.Encoder()


class FastMoves:
    """ASGI middleware just outside of the framework."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a move, or pass the request on as it came."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "POST":
            table = _MOVES.fullmatch(scope["path"])
            if table is not None:
                first = await receive()
                play = _read(first)
                if play is not None:
                    caller = scope["state"]["caller"]
                    done = await make_move(table[1], play, self._services, caller)
                    return await _send(_writer.encode(done), send)
                receive = _again(first, receive)
        return await self._app(scope, receive, send)


def _read(message: ReceiveMessage) -> Play | None:
    """The move in a request, if the body came whole and is one."""
    if message["type"] != "http.request" or message["more_body"]:
        return None
    try:
        return _reader.decode(message["body"])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _again(first: ReceiveMessage, receive: Receive) -> Receive:
    """A `receive` that begins again with the message that was read."""
    taken = [first]

    async def again() -> ReceiveMessage:
        return taken.pop() if taken else await receive()

    return again


async def _send(body: bytes, send: Send) -> None:
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
