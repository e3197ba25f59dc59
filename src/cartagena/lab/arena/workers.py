"""Who plays the games: this process, all cores of this machine, or a Ray cluster.

All of them take batches of fixtures and give the results back in the order of the batches.
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
"""A batch, ready to be played anywhere: a `functools.partial` that returns what came of each game."""

_AHEAD: Final = 3  # batches handed out for each process, so that none waits for the slowest


class Workers(Protocol):
    """Plays batches, several at once."""

    jobs: int

    def start(self, work: Work) -> Any:
        """Begin a batch; what comes back is for `finish`."""
        ...

    def finish(self, started: Any) -> list[Any]:
        """Wait for a batch."""
        ...

    def close(self) -> None:
        """Stop at once; what is under way is given up."""
        ...


def in_order(workers: Workers, batches: Iterator[Work]) -> Iterator[list[Any]]:
    """The results of all batches, in their order; as many as useful are under way at a time."""
    under_way: deque[Any] = deque()
    most = 1 if workers.jobs == 1 else _AHEAD * workers.jobs
    for work in batches:
        under_way.append(workers.start(work))
        if len(under_way) >= most:
            yield workers.finish(under_way.popleft())
    while under_way:
        yield workers.finish(under_way.popleft())


class InProcess:
    """Plays in this process."""

    jobs = 1

    def start(self, work: Work) -> Work:
        """Keep the batch until it is asked for."""
        return work

    def finish(self, started: Work) -> list[Any]:
        """Play it."""
        return started()

    def close(self) -> None:
        """There is nothing to stop."""


class Processes:
    """Plays in processes of this machine, each of which loads the compiled rules by itself."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._other_children = {child.pid for child in multiprocessing.active_children()}
        self._pool = ProcessPoolExecutor(
            jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_ignore_interrupts
        )

    def start(self, work: Work) -> Future[list[Any]]:
        """Hand the batch to whoever is free."""
        return self._pool.submit(work)

    def finish(self, started: Future[list[Any]]) -> list[Any]:
        """Wait for the batch."""
        try:
            return started.result()
        except BrokenProcessPool:
            raise CartagenaError(
                "A process that played games has died; an arena goes on with --resume."
            ) from None

    def close(self) -> None:
        """Give up what is under way."""
        children = multiprocessing.active_children()
        mine = [child for child in children if child.pid not in self._other_children]
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in mine:
            child.terminate()
        for child in mine:
            child.join()


def _ignore_interrupts() -> None:
    """An interrupt is for the process that stores the results; it stops the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class RayCluster:
    """Plays on a Ray cluster: the one that RAY_ADDRESS names, or one begun on this machine."""

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
        """Send the batch."""
        return self._call.remote(work)

    def finish(self, started: Any) -> list[Any]:
        """Wait for the batch."""
        games: list[Any] = self._ray.get(started)
        return games

    def close(self) -> None:
        """Leave the cluster, and end it if it was begun here."""
        if self._own:
            self._ray.shutdown()


def _call(work: Work) -> list[Any]:
    return work()


def _joins_a_cluster() -> bool:
    return bool(os.environ.get("RAY_ADDRESS"))
