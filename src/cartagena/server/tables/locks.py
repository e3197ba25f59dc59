"""Locks by table, which exist while they are held or waited for."""

import asyncio
from collections.abc import Awaitable
from types import TracebackType
from typing import Self, TypeVar

T = TypeVar("T")


class _CountedLock(asyncio.Lock):
    """A lock that counts those who hold it or wait for it, and the reads of the log under it."""

    users = 0
    reads = 0
    """Number of reads that have begun."""
    last_read = 0
    """Number of the last read that has succeeded."""


class TableLock:
    """The lock of one table, for one `async with`."""

    def __init__(self, locks: dict[str, _CountedLock], name: str) -> None:
        self._locks, self._name = locks, name

    async def __aenter__(self) -> Self:
        self._lock = self._locks.setdefault(self._name, _CountedLock())
        self._lock.users += 1
        self._arrived = self._lock.reads
        try:
            await self._lock.acquire()
        except BaseException:
            self._leave()
            raise
        return self

    @property
    def is_fresh(self) -> bool:
        """Return True if the log was read while this holder waited.

        That read began after the holder asked for the lock, so it need not read again. Without this,
        a crowd that waits for a slow database would read one after the other.
        """
        return self._lock.last_read > self._arrived

    async def read(self, reading: Awaitable[T]) -> T:
        """Read the log for this holder and for all who wait for the lock now."""
        self._lock.reads += 1
        number = self._lock.reads
        result = await reading
        self._lock.last_read = number
        return result

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
