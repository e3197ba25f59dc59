"""Work in threads, one for each core. Compiled simulations run in all of them at once."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import local
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Thread(local):
    """State of the current thread."""

    is_worker = False


_thread = _Thread()


def _begin_worker() -> None:
    _thread.is_worker = True


@cache
def _workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(
        os.cpu_count() or 1, thread_name_prefix="analysis", initializer=_begin_worker
    )


# A forked process does not inherit threads, so it starts its own.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_workers.cache_clear)


def in_parallel(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Call a function for all items in threads. Yields the results in order as they arrive.

    A nested call does its work in the thread of the outer one, one item after another.
    """
    return map(work, items) if _thread.is_worker else _workers().map(work, items)
