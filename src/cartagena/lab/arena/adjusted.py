"""Results without the luck of the draws, with intervals from the spread between deals."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from cartagena.lab.arena.match import GameResult
from cartagena.lab.arena.statistics import Deals
from cartagena.report.confidence import Z


@dataclass(frozen=True, slots=True)
class AdjustedRate:
    """The share of a bot's seats that won, as it was and without luck."""

    raw: float
    raw_half: float
    """Half of the 95 % interval."""
    value: float
    half: float

    @property
    def saving(self) -> float:
        """Return how many times fewer games give the same interval."""
        return (self.raw_half / self.half) ** 2 if self.half else 1.0


def adjusted_rate(deals: Deals, label: str) -> AdjustedRate:
    """Return the wins of a bot per seat, in games against other bots."""
    raw, adjusted = [], []
    for deal in deals:
        games = [game for game in deal if label in game.seats and len(set(game.seats)) > 1]
        seats = sum(game.seats.count(label) for game in games)
        if seats:
            won = sum(_won(game, label) for game in games)
            raw.append(won / seats)
            adjusted.append((won - sum(_luck(game, label) for game in games)) / seats)
    value, half = mean_and_half(np.array(raw))
    return AdjustedRate(value, half, *mean_and_half(np.array(adjusted)))


def mean_and_half(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of independent values and half of its 95 % interval."""
    if not len(values):
        return 0.0, 0.0
    spread = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    return float(values.mean()), Z * spread / sqrt(len(values))


def _won(game: GameResult, label: str) -> bool:
    return game.winner is not None and game.seats[game.winner] == label


def _luck(game: GameResult, label: str) -> float:
    """Return the luck of all seats of a bot."""
    luck = game.luck or (0.0,) * len(game.seats)
    return sum(part for seat, part in zip(game.seats, luck, strict=True) if seat == label)
