"""Middleware around the application: identity, rate limits, CSRF, headers, metrics and log."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.errors import Forbidden, Refusal, TooLarge
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import BASE
from cartagena.server.http.problems import document, fault, send_problem
from cartagena.server.http.request_limits import RequestLimits
from cartagena.server.metrics import Metrics
from cartagena.server.networks import LastSeenNetworks, Proxies
from cartagena.server.rate_limit import TokenBucket
from cartagena.server.settings import Settings
from cartagena.server.storage.identities import COOKIE, Identities, token_hash

_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_QUIET: Final = ("/healthz", "/readyz")
_TOO_MANY: Final = 429
_LOGGED_PER_SECOND: Final = 0.1
"""Average number of refusals per second and network that are logged, after the first ten."""
_LOGGED_PATH: Final = 200
"""Maximum number of characters of a path in the log."""

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

HEADERS: Final = [
    (b"content-security-policy", PAGE_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

_SUBRESOURCE_HEADERS: Final = [
    pair
    for pair in HEADERS
    if pair[0] in (b"x-content-type-options", b"referrer-policy", b"cross-origin-resource-policy")
]
"""The headers of scripts, style sheets and messages. The other headers concern documents and
workers. Browsers ignore them here, and they took 33 of the 220 kB of a first visit, which is 85
files."""

log = logging.getLogger("cartagena.server.requests")


class Middleware:
    """ASGI middleware that every request passes first."""

    def __init__(
        self,
        app: ASGIApp,
        identities: Identities,
        networks: LastSeenNetworks,
        banned: set[str],
        metrics: Metrics,
        settings: Settings,
        clock: Clock = SYSTEM_CLOCK,
        entropy: Entropy = SYSTEM_ENTROPY,
    ) -> None:
        self.app = app
        self._networks, self._banned = networks, banned
        self._clock, self._entropy = clock, entropy
        self._identities, self._metrics, self._settings = identities, metrics, settings
        self._proxies = Proxies(settings.trusted_proxies if settings.trust_proxy else "")
        self._limits = RequestLimits(settings, clock, entropy)
        self._logged_refusals = TokenBucket(_LOGGED_PER_SECOND, 10.0, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        await self._handle(scope, receive, send)

    async def _handle(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        began, status = self._clock.steady(), 0
        headers = {key.lower(): value.decode("latin-1") for key, value in scope["headers"]}

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                sent = {key.lower() for key, _ in message["headers"]}
                security = _SUBRESOURCE_HEADERS if _is_subresource(scope["path"]) else HEADERS
                if b"content-security-policy" in sent:
                    sent.add(b"x-frame-options")  # The policy itself says which pages may frame it.
                added = [pair for pair in security if pair[0] not in sent]
                if scope["path"].startswith("/api") and b"cache-control" not in sent:
                    added.append((b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *added]
            with suppress(ClientDisconnected):  # the client is gone
                await _send(send, message)

        caller = Caller(self._address(scope, headers))
        try:
            await self._check(scope, headers, caller)
            scope["state"]["caller"] = caller
            scope["state"]["limits"] = self._limits
            scope["state"]["send"] = partial(_send, send)
            await self.app(scope, receive, send_with_headers)
        except Refusal as refusal:
            await send_problem(document(refusal), send_with_headers)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.exception("a request failed", extra={"path": scope["path"]})
            if not status:
                await send_problem(fault(error), send_with_headers)
        finally:
            # Otherwise each request would be a cycle that only the garbage collector can free.
            scope["state"].pop("send", None)
        seconds = self._clock.steady() - began
        self._metrics.requests.labels(scope["method"], str(status)).inc()
        if scope["path"] in _QUIET:
            return
        if not scope["path"].endswith("/stream"):
            self._metrics.seconds.observe(seconds)
        if status == _TOO_MANY and self._logged_refusals.take(caller.network):
            return  # Otherwise a client that never waits would fill the disk.
        if log.isEnabledFor(logging.INFO):
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": scope["path"][:_LOGGED_PATH],
                    "status": status,
                    "ms": round(1000 * seconds, 1),
                    "identity": caller.identity_id,
                    "address": caller.address,
                },
            )

    def _address(self, scope: HTTPScope, headers: dict[bytes, str]) -> str:
        client = scope.get("client")
        address = client[0] if client else "unknown"
        if b"x-forwarded-for" in headers and self._proxies.include(address):
            return headers[b"x-forwarded-for"].split(",")[-1].strip()
        return address

    async def _check(self, scope: HTTPScope, headers: dict[bytes, str], caller: Caller) -> None:
        if scope["path"] in _QUIET:
            await self._limits.charge_probe(caller.network)
            return
        if caller.address in self._banned or caller.network in self._banned:
            raise Forbidden("Your network is banned from this server.")
        await self._limits.charge_network(caller.network, BASE)
        token = _token(headers)
        if token:
            caller.identity = await self._identities.find(token)
            if caller.identity is not None:
                caller.token_hash = token_hash(token)
                self._networks.note(caller.identity.id, caller.network)
                self._limits.charge_identity(caller.identity.id, BASE)
        if scope["method"] not in _SAFE:
            _check_origin(headers)
        length = headers.get(b"content-length", "0")
        if length.isdigit() and int(length) > self._settings.body_bytes:
            raise TooLarge(
                "A request can have at most {most} bytes.", most=self._settings.body_bytes
            )


async def _send(send: Send, message: Message) -> None:
    """Send a part of a response. Raises `ClientDisconnected` if the connection is closed.

    uvicorn detects this itself, except when more requests are queued on the connection.
    """
    try:
        await send(message)
    except RuntimeError as error:
        if "closed" not in str(error):
            raise
        raise ClientDisconnected from error


def _is_subresource(path: str) -> bool:
    """Return True for static files that can be neither a document nor a worker."""
    return path.startswith("/static/") and path.endswith((".js", ".css", ".json"))


def _check_origin(headers: dict[bytes, str]) -> None:
    """Refuse requests from pages of other sites (CSRF). Programs send no origin."""
    origin = headers.get(b"origin")
    if origin is None:
        if headers.get(b"sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Forbidden("This request comes from another site.")
    elif _host(origin) != headers.get(b"host"):
        raise Forbidden("This request comes from another site.")


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _token(headers: dict[bytes, str]) -> str:
    scheme, _, token = headers.get(b"authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    # Not by http.cookies, which takes quadratic time to unquote a hostile cookie.
    for cookie in headers.get(b"cookie", "").split(";"):
        name, _, value = cookie.partition("=")
        if name.strip() == COOKIE:
            return value.strip()
    return ""
