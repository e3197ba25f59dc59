"""Background tasks that must not die: restarted with back-off when they fail, logged and counted."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from cartagena.server.metrics import Metrics

_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 2.0
_STEADY: Final = 30.0
"""Seconds after which a task that ran is taken for well again: its next pause is short."""

log = logging.getLogger("cartagena.server")


class Supervisor:
    """Runs the endless tasks of a server. One that ends, in whatever way, is started again."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failing: set[str] = set()

    def start(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        """Run this for ever; it is called again whenever it ends."""
        self._tasks[name] = asyncio.create_task(self._run_forever(name, run), name=name)

    @property
    def failing(self) -> list[str]:
        """The tasks that have failed and do not run at this moment."""
        dead = {name for name, task in self._tasks.items() if task.done()}
        return sorted(self._failing | dead)

    async def stop(self, name: str) -> None:
        """End one task."""
        task = self._tasks.pop(name, None)
        self._failing.discard(name)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        """End all tasks."""
        for name in list(self._tasks):
            await self.stop(name)

    async def _run_forever(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        pause = _FIRST_PAUSE
        while True:
            began = time.monotonic()
            self._failing.discard(name)
            try:
                await run()
                log.error("the task %s has ended, and is started again", name)
            except Exception:
                log.exception("the task %s failed, and is started again", name)
            self._failing.add(name)
            self._metrics.task_failures.labels(name).inc()
            pause = _FIRST_PAUSE if time.monotonic() - began > _STEADY else pause
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
