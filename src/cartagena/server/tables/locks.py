"""Locks by table, which exist while they are held or waited for."""

import asyncio
from types import TracebackType


class _CountedLock(asyncio.Lock):
    """A lock that counts those who hold it or wait for it."""

    users = 0


class TableLock:
    """The lock of one table, for one `async with`."""

    def __init__(self, locks: dict[str, _CountedLock], name: str) -> None:
        self._locks, self._name = locks, name

    async def __aenter__(self) -> None:
        self._lock = self._locks.setdefault(self._name, _CountedLock())
        self._lock.users += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self._leave()
            raise

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._lock.release()
        self._leave()

    def _leave(self) -> None:
        self._lock.users -= 1
        if not self._lock.users:
            del self._locks[self._name]


class TableLocks:
    """The locks of all tables.

    A lock must not be dropped while others wait for it: the next one would make another, and two
    would change the table at the same time. `Lock.locked` does not
    help, because a released lock counts as free until the first waiter runs.
    """

    def __init__(self) -> None:
        self._locks: dict[str, _CountedLock] = {}

    def of(self, name: str) -> TableLock:
        """Return the lock of a table, for `async with`."""
        return TableLock(self._locks, name)

    def in_use(self, name: str) -> bool:
        """Return True if the lock of a table is held or waited for."""
        return name in self._locks
