"""Rate limits: how many requests an identity or an address may make."""

import time
from collections import OrderedDict
from typing import Final

_REMEMBERED: Final = 100_000
"""How many callers are remembered; whoever was forgotten starts with a full bucket."""


class TokenBucket:
    """A token bucket for each caller: full at first, filled again at a steady rate."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._rate, self._burst = per_second, burst
        self._tokens: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """The tokens that each caller had, and when that was."""

    def take(self, caller: str, cost: float = 1.0) -> float:
        """Take tokens: 0 if there were enough, or the seconds until there are."""
        now = time.monotonic()
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
        if len(self._tokens) > _REMEMBERED:
            self._tokens.popitem(last=False)
        return wait
