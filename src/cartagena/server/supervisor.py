"""The supervisor of background tasks: it restarts, logs and counts those that fail."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.metrics import Metrics

FIRST_PAUSE: Final = 0.2
_MAX_PAUSE: Final = 2.0
_STABLE_SECONDS: Final = 30.0
"""Time after which a running task counts as well again, so that its next pause is short."""

log = logging.getLogger("cartagena.server")


class Supervisor:
    """Runs the background tasks of a server, and starts each again when it fails or ends."""

    def __init__(self, metrics: Metrics, clock: Clock = SYSTEM_CLOCK) -> None:
        self._metrics, self._clock = metrics, clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failing: set[str] = set()

    def start(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        """Run a task until it is stopped. Whenever it ends, call `run` again."""
        self._tasks[name] = asyncio.create_task(self._run_forever(name, run), name=name)

    @property
    def failing(self) -> list[str]:
        """Return the tasks that have failed and do not run at the moment."""
        dead = {name for name, task in self._tasks.items() if task.done()}
        return sorted(self._failing | dead)

    async def stop(self, name: str) -> None:
        """Stop a task."""
        task = self._tasks.pop(name, None)
        self._failing.discard(name)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        """Stop all tasks."""
        for name in list(self._tasks):
            await self.stop(name)

    async def _run_forever(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        pause = FIRST_PAUSE
        while True:
            began = self._clock.steady()
            self._failing.discard(name)
            try:
                await run()
                log.error("task %s has ended and will be restarted", name)
            except Exception:
                log.exception("task %s failed and will be restarted", name)
            self._failing.add(name)
            self._metrics.task_failures.labels(name).inc()
            pause = FIRST_PAUSE if self._clock.steady() - began > _STABLE_SECONDS else pause
            await asyncio.sleep(pause)
            pause = min(2 * pause, _MAX_PAUSE)
