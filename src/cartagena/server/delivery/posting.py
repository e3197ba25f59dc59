"""Sending a request to another server: one address, no redirects, and little patience."""

import ssl
from dataclasses import dataclass
from typing import Final, Protocol
from urllib.parse import urlsplit

import httpx

from cartagena.server.delivery.addresses import AddressRefused, AddressRules, Unreachable

_SECONDS: Final = 10.0
"""Maximum time for a request in seconds. It must be less than a lease."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A request to send."""

    address: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of the other server. Without one the status is 0."""

    status: int
    retry_after: float = 0.0
    """Seconds that it asks to wait."""
    reason: str = ""

    @property
    def is_delivered(self) -> bool:
        """Return True if the letter has arrived."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Return True if the address will never work again."""
        return self.status in (404, 410)

    @property
    def may_succeed_later(self) -> bool:
        """Return True if the same letter may be accepted another time."""
        return self.status in (0, 408, 429) or self.status >= 500


class Post(Protocol):
    """The network, as notices use it."""

    async def send(self, letter: Letter) -> Reply:
        """Send a letter. Never raises an error of the network."""

    async def close(self) -> None:
        """Close all connections."""


class HttpPost:
    """The real network."""

    def __init__(self, rules: AddressRules) -> None:
        self._rules = rules
        self._client: httpx.AsyncClient | None = None

    async def send(self, letter: Letter) -> Reply:
        """Send a letter to the address that its host has now."""
        try:
            route = await self._rules.route(letter.address)
        except Unreachable as error:
            return Reply(0, reason=str(error))
        except AddressRefused as error:
            return Reply(403, reason=str(error))
        parts = urlsplit(letter.address)
        ip = f"[{route.ip}]" if ":" in route.ip else route.ip
        target = parts._replace(netloc=f"{ip}:{route.port}", fragment="").geturl()
        request = self._open().build_request(
            "POST",
            target,
            content=letter.body,
            headers={**letter.headers, "host": parts.netloc},
            extensions={"sni_hostname": route.host},
        )
        try:
            response = await self._open().send(request, stream=True)
            await response.aclose()  # Its body may be endless.
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as error:
            return Reply(0, reason=type(error).__name__)
        return Reply(response.status_code, _seconds(response.headers.get("retry-after", "")))

    def _open(self) -> httpx.AsyncClient:
        if self._client is None:
            # A connection to a shared address belongs to one name, so none is used twice.
            limits = httpx.Limits(max_connections=100, max_keepalive_connections=0)
            self._client = httpx.AsyncClient(
                timeout=_SECONDS, limits=limits, follow_redirects=False, trust_env=False
            )
        return self._client

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.aclose()


def _seconds(text: str) -> float:
    return float(text) if text.isascii() and text.isdigit() else 0.0
