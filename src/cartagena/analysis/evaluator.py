"""What positions are worth: the chances of all seats, from simulations of the legend's tree search.

Analysis, hints and puzzles get every chance from here. The nets are calibrated: what they answer is
divided by a temperature, one for each family of games with two players and one with more, so that of
all positions in which a seat is said to win with 70 %, it wins 70 % (docs/analysis.md).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.analysis.simulations import NO_FORCED_ACTION, EvaluationFrame, forget_tree, simulate
from cartagena.bots.families import family_of
from cartagena.bots.legend import Legend, net_name, net_named
from cartagena.bots.net.network import Net
from cartagena.protocol.analysis import EvaluatorInfo
from cartagena.report.confidence import Z

TEMPERATURES: Final = "temperatures.toml"

SMALL_ERROR: Final = 0.003
"""A standard error, in parts of a win, below which nothing more is computed …"""

FEW_SAMPLES: Final = 64
"""… if it is that of so many simulations; a few that end alike prove little."""

TREE_NOISE: Final = 2.0
"""So much more do estimates differ between seeds than the samples of one tree say (measured)."""


def standard_error(samples: NDArray[Any]) -> NDArray[Any]:
    """The standard error of the mean of samples that came from one tree."""
    spread = samples.std(axis=0, ddof=1) if len(samples) > 1 else 0.5
    return np.asarray(TREE_NOISE * spread / sqrt(len(samples)))


@dataclass(frozen=True, slots=True)
class Evaluator:
    """The legend's search in games of one family with so many players."""

    name: str
    """Of the net."""
    temperature: float
    net: Net

    def forget(self, expected: int) -> None:
        """Empty the tree of this thread, before about so many simulations."""
        forget_tree(expected)

    def samples(
        self,
        base: NDArray[Any],
        n: int,
        seed: int,
        *,
        first: int = 0,
        forced: int = NO_FORCED_ACTION,
        viewpoint: EvaluationFrame | None = None,
    ) -> NDArray[Any]:
        """The chances of all seats, one row for each of n simulations: see `simulate`."""
        return simulate(self.net, base, n, seed, first=first, forced=forced, viewpoint=viewpoint)

    def document(self) -> EvaluatorInfo:
        """What it is, for documents."""
        return {"name": Legend.name, "net": self.name, "temperature": self.temperature}


@cache
def temperatures() -> Mapping[str, Mapping[str, float]]:
    """The temperatures that were fitted, by family, for two players and for more."""
    file = resources.files("cartagena.analysis").joinpath(TEMPERATURES)
    return tomllib.loads(file.read_text("utf-8"))


def tempered_evaluator(family: str, many: bool, temperature: float) -> Evaluator:
    """An evaluator at any temperature: the last layer of the net is divided by it.

    It is that of a family of games with two players, or with many.
    """
    name = net_name(family, many)
    net = net_named(name)
    last, bias = (np.float32(1 / temperature) * part for part in (net.last, net.last_bias))
    return Evaluator(name, temperature, net._replace(last=last, last_bias=bias))


@cache
def _evaluator(family: str, many: bool) -> Evaluator:
    temperature = temperatures()[family]["more" if many else "two"]
    return tempered_evaluator(family, many, temperature)


def evaluator_for(base: NDArray[Any]) -> Evaluator:
    """The evaluator of the games that a base belongs to."""
    return _evaluator(family_of(base), bool(base["players"][0] > 2))


@dataclass(frozen=True, slots=True)
class Estimate:
    """The chances of all seats by some simulations, one row for each."""

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
    viewpoint: EvaluationFrame | None = None,
    burn_in: int | None = None,
) -> Estimate:
    """The chances of all seats from a base, by n simulations after a burn-in of twice as many.

    If all is clear soon, the last simulations of the burn-in so far are the estimate.
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
