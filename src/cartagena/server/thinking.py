"""Which bot thinks next, and for how long.

Bots that search think for a while, and there are few threads. They take turns: first between the
places where the owners of tables are, by how much each has used lately, then between owners, then
between tables. Quick bots go first and have a thread of their own. A place that has used up its
budget still gets its moves, but less thought for each.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import exp
from typing import Final

from cartagena.rules.notation.moves import Move
from cartagena.server.rate_limit import TokenBucket

_MEMORY: Final = 30.0
"""Seconds after which two thirds of what was used are forgotten."""
_OVER_BUDGET: Final = 0.1
"""The share of its time that a bot gets when the budget of its place is used up."""


@dataclass(slots=True, eq=False)
class Job:
    """A choice that a bot has to make."""

    place: str
    owner: str
    table: str
    quick: bool
    work: Callable[[float], Move]
    """Chooses, within so many seconds."""
    done: "asyncio.Future[Move] | None" = None


class FairQueue:
    """Jobs that wait, in the order in which they are fairly done."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, dict[str, Job]]] = {}
        """By place, owner and table: a table waits for one choice at a time."""
        self._used: dict[str, tuple[float, float]] = {}
        """The seconds that each place has used lately, and when that was counted."""
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def add(self, job: Job) -> None:
        """Let a job wait for its turn."""
        tables = self._waiting.setdefault(job.place, {}).setdefault(job.owner, {})
        self._length += job.table not in tables
        tables[job.table] = job

    def remove(self, job: Job) -> None:
        """Take a job out, if it waits."""
        owners = self._waiting.get(job.place, {})
        tables = owners.get(job.owner, {})
        if tables.get(job.table) is not job:
            return
        del tables[job.table]
        self._length -= 1
        if not tables:
            del owners[job.owner]
        if not owners:
            del self._waiting[job.place]

    def pop(self, now: float) -> Job | None:
        """The job whose turn it is: of the place that has used least, of its next owner."""
        if not self._waiting:
            return None
        place = min(self._waiting, key=lambda place: self._used_lately(place, now))
        owners = self._waiting[place]
        owner = next(iter(owners))
        job = next(iter(owners[owner].values()))
        self.remove(job)
        if owner in owners:  # behind the others
            owners[owner] = owners.pop(owner)
        return job

    def charge(self, place: str, seconds: float, now: float) -> None:
        """A place has used so much time."""
        self._used[place] = self._used_lately(place, now) + seconds, now
        if len(self._used) > 10_000:
            self._used = {
                each: used for each, used in self._used.items() if now - used[1] < 3 * _MEMORY
            }

    def _used_lately(self, place: str, now: float) -> float:
        seconds, then = self._used.get(place, (0.0, now))
        return seconds * exp((then - now) / _MEMORY)


class Thinking:
    """Threads in which bots think, and the queues before them."""

    def __init__(self, threads: int, budget: TokenBucket) -> None:
        """`budget` counts seconds of thinking, by place."""
        self._budget = budget
        self._quick, self._slow = FairQueue(), FairQueue()
        self._free = max(1, threads)
        self._quick_free = 1
        self._threads = ThreadPoolExecutor(self._free + self._quick_free, "bot")

    @property
    def waiting(self) -> int:
        """How many choices wait for a thread."""
        return len(self._quick) + len(self._slow)

    def close(self) -> None:
        """Stop; nobody waits for what is being thought about."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def choose(self, job: Job, seconds: float) -> Move:
        """The move that a bot chooses, when it was its turn to think."""
        job.done = asyncio.get_running_loop().create_future()
        queue = self._quick if job.quick else self._slow
        queue.add(job)
        self._start(seconds)
        try:
            return await job.done
        finally:
            queue.remove(job)

    def _start(self, seconds: float) -> None:
        """Start whatever may be started now."""
        loop = asyncio.get_running_loop()
        while self._free and (job := self._quick.pop(loop.time()) or self._slow.pop(loop.time())):
            self._free -= 1
            self._run(job, seconds, reserved=False)
        while self._quick_free and (job := self._quick.pop(loop.time())):
            self._quick_free -= 1
            self._run(job, seconds, reserved=True)

    def _run(self, job: Job, seconds: float, *, reserved: bool) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        over = not job.quick and self._budget.take(job.place, seconds)
        granted = seconds * _OVER_BUDGET if over else seconds

        def ended(thought: asyncio.Future[Move]) -> None:
            queue = self._quick if job.quick else self._slow
            queue.charge(job.place, loop.time() - began, loop.time())
            if reserved:
                self._quick_free += 1
            else:
                self._free += 1
            _pass_on(thought, job)
            self._start(seconds)

        loop.run_in_executor(self._threads, job.work, granted).add_done_callback(ended)


def _pass_on(thought: "asyncio.Future[Move]", job: Job) -> None:
    if job.done is None or job.done.done():
        return
    if thought.cancelled():
        job.done.cancel()
    elif error := thought.exception():
        job.done.set_exception(error)
    else:
        job.done.set_result(thought.result())
