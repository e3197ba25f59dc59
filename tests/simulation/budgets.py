"""The time that each player had to choose, by the log."""

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Final

from cartagena.server.tables.table import Seat, Table

_TOLERANCE: Final = 5.0
"""Tolerance in seconds. Heartbeats come every three seconds."""


class Budgets:
    """The seconds that each seat of a table had to choose, without outages and pauses."""

    def __init__(self) -> None:
        self._since = 0.0
        self._used: defaultdict[str, float] = defaultdict(float)
        self._turns: Counter[str] = Counter()

    def add(self, before: Table, now: float, outage_since: Callable[[float], float]) -> None:
        """Add the time until an event. `before` is the table until then.

        Times are those of the log: the database may take seconds, which does not count as an outage.
        """
        seat = before.decider
        if seat is not None and not before.paused_at:
            self._used[seat.colour] += now - self._since - outage_since(self._since)
            self._turns[seat.colour] += 1
        self._since = now

    def is_used_up(self, seat: Seat, table: Table, skew: float) -> bool:
        """Return True if a seat can have used up its budget. Each event may have a wrong time."""
        error = _TOLERANCE + 2 * skew * self._turns[seat.colour]
        return self._used[seat.colour] >= table.setup.budget - error
