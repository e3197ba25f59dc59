"""Rate limits by token buckets."""

from collections import OrderedDict
from typing import Final

from cartagena.server.clock import SYSTEM_CLOCK, Clock

MAX_CALLERS: Final = 100_000
"""Callers that are remembered. A forgotten one starts again with a full bucket."""


class TokenBucket:
    """A token bucket for each caller: full at first, refilled at a steady rate."""

    def __init__(self, per_second: float, burst: float, clock: Clock = SYSTEM_CLOCK) -> None:
        self._rate, self._burst, self._clock = per_second, burst, clock
        self._tokens: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """The tokens that each caller had left, and when."""

    def take(self, caller: str, cost: float = 1.0) -> float:
        """Take tokens and return 0, or return the seconds until there are enough."""
        now = self._clock.steady()
        left, then = self._tokens.get(caller, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        wait = 0.0
        cost = min(cost, self._burst)
        if left >= cost:
            left -= cost
        else:
            wait = (cost - left) / self._rate if self._rate else 60.0
        self._tokens[caller] = (left, now)
        self._tokens.move_to_end(caller)
        if len(self._tokens) > MAX_CALLERS:
            self._tokens.popitem(last=False)
        return wait
