"""The simulated database: how long transactions take, and how they fail."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeVar

from sqlalchemy.exc import OperationalError

from tests.simulation.loop import Process, SimulatedLoop, process_here
from tests.simulation.pace import Pace
from tests.simulation.rows import Rows

T = TypeVar("T")

OUTSIDE: Final = Context()
"""The context for callbacks that belong to no node."""
_FLAKY: Final = 0.35
"""Share of transactions that break before the commit, and after it, while a database is flaky."""
LATE_SECONDS: Final = 5.0
"""Maximum delay of a transaction that a broken connection has left behind."""


@dataclass
class Troubles:
    """Shares of all transactions that fail."""

    refused: float = 0.0
    """The connection breaks before the transaction."""
    unanswered: float = 0.0
    """The connection breaks after the commit."""
    late: float = 0.0
    """The connection breaks, and the transaction is carried out seconds later."""
    slow: float = 0.0
    """The answer takes up to three seconds."""
    busy: float = 0.0
    """The process that writes is busy for milliseconds after the commit."""
    unreadable: float = 0.0
    """A log cannot be read."""
    flaky_until: float = 0.0
    """Until then most connections break."""
    silent_until: float = 0.0
    """Until then nothing is answered."""
    full_until: float = 0.0
    """Until then nothing can be written."""


class Database:
    """A database server: transactions take time and fail."""

    def __init__(
        self,
        loop: SimulatedLoop,
        rows: Rows,
        rng: Random,
        timeout: float,
        pace: Pace,
        *,
        is_file: bool = False,
    ) -> None:
        """Build a database. If it is a file, as with SQLite, it does nothing once its process has
        died."""
        self.loop, self.rows, self.timeout, self.is_file = loop, rows, timeout, is_file
        self._rng, self._pace = rng, pace
        self.troubles = Troubles()
        self.on_busy: Callable[[Process], None] = lambda _: None

    def call(self, transaction: Callable[[], T], *, writes: bool) -> "asyncio.Future[T]":
        """Run a transaction. The result is known after a while, or the connection breaks."""
        result: asyncio.Future[T] = self.loop.create_future()
        rng, troubles, now = self._rng, self.troubles, self.loop.time()
        executed_at = now + self._pace.transaction(rng)
        answered_at = executed_at + self._pace.transaction(rng)
        turn = rng.randrange(self._pace.turns)
        draw = rng.random()
        is_flaky = now < troubles.flaky_until
        refused = _FLAKY if is_flaky else troubles.refused
        unanswered = _FLAKY if is_flaky else troubles.unanswered

        def fail(error: Exception) -> None:
            if not result.done():
                result.set_exception(error)

        def answer(value: T) -> None:
            if not result.done():
                result.set_result(value)

        process = process_here.get()

        def execute(answers: bool) -> None:
            if self.is_file and process is not None and process.dead:
                return
            try:
                if writes and self.loop.time() < troubles.full_until:
                    raise OperationalError("", None, Exception("the disk is full"))
                value = transaction()
                if writes and process is not None and rng.random() < troubles.busy:
                    self.on_busy(process)
            except Exception as error:
                if answers:
                    at(answered_at, read, fail, error)
                return
            if answers:
                at(answered_at, read, answer, value)

        def read(callback: Callable[[Any], None], outcome: Any) -> None:
            self.loop.call_after_turns(turn, callback, outcome, context=OUTSIDE)

        def at(when: float, callback: Callable[..., None], *arguments: Any) -> None:
            self.loop.call_at(when, callback, *arguments, context=OUTSIDE)

        if now < troubles.silent_until and self.is_file:
            answered_at = troubles.silent_until
            at(troubles.silent_until, execute, True)
        elif now < troubles.silent_until:
            at(now + self.timeout, fail, TimeoutError())
            if rng.random() < 0.5:  # The request is in a buffer, and is read later.
                at(troubles.silent_until, execute, False)
        elif draw < refused:
            at(executed_at, fail, ConnectionError("refused"))
        elif (draw := draw - refused) < unanswered:
            at(executed_at, execute, False)
            at(answered_at, fail, ConnectionError("unanswered"))
        elif (draw := draw - unanswered) < troubles.late:
            late = 0.0 if self.is_file else rng.uniform(0, LATE_SECONDS)
            at(executed_at + late, execute, False)
            at(answered_at, fail, ConnectionError("late"))
        elif draw - troubles.late < troubles.slow:
            answered_at = executed_at + rng.uniform(0.02, 3)
            at(executed_at, execute, True)
        else:
            at(executed_at, execute, True)
        return result

    def check_readable(self) -> None:
        """Raise `ConnectionError` if a log cannot be read at the moment."""
        if self._rng.random() < self.troubles.unreadable:
            raise ConnectionError("unreadable")
