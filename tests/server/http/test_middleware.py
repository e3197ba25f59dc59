"""The middleware: limits, proxies, bans and memory."""

import asyncio
import gc
import time
import weakref
from typing import Any, cast

import pytest
from litestar.types import HTTPScope, Message, Receive, Scope, Send

from cartagena.errors import CartagenaError
from cartagena.server.http.middleware import Middleware
from cartagena.server.metrics import Metrics
from cartagena.server.networks import LastSeenNetworks
from cartagena.server.settings import Settings
from cartagena.server.storage.identities import Identities


class Exchange:
    """A request and its response, which refer to each other as in a web server."""

    def __init__(
        self, path: str = "/healthz", client: str = "192.0.2.1", forwarded: str = ""
    ) -> None:
        self.sent: list[Any] = []
        headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b""}
        self.scope = cast(
            "HTTPScope", {**scope, "client": (client, 1), "headers": headers, "state": {}}
        )

    async def receive(self) -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Message) -> None:
        self.sent.append(message)


async def respond(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok", "more_body": False})


BANNED: set[str] = set()


def around(settings: Settings, banned: set[str] = BANNED) -> Middleware:
    return Middleware(
        respond, cast("Identities", None), LastSeenNetworks(), banned, Metrics(), settings
    )


async def status(middleware: Middleware, exchange: Exchange) -> int:
    await middleware(exchange.scope, exchange.receive, exchange.send)
    return int(exchange.sent[0]["status"])


async def test_an_address_and_an_ipv6_network_are_limited() -> None:
    limits = Settings(address_requests_per_second=0, address_request_burst=40)
    middleware = around(limits)
    other = [await status(middleware, Exchange("/api/v1/me", "192.0.2.2")) for _ in range(41)]
    assert other == [200] * 40 + [429]
    network = [Exchange("/api/v1/me", f"2001:db8:1:2::{number}") for number in range(41)]
    assert [await status(middleware, each) for each in network] == [200] * 40 + [429]
    assert await status(middleware, Exchange("/", "2001:db8:1:3::1")) == 200


async def test_refusals_are_delayed_and_probes_have_their_own_limit() -> None:
    middleware = around(Settings(address_requests_per_second=0, address_request_burst=1))
    assert await status(middleware, Exchange("/api/v1/me")) == 200
    began = time.monotonic()
    assert await status(middleware, Exchange("/api/v1/me")) == 429
    assert time.monotonic() - began >= 0.4
    flood = [Exchange("/readyz") for _ in range(2000)]

    await asyncio.gather(*(middleware(e.scope, e.receive, e.send) for e in flood))
    statuses = [exchange.sent[0]["status"] for exchange in flood]
    assert statuses[:1000] == [200] * 1000
    assert statuses.count(429) > 500


async def test_forwarded_addresses_need_a_trusted_proxy() -> None:
    async def address(exchange: Exchange, **settings: Any) -> str:
        await around(Settings(**settings))(exchange.scope, exchange.receive, exchange.send)
        return str(exchange.scope["state"]["caller"].address)

    def sent_by(client: str) -> Exchange:
        return Exchange("/", client, "203.0.113.9, 198.51.100.7")

    assert await address(sent_by("127.0.0.1")) == "127.0.0.1"
    assert await address(sent_by("127.0.0.1"), trust_proxy=True) == "198.51.100.7"
    assert await address(sent_by("192.0.2.1"), trust_proxy=True) == "192.0.2.1"
    inside = {"trust_proxy": True, "trusted_proxies": "10.0.0.0/8, 192.0.2.1"}
    assert await address(sent_by("192.0.2.1"), **inside) == "198.51.100.7"
    assert await address(sent_by("127.0.0.1"), **inside) == "127.0.0.1"
    with pytest.raises(CartagenaError, match="trusted_proxies"):
        around(Settings(trust_proxy=True, trusted_proxies="nonsense"))


async def test_a_request_leaves_no_garbage() -> None:
    """Pauses of the garbage collector used to cause the slowest responses."""
    middleware = Middleware(
        respond, cast("Identities", None), LastSeenNetworks(), BANNED, Metrics(), Settings()
    )
    exchange = Exchange()
    reference = weakref.ref(exchange)
    gc.disable()
    try:
        await middleware(exchange.scope, exchange.receive, exchange.send)
        assert exchange.sent[0]["status"] == 200
        del exchange
        assert reference() is None
    finally:
        gc.enable()


async def test_a_banned_address_is_refused() -> None:
    banned: set[str] = set()
    middleware = around(Settings(), banned)
    assert await status(middleware, Exchange("/", "192.0.2.9")) == 200
    banned.add("192.0.2.9")
    assert await status(middleware, Exchange("/", "192.0.2.9")) == 403
    assert await status(middleware, Exchange("/healthz", "192.0.2.9")) == 200
    assert await status(middleware, Exchange("/", "192.0.2.8")) == 200


async def test_refusals_do_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "cartagena.server.requests")
    middleware = around(Settings(address_requests_per_second=0, address_request_burst=1))
    flood = [Exchange(f"/{'x' * 5000}") for _ in range(101)]
    await asyncio.gather(*(middleware(e.scope, e.receive, e.send) for e in flood))
    statuses = [exchange.sent[0]["status"] for exchange in flood]
    assert statuses.count(429) == 100
    logged = [getattr(record, "status", None) for record in caplog.records]
    assert logged.count(200) == 1
    assert logged.count(429) == 10
    assert all(len(getattr(record, "path", "")) <= 200 for record in caplog.records)


async def test_an_origin_without_a_host_is_another_site() -> None:
    exchange = Exchange("/api/v1/identity")
    exchange.scope["method"] = "POST"
    exchange.scope["headers"] = [(b"origin", b"null")]
    assert await status(around(Settings()), exchange) == 403
