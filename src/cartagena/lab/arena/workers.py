"""Workers that play the games: this process, several processes, or a Ray cluster.

All of them take batches of fixtures and return the results in the order of the batches.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, Protocol

from cartagena.errors import CartagenaError

Work = Callable[[], list[Any]]
"""A batch that can be played anywhere: a `functools.partial` that returns one result per game."""

_BATCHES_PER_JOB: Final = 3  # queued per process, so that no process waits for the slowest


class Workers(Protocol):
    """Plays batches in parallel."""

    jobs: int

    def start(self, work: Work) -> Any:
        """Start a batch and return a handle for `finish`."""
        ...

    def finish(self, handle: Any) -> list[Any]:
        """Wait for a batch and return its results."""
        ...

    def close(self) -> None:
        """Stop immediately and abandon unfinished batches."""
        ...


def in_order(workers: Workers, batches: Iterator[Work]) -> Iterator[list[Any]]:
    """Yield the results of all batches in order, keeping every worker busy."""
    running: deque[Any] = deque()
    limit = 1 if workers.jobs == 1 else _BATCHES_PER_JOB * workers.jobs
    for work in batches:
        running.append(workers.start(work))
        if len(running) >= limit:
            yield workers.finish(running.popleft())
    while running:
        yield workers.finish(running.popleft())


class InProcess:
    """Plays in this process."""

    jobs = 1

    def start(self, work: Work) -> Work:
        """Return the batch, which `finish` will play."""
        return work

    def finish(self, handle: Work) -> list[Any]:
        """Play the batch."""
        return handle()

    def close(self) -> None:
        """Do nothing."""


class Processes:
    """Plays in several processes. Each loads the compiled rules on its own."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._other_children = {child.pid for child in multiprocessing.active_children()}
        self._pool = ProcessPoolExecutor(
            jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_ignore_interrupts
        )

    def start(self, work: Work) -> Future[list[Any]]:
        """Submit the batch to the pool."""
        return self._pool.submit(work)

    def finish(self, handle: Future[list[Any]]) -> list[Any]:
        """Wait for the batch and return its results."""
        try:
            return handle.result()
        except BrokenProcessPool:
            raise CartagenaError(
                "A worker process has died. Use --resume to continue an arena."
            ) from None

    def close(self) -> None:
        """Terminate the worker processes."""
        children = multiprocessing.active_children()
        own = [child for child in children if child.pid not in self._other_children]
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in own:
            child.terminate()
        for child in own:
            child.join()


def _ignore_interrupts() -> None:
    """Ignore Ctrl+C in a worker. The main process handles it and stops the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class RayCluster:
    """Plays on the Ray cluster at RAY_ADDRESS, or on a new one on this machine."""

    def __init__(self, jobs: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise CartagenaError(
                "Playing on a cluster needs Ray: install cartagena[cluster]."
            ) from None
        self._ray = ray
        self._own = not ray.is_initialized()
        if self._own:
            ray.init(
                num_cpus=None if _joins_a_cluster() else jobs,
                log_to_driver=False,
                logging_level="ERROR",
            )
        self.jobs = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._call = ray.remote(_call)

    def start(self, work: Work) -> Any:
        """Send the batch to the cluster."""
        return self._call.remote(work)

    def finish(self, handle: Any) -> list[Any]:
        """Wait for the batch and return its results."""
        games: list[Any] = self._ray.get(handle)
        return games

    def close(self) -> None:
        """Shut the cluster down if it was started here."""
        if self._own:
            self._ray.shutdown()


def _call(work: Work) -> list[Any]:
    return work()


def _joins_a_cluster() -> bool:
    return bool(os.environ.get("RAY_ADDRESS"))
