"""Requests to a table server with retries. `Client` is built on this."""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any, Final, Self, TypeVar

import httpx
import msgspec

from cartagena.errors import CartagenaError
from cartagena.protocol.problems import ProblemDocument

PATIENCE: Final = 60.0
"""Seconds during which requests are retried and streams reopened."""
TIMEOUT: Final = 30.0
"""Timeout of a request in seconds. A stream sends something every 15 seconds."""
_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 2.0

T = TypeVar("T")


class Refused(CartagenaError):  # noqa: N818
    """The server understood a request and refused it."""

    def __init__(self, problem: ProblemDocument) -> None:
        super().__init__(f"The server says: {problem.detail}")
        self.problem = problem

    @property
    def kind(self) -> str:
        """The kind of the problem, such as `stale`: the end of its type."""
        return self.problem.type.rpartition(":")[2]


class Unreachable(CartagenaError):  # noqa: N818
    """No server answered while the client was retrying."""


class Connections(httpx.AsyncClient):
    """The client's own connections."""

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send a request. Raises `TransportError` if the connection breaks."""
        try:
            return await super().send(request, **options)
        except AttributeError as error:
            # On uvloop, a connection that breaks as soon as it is made has no socket any more, which
            # anyio, and so httpx, does not expect.
            raise httpx.ConnectError("The connection broke.", request=request) from error


class Attempts:
    """The schedule of retries: soon, then at longer intervals, until the patience ends."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.succeeded()

    def succeeded(self) -> None:
        """Restart the patience, because a server has answered."""
        self._end = time.monotonic() + self._patience
        self._pause = _FIRST_PAUSE

    async def wait(self, error: CartagenaError, retry_after: float = 0.0) -> None:
        """Wait before the next attempt, at least as long as the server asks, or raise the error."""
        # A random part of it: many clients that lost a server do not all come back at once.
        pause = max(retry_after, self._pause * random.uniform(0.5, 1.0))
        if time.monotonic() + pause > self._end:
            raise error
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)
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
        given = [servers] if isinstance(servers, str) else servers
        self._servers = [f"{server.rstrip('/')}/api/v1" for server in given]
        self._server = random.choice(self._servers)
        self.token, self.patience = token, patience
        self.sent_again = 0
        self._is_ours = http is None
        # Reading the certificates of all authorities takes long, and plain HTTP has none.
        secure = any(server.startswith("https:") for server in given)
        self.http = http or Connections(timeout=TIMEOUT, verify=secure)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections, unless they belong to the caller."""
        if self._is_ours:
            await self.http.aclose()

    def any_server(self) -> str:
        """Return the address of a node. Every node serves every table."""
        return random.choice(self._servers)

    def headers(self) -> dict[str, str]:
        """Return the headers of every request."""
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        return headers

    async def ask(self, method: str, path: str, kind: type[T], body: object = None) -> T:
        """Send a request, with retries if needed, and decode the response."""
        content = b"" if body is None else msgspec.json.encode(body)
        attempts = Attempts(self.patience)
        while True:
            try:
                response = await self.http.request(
                    method, f"{self._server}{path}", content=content, headers=self.headers()
                )
            except httpx.TransportError as error:
                await self._again(attempts, unreachable(error))
                continue
            if not response.is_error:
                return msgspec.json.decode(response.content, type=kind)
            problem = read_problem(response)
            if not is_worth_another_try(problem.status):
                raise Refused(problem)
            await self._again(attempts, Refused(problem), problem.retry_after or 0.0)

    async def _again(
        self, attempts: Attempts, error: CartagenaError, retry_after: float = 0.0
    ) -> None:
        await attempts.wait(error, retry_after)
        self.sent_again += 1
        self._server = self.any_server()


def is_worth_another_try(status: int) -> bool:
    """Return True if a status is temporary: too many requests, or a server error."""
    return status == 429 or status >= 500


def unreachable(error: httpx.TransportError) -> Unreachable:
    """Return the error as a message."""
    return Unreachable(f"The server does not answer: {str(error) or type(error).__name__}.")


def read_problem(response: httpx.Response) -> ProblemDocument:
    """Read why a request was refused. A proxy may answer in a format of its own."""
    try:
        return msgspec.json.decode(response.content, type=ProblemDocument)
    except msgspec.MsgspecError:
        detail = response.reason_phrase or f"status {response.status_code}"
        return ProblemDocument(
            type="about:blank", title=detail, status=response.status_code, detail=detail
        )
