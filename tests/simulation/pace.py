"""The pace of a simulation: how long messages and transactions take."""

from dataclasses import dataclass
from random import Random
from typing import Final

from tests.simulation.loop import TICKS


@dataclass(frozen=True)
class Pace:
    """The delays that are drawn from, in ticks."""

    transactions: tuple[int, ...]
    """Until a transaction is carried out, and again until its answer arrives."""
    notices: tuple[int, ...]
    """Until a notification arrives at another node."""
    messages: tuple[int, ...]
    """Until a message arrives, between a client and a node."""
    turns: int
    """Maximum number of turns of the loop until what has arrived is read."""
    in_step: bool = False
    """True if clients act at whole seconds, all at the same moment."""

    def transaction(self, rng: Random) -> float:
        """Return the seconds until a transaction is carried out, or until its answer arrives."""
        return _draw(rng, self.transactions)

    def notice(self, rng: Random) -> float:
        """Return the seconds until a notification arrives."""
        return _draw(rng, self.notices)

    def message(self, rng: Random) -> float:
        """Return the seconds until a message arrives."""
        return _draw(rng, self.messages)


def _draw(rng: Random, ticks: tuple[int, ...]) -> float:
    """Draw a delay in seconds. `Random.choice` would take four times as long."""
    return ticks[int(rng.random() * len(ticks))] / TICKS


_USUAL: Final = Pace(
    transactions=(1, 1, 2, 2, 3, 4, 8, 20),
    notices=(1, 1, 1, 2, 2, 3, 5, 9, 30),
    messages=(1, 2, 3, 5, 8, 20, 60),
    turns=1,
)
_INSTANT: Final = Pace(
    transactions=(0, 0, 0, 1),
    notices=(0, 0, 0, 0, 1),
    messages=(0, 0, 1, 1, 2),
    turns=6,
    in_step=True,
)
"""Nearly everything happens in the same millisecond, and only the order matters."""


def draw_pace(rng: Random) -> Pace:
    """Draw the pace of a seed."""
    return _INSTANT if rng.random() < 0.35 else _USUAL
