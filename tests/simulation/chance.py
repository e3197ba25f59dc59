"""The chance of a simulation: every draw follows from its seed."""

from random import Random

from cartagena.server.clock import Clock
from cartagena.server.entropy import Entropy
from tests.simulation.loop import SimulatedLoop

EPOCH_MS = 1_800_000_000_000


class SimulatedEntropy(Entropy):
    """Entropy that follows from a seed."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def bits(self, count: int) -> int:
        return self._rng.getrandbits(count)


class SimulatedClock(Clock):
    """The virtual time of a loop, as a node with a wrong clock sees it."""

    def __init__(self, loop: SimulatedLoop, skew_ms: int = 0) -> None:
        self._loop = loop
        self.skew_ms = skew_ms

    def now(self) -> int:
        return EPOCH_MS + int(1000 * self._loop.time()) + self.skew_ms

    def steady(self) -> float:
        return self._loop.time()
