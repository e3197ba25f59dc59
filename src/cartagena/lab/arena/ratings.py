"""Ratings in Elo from games of two to five bots.

The model is Bradley–Terry, extended by Luce to more than two seats: a seat wins with a probability in
proportion to the strength of its bot. The strengths are maximum-likelihood estimates. A game without a
winner counts as an equal part of a win for each seat. Each pair of bots that met gets an extra half
win each, so that a bot that won every game has a finite rating.

Intervals come from the spread between deals (a sandwich estimator), because the games of one deal are
not independent.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.errors import CartagenaError
from cartagena.lab.arena.statistics import Deals
from cartagena.report.confidence import Z

ELO: Final = 400 / log(10)  # Elo points per factor e in strength
_PRIOR_WIN: Final = 0.5
_MAX_STEPS: Final = 200
_TOLERANCE: Final = 1e-10

Outcome = tuple[tuple[int, ...], tuple[float, ...]]
"""The number of seats of each bot, and its share of the win."""

Games = Mapping[Outcome, float]
"""The number of games with each outcome."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a bot, with the interval of its difference from the anchor."""

    label: str
    elo: float
    low: float
    high: float


class Ratings:
    """The ratings of all bots and the covariance of their strengths."""

    def __init__(self, labels: Sequence[str], deals: Deals, anchor: str | None = None) -> None:
        self.labels = list(labels)
        if anchor is not None and anchor not in self.labels:
            raise CartagenaError(
                f"The anchor {anchor!r} did not play. Choose from: {', '.join(self.labels)}."
            )
        self.anchor = anchor or ("drunk" if "drunk" in self.labels else self.labels[0])
        groups = _outcomes(self.labels, deals)
        self._strengths = _fit(len(self.labels), groups)
        self._covariance = _sandwich(self._strengths, groups)

    def difference(self, one: str, other: str) -> Rating:
        """Return by how much `one` is rated above `other`."""
        a, b = self.labels.index(one), self.labels.index(other)
        elo = ELO * float(self._strengths[a] - self._strengths[b])
        spread = self._covariance
        variance = float(spread[a, a] + spread[b, b] - 2 * spread[a, b])
        half = Z * ELO * float(np.sqrt(max(0.0, variance)))
        return Rating(one, elo, elo - half, elo + half)

    def table(self) -> list[Rating]:
        """Return the ratings of all bots, strongest first. The anchor has 0."""
        rated = [self.difference(label, self.anchor) for label in self.labels]
        return sorted(rated, key=lambda rating: -rating.elo)


def _outcomes(labels: Sequence[str], deals: Deals) -> list[tuple[float, Games]]:
    """Group equal deals with their counts, and add each half win as a separate deal."""
    index = {label: k for k, label in enumerate(labels)}
    kinds: Counter[frozenset[tuple[Outcome, int]]] = Counter()
    pairs: set[tuple[int, int]] = set()
    for deal in deals:
        outcomes: Counter[Outcome] = Counter()
        for game in deal:
            seats = Counter(index[label] for label in game.seats)
            if len(seats) < 2:
                continue
            pairs.update(combinations(sorted(seats), 2))
            counts = tuple(seats[k] for k in range(len(labels)))
            if game.winner is None:
                won = tuple(n / len(game.seats) for n in counts)
            else:
                winner = index[game.seats[game.winner]]
                won = tuple(float(k == winner) for k in range(len(labels)))
            outcomes[counts, won] += 1
        kinds[frozenset(outcomes.items())] += 1
    groups: list[tuple[float, Games]] = [(float(n), dict(kind)) for kind, n in kinds.items()]
    for pair in sorted(pairs):
        counts = tuple(int(k in pair) for k in range(len(labels)))
        for winner in pair:
            won = tuple(_PRIOR_WIN * (k == winner) for k in range(len(labels)))
            groups.append((1.0, {(counts, won): 1.0}))
    return groups


def _slope(strengths: NDArray[Any], outcomes: Games) -> tuple[NDArray[Any], Any]:
    """Return the first and (negative) second derivatives of the log-likelihood."""
    size = len(strengths)
    first, second = np.zeros(size), np.zeros((size, size))
    for (counts, won), n in outcomes.items():
        weights = np.array(counts) * np.exp(strengths - strengths.max())
        chances = weights / weights.sum()
        total = sum(won)
        first += n * (np.array(won) - total * chances)
        second += n * total * (np.diag(chances) - np.outer(chances, chances))
    return first, second


def _fit(size: int, groups: list[tuple[float, Games]]) -> NDArray[Any]:
    """Fit the strengths by Newton's method, as logarithms with mean 0."""
    games: dict[Outcome, float] = {}
    for n, outcomes in groups:
        for outcome, times in outcomes.items():
            games[outcome] = games.get(outcome, 0.0) + n * times
    strengths = np.zeros(size)
    for _ in range(_MAX_STEPS):
        first, second = _slope(strengths, games)
        step = _inverse(second) @ first
        strengths += np.clip(step, -1.0, 1.0)
        strengths -= strengths.mean()
        if float(np.abs(step).max()) < _TOLERANCE:
            break
    return strengths


def _sandwich(strengths: NDArray[Any], groups: list[tuple[float, Games]]) -> Any:
    """Return the covariance of the strengths, estimated from the spread between deals."""
    size = len(strengths)
    curvature, spread = np.zeros((size, size)), np.zeros((size, size))
    deals = 0.0
    for n, outcomes in groups:
        first, second = _slope(strengths, outcomes)
        curvature += n * second
        spread += n * np.outer(first, first)
        deals += n
    inverse = _inverse(curvature)
    return inverse @ spread @ inverse * (deals / max(1.0, deals - 1))


def _inverse(curvature: NDArray[Any]) -> Any:
    """Invert the curvature, regularised where it is zero: adding to all strengths at once."""
    return np.linalg.inv(curvature + np.ones_like(curvature))
