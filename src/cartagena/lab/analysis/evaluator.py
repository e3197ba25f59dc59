"""What positions are worth: the chances of all seats, from simulations of a tree search.

Analysis, hints and puzzles ask an `Evaluator` and know nothing else about whose search it is.
`EVALUATOR` names the one that they ask.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from cartagena.lab.analysis.playouts import NO_FORCED_ACTION, Viewpoint
from cartagena.lab.analysis.win_model import WinModel
from cartagena.lab.confidence import Z

SMALL_ERROR: Final = 0.003
"""A standard error, in parts of a win, below which nothing more is computed …"""

FEW_SAMPLES: Final = 64
"""… if it is that of so many play-outs; a few that end alike prove little."""


TREE_NOISE: Final = 1.5
"""So much more do estimates differ between seeds than the samples of one tree say (measured)."""


def standard_error(samples: NDArray[Any]) -> NDArray[Any]:
    """The standard error of the mean of samples that came from one tree."""
    spread = samples.std(axis=0, ddof=1) if len(samples) > 1 else 0.5
    return np.asarray(TREE_NOISE * spread / sqrt(len(samples)))


class Evaluator(Protocol):
    """Simulations from a base, with a tree that each thread has of its own."""

    def forget(self, expected: int) -> None:
        """Empty the tree of this thread, before about so many simulations."""

    def samples(
        self,
        base: NDArray[Any],
        n: int,
        seed: int,
        *,
        first: int,
        forced: int,
        viewpoint: Viewpoint | None,
    ) -> NDArray[Any]:
        """The chances of all seats, one row for each of n simulations.

        They begin in the worlds from number `first` on, with a forced action if there is one.
        """

    def document(self) -> dict[str, Any]:
        """What it is and how it was made, for documents."""


_FITTED: Final[dict[str, Callable[[Sequence[NDArray[Any]], int, int], Evaluator]]] = {
    "captain": WinModel.fitted,
}
EVALUATOR: Final = "captain"
"""The evaluator of analyses, hints and puzzles, by the name of the player whose search it is."""


def fitted_evaluator(bases: Sequence[NDArray[Any]], each: int, seed: int) -> Evaluator:
    """The evaluator for a game: what it must learn of it comes from so many rollouts of each base."""
    return _FITTED[EVALUATOR](bases, each, seed)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The chances of all seats by some play-outs, one row for each."""

    samples: NDArray[Any]

    @property
    def mean(self) -> NDArray[Any]:
        """The chance of each seat."""
        return np.asarray(self.samples.mean(axis=0))

    @property
    def error(self) -> NDArray[Any]:
        """The standard error of each."""
        return standard_error(self.samples)

    def interval(self, seat: int) -> tuple[float, float, float]:
        """A seat's chance with its 95 % interval."""
        mean, half = float(self.mean[seat]), Z * float(self.error[seat])
        return mean, max(0.0, mean - half), min(1.0, mean + half)


def estimate(
    evaluator: Evaluator,
    base: NDArray[Any],
    n: int,
    seed: int,
    *,
    forced: int = NO_FORCED_ACTION,
    viewpoint: Viewpoint | None = None,
    burn_in: int | None = None,
) -> Estimate:
    """The chances of all seats from a base, by n play-outs after a burn-in of twice as many.

    If all is clear soon, the last play-outs of the burn-in so far are the estimate.
    """
    burn_in = 2 * n if burn_in is None else burn_in
    evaluator.forget(n + burn_in)

    def more(n: int, first: int) -> Estimate:
        found = evaluator.samples(base, n, seed, first=first, forced=forced, viewpoint=viewpoint)
        return Estimate(found)

    looked = min(burn_in, 2 * FEW_SAMPLES)
    soon = Estimate(more(looked, n).samples[FEW_SAMPLES:])
    if looked == 2 * FEW_SAMPLES and float(soon.error.max()) <= SMALL_ERROR:
        return soon
    more(burn_in - looked, n + looked)
    return more(n, 0)


def certain(winner: int | None, players: int) -> Estimate:
    """The chances when the game is over."""
    if winner is None:
        return Estimate(np.full((2, players), 1 / players))
    return Estimate(np.tile(np.eye(players)[winner], (2, 1)))
