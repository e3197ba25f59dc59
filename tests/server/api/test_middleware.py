"""What every request passes through."""

import asyncio
import gc
import weakref
from typing import Any, cast

from litestar.types import HTTPScope, Message, Receive, Scope, Send

from cartagena.server.addresses import LastPlaces
from cartagena.server.api.middleware import Middleware
from cartagena.server.metrics import Metrics
from cartagena.server.settings import Settings
from cartagena.server.storage.identities import Identities


class Exchange:
    """A request and its response, which hold each other as those of a web server do."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.scope = cast(
            "HTTPScope",
            {"type": "http", "method": "GET", "path": "/healthz", "headers": [], "state": {}},
        )

    async def receive(self) -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Message) -> None:
        self.sent.append(message)


async def respond(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok", "more_body": False})


def test_a_request_leaves_nothing_for_the_garbage_collector() -> None:
    """Its memory is free when it is over: pauses of the collector were the slowest responses."""
    middleware = Middleware(respond, cast("Identities", None), LastPlaces(), Metrics(), Settings())
    exchange = Exchange()
    gone = weakref.ref(exchange)
    gc.disable()
    try:
        asyncio.run(middleware(exchange.scope, exchange.receive, exchange.send))
        assert exchange.sent[0]["status"] == 200
        del exchange
        assert gone() is None
    finally:
        gc.enable()
