"""Rate limits by token buckets."""

from collections import OrderedDict
from typing import Final

from cartagena.server.clock import SYSTEM_CLOCK, Clock

MAX_CALLERS: Final = 100_000
"""Maximum number of callers in memory. One that was dropped starts with a full bucket again."""
SHARING: Final = 5.0
"""Limit of a network, as a multiple of one identity's: enough for a household or a class."""


class TokenBucket:
    """A token bucket for each caller: full at first, refilled at a steady rate."""

    def __init__(self, per_second: float, burst: float, clock: Clock = SYSTEM_CLOCK) -> None:
        self._rate, self._burst, self._clock = per_second, burst, clock
        self._tokens: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """The tokens that each caller had left, and when."""

    def take(self, caller: str, cost: float = 1.0) -> float:
        """Take tokens and return 0, or return the seconds until there are enough."""
        wait, left = self._look(caller, cost)
        self._keep(caller, left if wait else left - min(cost, self._burst))
        return wait

    def wait(self, caller: str, cost: float = 1.0) -> float:
        """Return the seconds until there are enough tokens, without taking them."""
        return self._look(caller, cost)[0]

    def reserve(self, caller: str, cost: float = 1.0) -> float:
        """Take tokens even if there are not enough. Return the seconds until they are refilled."""
        wait, left = self._look(caller, cost)
        self._keep(caller, left - cost)
        return wait

    def _look(self, caller: str, cost: float) -> tuple[float, float]:
        """Return the seconds until there are enough tokens, and how many there are."""
        now = self._clock.steady()
        left, then = self._tokens.get(caller, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        missing = min(cost, self._burst) - left
        if missing <= 0:
            return 0.0, left
        return (missing / self._rate if self._rate else 60.0), left

    def _keep(self, caller: str, left: float) -> None:
        self._tokens[caller] = (left, self._clock.steady())
        self._tokens.move_to_end(caller)
        if len(self._tokens) > MAX_CALLERS:
            self._tokens.popitem(last=False)


class SharedLimit:
    """A limit for each identity, and one for all identities of a network together.

    Identities cost nothing, so a limit for each of them alone would limit nobody.
    """

    def __init__(
        self,
        per_second: float,
        burst: float,
        clock: Clock = SYSTEM_CLOCK,
        sharing: float = SHARING,
    ) -> None:
        """Build a limit. A network may do `sharing` times as much as one identity."""
        self._identities = TokenBucket(per_second, burst, clock)
        self._networks = TokenBucket(sharing * per_second, sharing * burst, clock)

    def take(self, identity: str, network: str, cost: float = 1.0) -> float:
        """Take tokens from both and return 0, or return the seconds until both have enough."""
        wait = max(self._identities.wait(identity, cost), self._networks.wait(network, cost))
        if not wait:
            self._identities.take(identity, cost)
            self._networks.take(network, cost)
        return wait


def per_minute(times: float, clock: Clock = SYSTEM_CLOCK) -> SharedLimit:
    """Return a limit of `times` a minute for one identity, half of which may come at once."""
    return SharedLimit(times / 60, max(1.0, times / 2), clock)
