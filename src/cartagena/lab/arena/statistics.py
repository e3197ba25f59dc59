"""Rates with intervals that know of duplicate deals, and what they say about an arena.

The games of one deal are not independent: that is the point of playing it in all seatings. So
every spread is measured between deals, never between games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.lab.arena.match import Result
from cartagena.report.confidence import Z

_NOTHING: Final = 1e-9
Deals = Sequence[Sequence[Result]]


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of something with its 95 % interval."""

    value: float
    low: float
    high: float
    count: int
    """How many games (or deals) it is taken from."""

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's interval for a share that was seen in n independent trials."""
    if n <= 0:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def share_by_deal(won: NDArray[Any], played: NDArray[Any], count: int) -> Rate:
    """A share (all won / all played) with an interval from its spread between deals.

    It is Wilson's, for as many independent trials as would spread like the deals do. Where no deal
    differs from the others, one is imagined that does; where all was won or lost, each deal
    counts as one trial.
    """
    total = float(played.sum())
    taken = int(np.count_nonzero(played))
    if total <= 0:
        return Rate(0.0, 0.0, 1.0, 0)
    share = float(won.sum()) / total
    trials = float(taken)
    if taken > 1 and 0 < share < 1:
        rest = won - share * played
        squares = float((rest * rest).sum())
        if squares < _NOTHING:
            squares = (total / taken * max(share, 1 - share)) ** 2
        variance = squares * taken / (taken - 1) / total**2
        trials = share * (1 - share) / variance
    low, high = wilson(share, trials)
    return Rate(share, low, high, count)


def win_rate(deals: Deals, label: str) -> Rate:
    """How often a seat of this bot won, of all seats it had against other bots."""
    won, seats = np.zeros(len(deals)), np.zeros(len(deals))
    for row, deal in enumerate(deals):
        for game in deal:
            if len(set(game.seats)) > 1:
                seats[row] += game.seats.count(label)
                won[row] += game.winner is not None and game.seats[game.winner] == label
    return share_by_deal(won, seats, int(seats.sum()))


def pairing(deals: Deals, one: str, other: str) -> Rate:
    """Of the games that either won, how many the one did, each counted by the seat."""
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
    """How often each seat won, of all bots or of one; the first seat begins."""
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
    """How long games are: mean, median, and the bounds of the middle nine tenths."""

    mean: float
    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """The spread of some numbers."""
        if not values:
            return cls(0.0, 0.0, 0.0, 0.0)
        low, median, high = np.quantile(values, (0.05, 0.5, 0.95))
        return cls(float(np.mean(values)), float(median), float(low), float(high))


def thinking_time(deals: Deals, label: str) -> float | None:
    """The mean time in milliseconds that a bot took to choose, where a clock ran."""
    times = [
        time
        for deal in deals
        for game in deal
        if game.ms is not None
        for seat, time in zip(game.seats, game.ms, strict=True)
        if seat == label
    ]
    return float(np.mean(times)) if times else None
