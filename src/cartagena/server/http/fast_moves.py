"""A fast path for moves that bypasses the framework.

The framework takes longer to route and validate a request than the server takes to make the move. A
well-formed move is decoded here and handled by the function that the framework would call. All
other requests, malformed moves included, go to the framework.
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
    """ASGI middleware directly around the framework."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a well-formed move, or pass the request on unchanged."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "POST":
            table = _MOVES.fullmatch(scope["path"])
            if table is not None:
                first = await receive()
                play = _read(first)
                if play is not None:
                    caller = scope["state"]["caller"]
                    acknowledgement = await make_move(table[1], play, self._services, caller)
                    return await _send(_writer.encode(acknowledgement), send)
                receive = _replayed(first, receive)
        return await self._app(scope, receive, send)


def _read(message: ReceiveMessage) -> Play | None:
    """Return the move in a request, or None unless the body is complete and valid."""
    if message["type"] != "http.request" or message["more_body"]:
        return None
    try:
        return _reader.decode(message["body"])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _replayed(first: ReceiveMessage, receive: Receive) -> Receive:
    """Return a `receive` that starts with the message that was already read."""
    messages = [first]

    async def replay() -> ReceiveMessage:
        return messages.pop() if messages else await receive()

    return replay


async def _send(body: bytes, send: Send) -> None:
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
