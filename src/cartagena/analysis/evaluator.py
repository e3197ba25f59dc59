"""Estimates of winning chances, from simulations of a search with the legend's nets.

Analyses, hints and puzzles get every chance from here. The evaluator is calibrated: the outputs of
its net are divided by a temperature, one for each family of rules with two players and one with
more. So a seat with a stated chance of 70 % wins 70 % of its games (docs/analysis.md).
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

from cartagena.bots.families import family_of
from cartagena.bots.legend import EVALUATION, Legend, net_name, net_named
from cartagena.bots.search.tree import NO_ACTION
from cartagena.bots.search.tree_search import EvaluationFrame, LeafEvaluator, TreeSearch
from cartagena.protocol.analysis import EvaluatorInfo
from cartagena.report.confidence import Z
from cartagena.rules.components import UNKNOWN_TOKEN
from cartagena.rules.state import copy_states

TEMPERATURES: Final = "temperatures.toml"

SMALL_ERROR: Final = 0.003
"""Standard error, as a share of a win, below which an estimate ends early."""

MIN_SAMPLES: Final = 64
"""Samples that an estimate needs before it may end early. Fewer may agree by chance."""

TREE_NOISE: Final = 2.0
"""Measured factor by which estimates differ more between seeds than within one tree."""


def standard_error(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of the mean of samples from one tree."""
    spread = samples.std(axis=0, ddof=1) if len(samples) > 1 else 0.5
    return np.asarray(TREE_NOISE * spread / sqrt(len(samples)))


def omniscient_view(states: NDArray[Any]) -> NDArray[Any]:
    """Return the view of an observer who knows all hands, but neither the deck nor the chests."""
    view = copy_states(states)
    token = view["token"][0]
    token[token != 0] = UNKNOWN_TOKEN
    return view


@dataclass(frozen=True, slots=True)
class Evaluator:
    """A search with the legend's net for a family of rules and a number of players, calibrated."""

    net: str
    """The name of the net."""
    temperature: float
    search: TreeSearch

    def document(self) -> EvaluatorInfo:
        """Return a description in JSON."""
        return {"name": Legend.name, "net": self.net, "temperature": self.temperature}


@cache
def temperatures() -> Mapping[str, Mapping[str, float]]:
    """Return the fitted temperatures by family, for `two` players and with more (`multiplayer`)."""
    file = resources.files("cartagena.analysis").joinpath(TEMPERATURES)
    return tomllib.loads(file.read_text("utf-8"))


@cache
def tempered_evaluator(family: str, players: int, temperature: float) -> Evaluator:
    """Return an evaluator of any temperature. The last layer of its net is divided by it."""
    name = net_name(family, players)
    net = net_named(name)
    last, bias = (np.float32(1 / temperature) * part for part in (net.last, net.last_bias))
    leaf = LeafEvaluator(net._replace(last=last, last_bias=bias))
    return Evaluator(name, temperature, TreeSearch(EVALUATION, leaf))


def evaluator_for(view: NDArray[Any]) -> Evaluator:
    """Return the evaluator for the rules and the number of players of a packed view."""
    family, players = family_of(view), int(view["players"][0])
    temperature = temperatures()[family]["two" if players == 2 else "multiplayer"]
    return tempered_evaluator(family, players, temperature)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The chances of all seats, with one row for each simulation."""

    samples: NDArray[np.float64]

    @property
    def mean(self) -> NDArray[np.float64]:
        """Return the chance of each seat."""
        return np.asarray(self.samples.mean(axis=0))

    @property
    def error(self) -> NDArray[np.float64]:
        """Return the standard error of each chance."""
        return standard_error(self.samples)

    def interval(self, seat: int) -> tuple[float, float, float]:
        """Return a seat's chance and both ends of its 95 % interval."""
        mean, half = float(self.mean[seat]), Z * float(self.error[seat])
        return mean, max(0.0, mean - half), min(1.0, mean + half)


def estimate(
    evaluator: Evaluator,
    view: NDArray[Any],
    n: int,
    seed: int,
    *,
    opening: int = NO_ACTION,
    frame: EvaluationFrame | None = None,
    burn_in: int | None = None,
) -> Estimate:
    """Estimate the chances of all seats with n simulations, after a burn-in of twice as many.

    If there is an opening, the simulations begin with this action. If the burn-in is already clear,
    its last simulations are the estimate.
    """
    burn_in = 2 * n if burn_in is None else burn_in
    checked = min(burn_in, 2 * MIN_SAMPLES)
    with evaluator.search.grow(n + burn_in) as tree:

        def sample(n: int, first: int) -> Estimate:
            return Estimate(tree.sample(view, n, seed, first=first, opening=opening, frame=frame))

        early = Estimate(sample(checked, n).samples[MIN_SAMPLES:])
        if checked == 2 * MIN_SAMPLES and float(early.error.max()) <= SMALL_ERROR:
            return early
        sample(burn_in - checked, n + checked)
        return sample(n, 0)


def certain(winner: int | None, players: int) -> Estimate:
    """Return the chances after the end of a game."""
    if winner is None:
        return Estimate(np.full((2, players), 1 / players))
    return Estimate(np.tile(np.eye(players)[winner], (2, 1)))
