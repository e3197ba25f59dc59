"""HEAD requests, which are handled as GET requests without a body."""

from litestar.enums import ScopeType
from litestar.types import (
    ASGIApp,
    HTTPReceiveMessage,
    Message,
    Receive,
    ReceiveMessage,
    Scope,
    Send,
)


class HeadRequests:
    """ASGI middleware around all other middleware: runs HEAD as GET and drops the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, as GET if it is HEAD."""
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            return await self._app(scope, receive, send)
        await self._app({**scope, "method": "GET"}, _disconnected(), _without_body(send))
        return await send({"type": "http.response.body", "body": b"", "more_body": False})


def _without_body(send: Send) -> Send:
    """Return a `send` that forwards the start of a response and nothing else."""

    async def send_start(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)

    return send_start


def _disconnected() -> Receive:
    """Return a `receive` that reports a disconnect at once, so a stream sends only its headers."""
    messages: list[HTTPReceiveMessage] = [
        {"type": "http.request", "body": b"", "more_body": False},
    ]

    async def receive() -> ReceiveMessage:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive
