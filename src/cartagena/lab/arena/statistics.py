"""Win rates of an arena, with intervals that account for duplicate deals.

The games of one deal are not independent, so every spread is measured between deals, never between
games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.lab.arena.match import GameResult
from cartagena.report.confidence import wilson

_EPSILON: Final = 1e-9
Deals = Sequence[Sequence[GameResult]]


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float
    count: int
    """The number of games or deals behind it."""

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


def share_by_deal(won: NDArray[Any], played: NDArray[Any], count: int) -> Rate:
    """Return the share won / played with an interval from its spread between deals.

    This is the Wilson interval for the number of independent trials that would have the same spread.
    If all deals are equal, the spread of one different deal is assumed. If everything was won or lost,
    each deal counts as one trial.
    """
    total = float(played.sum())
    deals = int(np.count_nonzero(played))
    if total <= 0:
        return Rate(0.0, 0.0, 1.0, 0)
    share = float(won.sum()) / total
    trials = float(deals)
    if deals > 1 and 0 < share < 1:
        rest = won - share * played
        squares = float((rest * rest).sum())
        if squares < _EPSILON:
            squares = (total / deals * max(share, 1 - share)) ** 2
        variance = squares * deals / (deals - 1) / total**2
        trials = share * (1 - share) / variance
    low, high = wilson(share, trials)
    return Rate(share, low, high, count)


def win_rate(deals: Deals, label: str) -> Rate:
    """Return how often a seat of this bot won, over all its seats against other bots."""
    won, seats = np.zeros(len(deals)), np.zeros(len(deals))
    for row, deal in enumerate(deals):
        for game in deal:
            if len(set(game.seats)) > 1:
                seats[row] += game.seats.count(label)
                won[row] += game.winner is not None and game.seats[game.winner] == label
    return share_by_deal(won, seats, int(seats.sum()))


def pairing(deals: Deals, one: str, other: str) -> Rate:
    """Return the share of `one` in the games that either bot won, weighted by seats."""
    won, lost = np.zeros(len(deals)), np.zeros(len(deals))
    count = 0
    for row, deal in enumerate(deals):
        for game in deal:
            ours, theirs = game.seats.count(one), game.seats.count(other)
            if ours and theirs:
                winner = None if game.winner is None else game.seats[game.winner]
                won[row] += (winner == one) / ours
                lost[row] += (winner == other) / theirs
                count += 1
    rate = share_by_deal(won, won + lost, count)
    return rate if count else Rate(0.5, 0.0, 1.0, 0)


def seat_rates(deals: Deals, label: str | None = None) -> list[Rate]:
    """Return the win rate of each seat, for all bots or for one. The first seat begins."""
    seats = len(deals[0][0].seats) if deals else 0
    rates = []
    for seat in range(seats):
        won, sat = np.zeros(len(deals)), np.zeros(len(deals))
        for row, deal in enumerate(deals):
            for game in deal:
                if label is None or game.seats[seat] == label:
                    sat[row] += 1
                    won[row] += game.winner == seat
        rates.append(share_by_deal(won, sat, int(sat.sum())))
    return rates


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean, median, and the 5 % and 95 % quantiles of a sample."""

    mean: float
    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return the spread of `values`."""
        if not values:
            return cls(0.0, 0.0, 0.0, 0.0)
        low, median, high = np.quantile(values, (0.05, 0.5, 0.95))
        return cls(float(np.mean(values)), float(median), float(low), float(high))


def thinking_time(deals: Deals, label: str) -> float | None:
    """Return the mean thinking time of a bot in milliseconds, or None if no clock ran."""
    times = [
        time
        for deal in deals
        for game in deal
        if game.ms is not None
        for seat, time in zip(game.seats, game.ms, strict=True)
        if seat == label
    ]
    return float(np.mean(times)) if times else None
