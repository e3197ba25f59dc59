"""Which bot thinks next, and for how long.

Bots that search think for a while, and few may do so at once. They take turns: first between the
places where the owners of tables are, by how much each has used lately, then between owners, then
between tables. Quick bots have a queue of their own. A place that has used up its budget still gets its
moves, but less thought for each.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from math import exp
from typing import Any, Final

from cartagena.rules.notation.moves import Move
from cartagena.server.rate_limit import TokenBucket

_MEMORY: Final = 30.0
"""Seconds after which two thirds of what was used are forgotten."""
_OVER_BUDGET: Final = 0.1
"""The share of its time that a bot gets when the budget of its place is used up."""
QUICK: Final = 2
"""How many quick bots choose at once."""


@dataclass(slots=True, eq=False)
class Job:
    """A choice that a bot has to make."""

    place: str
    owner: str
    table: str
    quick: bool
    work: Callable[[float], Coroutine[Any, Any, Move]]
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


class SearchQueue:
    """Lets so many bots think at once, each when it is its turn."""

    def __init__(self, searching: int, budget: TokenBucket) -> None:
        """`budget` counts seconds of thinking, by place."""
        self._budget = budget
        self._quick, self._slow = FairQueue(), FairQueue()
        self._free = {self._quick: QUICK, self._slow: max(1, searching)}
        self._running: set[asyncio.Task[Move]] = set()

    @property
    def waiting(self) -> int:
        """How many choices wait for their turn."""
        return len(self._quick) + len(self._slow)

    def close(self) -> None:
        """Stop; nobody waits for what is being thought about."""
        for task in self._running:
            task.cancel()

    async def choose(self, job: Job, seconds: float) -> Move:
        """The move that a bot chooses, when it was its turn to think."""
        job.done = asyncio.get_running_loop().create_future()
        queue = self._quick if job.quick else self._slow
        queue.add(job)
        self._start(queue, seconds)
        try:
            return await job.done
        finally:
            queue.remove(job)

    def _start(self, queue: FairQueue, seconds: float) -> None:
        """Start whatever may be started now."""
        clock = asyncio.get_running_loop()
        while self._free[queue] and (job := queue.pop(clock.time())):
            self._free[queue] -= 1
            self._run(job, queue, seconds)

    def _run(self, job: Job, queue: FairQueue, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        over = not job.quick and self._budget.take(job.place, seconds)

        def ended(thought: asyncio.Task[Move]) -> None:
            self._running.discard(thought)
            queue.charge(job.place, loop.time() - began, loop.time())
            self._free[queue] += 1
            _pass_on(thought, job)
            self._start(queue, seconds)

        task = loop.create_task(job.work(seconds * _OVER_BUDGET if over else seconds))
        self._running.add(task)
        task.add_done_callback(ended)


def _pass_on(thought: "asyncio.Task[Move]", job: Job) -> None:
    if job.done is None or job.done.done():
        return
    if thought.cancelled():
        job.done.cancel()
    elif error := thought.exception():
        job.done.set_exception(error)
    else:
        job.done.set_result(thought.result())
