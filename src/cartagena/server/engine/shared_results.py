"""Results that are computed once for all clients that ask for the same."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Final, TypeVar

Result = TypeVar("Result")

_CACHED: Final = 200
"""Number of results in the cache."""


class SharedResults:
    """Computes one result at a time, and caches the latest ones by key."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()
        self._lock = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """Return the number of results still to be computed."""
        return sum(not task.done() for task in self._tasks.values())

    def has(self, key: Hashable) -> bool:
        """Return True if there is a result for this key, or will be."""
        task = self._tasks.get(key)
        return task is not None and not (
            task.cancelled() or (task.done() and task.exception() is not None)
        )

    async def get(
        self, key: Hashable, compute: Callable[[], Coroutine[Any, Any, Result]]
    ) -> Result:
        """Return the result for a key. Compute it if there is none."""
        if not self.has(key):
            self._tasks[key] = asyncio.create_task(self._compute_next(compute))
            while len(self._tasks) > _CACHED:
                self._tasks.popitem(last=False)
        # Shielded: others may wait for the same result.
        result: Result = await asyncio.shield(self._tasks[key])
        return result

    async def _compute_next(self, compute: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        async with self._lock:
            return await compute()
