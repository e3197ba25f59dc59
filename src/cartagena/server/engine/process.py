"""A process of its own for what computes for long: bots that search, and hints.

In threads of the server they would take the interpreter's lock from the event loop every few
milliseconds, and the processors from everybody. The process has a lower priority, so that it computes
with what is left over. It is started when it is first needed, again if it has died, and ends with the
server.
"""

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, Final, ParamSpec, TypeVar, cast

from cartagena.server.metrics import Metrics

_TIMEOUT: Final = 120.0
"""Seconds after which the process is given up; on a first start it compiles for half a minute."""
_HEAD: Final = 4
"""Bytes for the length of a message."""

P = ParamSpec("P")
Result = TypeVar("Result")

log = logging.getLogger("cartagena.server")


class WorkerDied(Exception):  # noqa: N818
    """The process has died, or did not answer."""


class WorkerError(Exception):
    """What was called has raised an exception; its traceback is the message."""


class SearchProcess:
    """Calls functions in the other process, as many at once as it is asked for."""

    def __init__(self, metrics: Metrics, log_level: str) -> None:
        self._metrics, self._log_level = metrics, log_level
        self._starting = asyncio.Lock()
        self._child: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._numbers = count()
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process, if it runs."""
        return None if self._child is None else self._child.pid

    async def run(
        self, function: Callable[P, Result], *arguments: P.args, **named: P.kwargs
    ) -> Result:
        """What a function of a module returns there; all that is passed is pickled.

        If the process dies, the call is made once more in a new one.
        """
        try:
            return await self._call(function, *arguments, **named)
        except WorkerDied:
            return await self._call(function, *arguments, **named)

    async def close(self) -> None:
        """End the process; nobody waits for what it was asked for."""
        self._is_closed = True
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    async def _call(
        self, function: Callable[P, Result], *arguments: P.args, **named: P.kwargs
    ) -> Result:
        child = await self._running()
        number = next(self._numbers)
        done = self._asked[number] = asyncio.get_running_loop().create_future()
        message = pickle.dumps((number, function, arguments, named), pickle.HIGHEST_PROTOCOL)
        try:
            assert child.stdin is not None
            child.stdin.write(len(message).to_bytes(_HEAD, "big") + message)
            async with asyncio.timeout(_TIMEOUT):
                return cast(Result, await done)
        except TimeoutError:
            _kill(child)
            raise WorkerDied from None
        finally:
            del self._asked[number]

    async def _running(self) -> Process:
        async with self._starting:
            if self._is_closed:
                raise WorkerDied
            if self._child is None:
                self._child = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *("-m", "cartagena.server.engine.worker", self._log_level),
                    stdin=PIPE,
                    stdout=PIPE,
                )
                self._reading = asyncio.create_task(self._read(self._child))
            return self._child

    async def _read(self, child: Process) -> None:
        assert child.stdout is not None
        try:
            with suppress(asyncio.IncompleteReadError):
                while True:
                    size = int.from_bytes(await child.stdout.readexactly(_HEAD), "big")
                    self._pass_on(*pickle.loads(await child.stdout.readexactly(size)))
            log.error("the process in which bots think has died")
            self._metrics.task_failures.labels("search-process").inc()
        finally:
            self._child = None
            for done in self._asked.values():
                if not done.done():
                    done.set_exception(WorkerDied())
            _kill(child)
            await child.wait()

    def _pass_on(self, number: int, result: Any, error: str | None) -> None:
        done = self._asked.get(number)
        if done is None or done.done():
            return
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(WorkerError(error))


def _kill(child: Process) -> None:
    with suppress(ProcessLookupError):
        child.kill()
