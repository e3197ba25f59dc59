"""Requests that are rewritten before anything else sees them: HEAD, and addresses without a version."""

from typing import Final

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

VERSION: Final = "/api/v1"
_UNVERSIONED: Final = "/api/"


class Rewriting:
    """ASGI middleware outside of all other.

    HEAD is handled as GET, and the body left out. An address of version 0.1, such as
    `/api/tables`, leads to `/api/v1/tables`, and the response says that it is deprecated.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on as it should be."""
        if scope["type"] != ScopeType.HTTP:
            return await self._app(scope, receive, send)
        path = scope["path"]
        if path.startswith(_UNVERSIONED) and not path.startswith(f"{VERSION}/"):
            now = VERSION + path.removeprefix("/api")
            scope = {**scope, "path": now, "raw_path": now.encode()}
            send = _deprecated(now, send)
        if scope["method"] != "HEAD":
            return await self._app(scope, receive, send)
        await self._app({**scope, "method": "GET"}, _disconnected(), _without_body(send))
        return await send({"type": "http.response.body", "body": b"", "more_body": False})


def _deprecated(now: str, send: Send) -> Send:
    """A `send` that adds where the address is now."""
    link = f'<{now}>; rel="successor-version"'.encode("latin-1", "replace")

    async def send_with_link(message: Message) -> None:
        if message["type"] == "http.response.start":
            added = [(b"deprecation", b"@1794700800"), (b"link", link)]
            message["headers"] = [*message["headers"], *added]
        await send(message)

    return send_with_link


def _without_body(send: Send) -> Send:
    """A `send` of how a response begins, and of nothing else."""

    async def send_start(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)

    return send_start


def _disconnected() -> Receive:
    """A `receive` of a reader who is gone at once: of a stream, only how it begins is wanted."""
    messages: list[HTTPReceiveMessage] = [
        {"type": "http.request", "body": b"", "more_body": False},
    ]

    async def receive() -> ReceiveMessage:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive
