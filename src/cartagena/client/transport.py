"""Requests to a table server with retries: the base of `Client`."""

import asyncio
import random
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final, Self, TypeVar

import httpx
import msgspec

from cartagena.errors import CartagenaError
from cartagena.protocol import requests
from cartagena.protocol.problems import ProblemDocument

PATIENCE: Final = 60.0
"""Default time in seconds to retry requests and streams before giving up."""
TIMEOUT: Final = 30.0
"""Timeout of a request in seconds. A stream sends a keep-alive every 15 seconds."""
_MIN_PAUSE: Final = 0.1
_MAX_PAUSE: Final = 2.0

T = TypeVar("T")


class Refused(CartagenaError):  # noqa: N818
    """Raised when the server refuses a request."""

    def __init__(self, problem: ProblemDocument) -> None:
        super().__init__(f"The server says: {problem.detail}")
        self.problem = problem

    @property
    def kind(self) -> str:
        """Return the kind of the problem, such as `stale`: the end of its type."""
        return self.problem.type.rpartition(":")[2]


class Unreachable(CartagenaError):  # noqa: N818
    """Raised when no server answers within the client's patience."""


class Connections(httpx.AsyncClient):
    """An HTTP client that reports every broken connection as a `TransportError`."""

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send a request. Raises `httpx.TransportError` if the connection breaks."""
        try:
            return await super().send(request, **options)
        except AttributeError as error:
            # On uvloop, a connection that breaks at once no longer has a socket. anyio, and so httpx,
            # does not expect that.
            raise httpx.ConnectError("The connection broke.", request=request) from error


class Attempts:
    """Exponential back-off with a deadline."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.succeeded()

    def succeeded(self) -> None:
        """Reset the deadline and the pause after a response."""
        self._end = time.monotonic() + self._patience
        self._pause = _MIN_PAUSE

    async def wait(self, error: CartagenaError, retry_after: float = 0.0) -> None:
        """Wait before the next attempt, or raise the error if the deadline has passed.

        Waits at least `retry_after` seconds, as the server asks.
        """
        # Random, so that clients that lost the same server do not all come back at once.
        pause = max(retry_after, self._pause * random.uniform(0.5, 1.0))
        if time.monotonic() + pause > self._end:
            raise error
        self._pause = min(2 * self._pause, _MAX_PAUSE)
        await asyncio.sleep(pause)


class Transport:
    """A connection to the nodes of a table server, with the token of an identity."""

    def __init__(
        self,
        servers: str | Sequence[str],
        token: str,
        patience: float,
        http: httpx.AsyncClient | None,
    ) -> None:
        addresses = [servers] if isinstance(servers, str) else servers
        self._servers = [f"{server.rstrip('/')}/api/v1" for server in addresses]
        self._server = random.choice(self._servers)
        self.token, self.patience = token, patience
        self.retries = 0
        self._owns_http = http is None
        # Loading the root certificates is slow, and plain HTTP does not need them.
        secure = any(server.startswith("https:") for server in addresses)
        self.http = http or Connections(timeout=TIMEOUT, verify=secure)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections, unless the caller provided them."""
        if self._owns_http:
            await self.http.aclose()

    def any_server(self) -> str:
        """Return the address of a random node. Any node serves any table."""
        return random.choice(self._servers)

    def headers(self) -> dict[str, str]:
        """Return the headers of every request."""
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        return headers

    async def request(self, method: str, path: str, kind: type[T], body: object = None) -> T:
        """Send a request, retry it if needed, and parse the response as `kind`."""
        content = b"" if body is None else msgspec.json.encode(body)
        attempts = Attempts(self.patience)
        while True:
            try:
                response = await self.http.request(
                    method, f"{self._server}{path}", content=content, headers=self.headers()
                )
            except httpx.TransportError as error:
                await self._retry(attempts, unreachable(error))
                continue
            if not response.is_error:
                return msgspec.json.decode(response.content, type=kind)
            problem = read_problem(response)
            if not is_temporary(problem.status):
                raise Refused(problem)
            await self._retry(attempts, Refused(problem), problem.retry_after or 0.0)

    async def post(self, path: str, kind: type[T], request: requests.Keyed) -> T:
        """Send a request with an idempotency key, and add one if it has none."""
        if request.key is None:
            request = msgspec.structs.replace(request, key=new_key())
        return await self.request("POST", path, kind, request)

    async def _retry(
        self, attempts: Attempts, error: CartagenaError, retry_after: float = 0.0
    ) -> None:
        await attempts.wait(error, retry_after)
        self.retries += 1
        self._server = self.any_server()


def new_key() -> str:
    """Return a new idempotency key."""
    return secrets.token_hex(8)


def is_temporary(status: int) -> bool:
    """Return True for statuses that are worth a retry: too many requests, or a server error."""
    return status == 429 or status >= 500


def unreachable(error: httpx.TransportError) -> Unreachable:
    """Return the error to raise when a connection fails."""
    return Unreachable(f"The server does not answer: {str(error) or type(error).__name__}.")


def read_problem(response: httpx.Response) -> ProblemDocument:
    """Parse a problem document, or make one if a proxy sent something else."""
    try:
        return msgspec.json.decode(response.content, type=ProblemDocument)
    except msgspec.MsgspecError:
        detail = response.reason_phrase or f"status {response.status_code}"
        return ProblemDocument(
            type="about:blank", title=detail, status=response.status_code, detail=detail
        )
