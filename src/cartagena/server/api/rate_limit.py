"""How much one identity or address may ask for."""

import time
from collections import OrderedDict
from typing import Final

_KEPT: Final = 100_000


class Allowance:
    """A bucket for each caller that fills at a steady rate."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._rate, self._burst = per_second, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str) -> float:
        """Use one up: 0 if there was one, or the seconds to wait for it."""
        now = time.monotonic()
        left, then = self._left.get(caller, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        wait = 0.0
        if left >= 1:
            left -= 1
        else:
            wait = (1 - left) / self._rate if self._rate else 60.0
        self._left[caller] = (left, now)
        self._left.move_to_end(caller)
        if len(self._left) > _KEPT:
            self._left.popitem(last=False)
        return wait
