"""A worker process for long computations, seen from the server.

In threads of the server, searches would take the interpreter's lock from the event loop every few
milliseconds. A worker has its own interpreter and a lower priority. It starts with the first call,
starts again if it has died, and ends with the server. See `messages` for the protocol.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from cartagena.server.engine.messages import Call, Reply, Report, encode, read_reply
from cartagena.server.metrics import Metrics

_TIMEOUT_SECONDS: Final = 120.0
"""Maximum time for a call without reports. A first call may have to wait half a minute for the compiler."""

P = ParamSpec("P")
Result = TypeVar("Result")

log = logging.getLogger("cartagena.server")


class WorkerDied(Exception):  # noqa: N818
    """The worker process has died, or took too long."""


class WorkerError(Exception):
    """The called function has raised an exception. The message is its traceback."""


class WorkerFactory(Protocol):
    """Makes workers."""

    def __call__(self, name: str, niceness: int) -> "Worker":
        """Return a worker. Its process starts with the first call."""


class _Pending(NamedTuple):
    """A call that waits for its result."""

    result: asyncio.Future[Any]
    on_report: Report | None


class Worker:
    """Calls functions in a child process, any number at once."""

    def __init__(self, name: str, niceness: int, metrics: Metrics, log_level: str) -> None:
        self._name, self._niceness = name, niceness
        self._metrics, self._log_level = metrics, log_level
        self._starting = asyncio.Lock()
        self._child: Process | None = None
        self._readers: set[asyncio.Task[None]] = set()
        """One task for each child, until it is dead and its pipes are closed."""
        self._pending: dict[int, _Pending] = {}
        self._numbers = count()
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """Return the id of the process, if it runs."""
        return None if self._child is None else self._child.pid

    async def run(
        self, function: Callable[P, Result], *arguments: P.args, **named: P.kwargs
    ) -> Result:
        """Call a function in the worker and return its result.

        The function must be importable, and its arguments picklable. If the worker dies or takes
        too long, call it again in a new one, then raise `WorkerDied`.
        """
        try:
            return cast(Result, await self._call(function, arguments, named, _TIMEOUT_SECONDS))
        except WorkerDied:
            return cast(Result, await self._call(function, arguments, named, _TIMEOUT_SECONDS))

    async def run_reporting(
        self,
        on_report: Report,
        function: Callable[Concatenate[Report, P], Result],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> Result:
        """Call a function that reports its progress. Neither retry it nor limit its time."""
        return cast(Result, await self._call(function, arguments, named, None, on_report))

    async def close(self) -> None:
        """End the process without waiting for calls."""
        self._is_closed = True
        async with self._starting:
            if self._child is not None:
                _kill(self._child)
        await asyncio.gather(*self._readers, return_exceptions=True)

    async def _call(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        named: dict[str, Any],
        timeout: float | None,
        on_report: Report | None = None,
    ) -> Any:
        child = await self._running_child()
        number, result = next(self._numbers), asyncio.get_running_loop().create_future()
        self._pending[number] = _Pending(result, on_report)
        try:
            assert child.stdin is not None
            call = Call(number, function, arguments, named, reports=on_report is not None)
            child.stdin.write(encode(call))
            async with asyncio.timeout(timeout):
                return await result
        except TimeoutError:
            _kill(child)
            raise WorkerDied from None
        finally:
            del self._pending[number]

    async def _running_child(self) -> Process:
        async with self._starting:
            if self._is_closed:
                raise WorkerDied
            if self._child is None:
                self._child = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *("-m", "cartagena.server.engine.worker"),
                    *(str(self._niceness), self._log_level),
                    stdin=PIPE,
                    stdout=PIPE,
                )
                reader = asyncio.create_task(self._read_replies(self._child))
                self._readers.add(reader)
                reader.add_done_callback(self._readers.discard)
            return self._child

    async def _read_replies(self, child: Process) -> None:
        assert child.stdout is not None
        try:
            with suppress(asyncio.IncompleteReadError):
                while True:
                    self._deliver(await read_reply(child.stdout))
            if not self._is_closed:
                log.error("%s has died", self._name)
                self._metrics.task_failures.labels(self._name).inc()
        finally:
            self._child = None
            for pending in self._pending.values():
                if not pending.result.done():
                    pending.result.set_exception(WorkerDied())
            _kill(child)
            await child.wait()

    def _deliver(self, reply: Reply) -> None:
        """Give a reply to the caller that waits for it, if it still does."""
        pending = self._pending.get(reply.number)
        if pending is None or pending.result.done():
            return
        if reply.kind == "result":
            pending.result.set_result(reply.value)
        elif reply.kind == "error":
            pending.result.set_exception(WorkerError(reply.value))
        elif pending.on_report is not None:
            pending.on_report(reply.value)


def _kill(child: Process) -> None:
    with suppress(ProcessLookupError):
        child.kill()
