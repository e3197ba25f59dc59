"""Ratings with uncertainty after Weng and Lin (2011), by the Bradley–Terry model with full pairs.

A player's strength is a normal distribution. Each game is compared pair by pair: an unexpected result
moves the mean, and every result makes the estimate a little more certain.
"""

from collections.abc import Hashable, Iterable, Sequence
from math import exp, sqrt
from typing import Final, NamedTuple, TypeVar

MEAN: Final = 25.0
DEVIATION: Final = MEAN / 3
BETA: Final = MEAN / 6
"""The spread of a player's results from game to game."""
_MIN_SHRINK: Final = 0.0001
"""Lower bound of the factor by which one game shrinks a variance."""

Player = TypeVar("Player", bound=Hashable)


class Rating(NamedTuple):
    """The strength of a player: its mean and standard deviation, and the number of games."""

    mean: float = MEAN
    deviation: float = DEVIATION
    games: int = 0


def update(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings after a game with these places. Equal places are a draw."""
    after = []
    for i, (one, place) in enumerate(zip(ratings, places, strict=True)):
        shift = shrink = 0.0
        for q, (other, their_place) in enumerate(zip(ratings, places, strict=True)):
            if q == i:
                continue
            c = sqrt(one.deviation**2 + other.deviation**2 + 2 * BETA**2)
            expected = 1 / (1 + exp((other.mean - one.mean) / c))
            result = 1.0 if place < their_place else 0.5 if place == their_place else 0.0
            share = one.deviation**2 / c
            shift += share * (result - expected)
            shrink += one.deviation / c * share / c * expected * (1 - expected)
        deviation = one.deviation * sqrt(max(1 - shrink, _MIN_SHRINK))
        after.append(Rating(one.mean + shift, deviation, one.games + 1))
    return after


def rate(games: Iterable[Sequence[tuple[Player, int]]]) -> dict[Player, Rating]:
    """Return the ratings after all games, each a list of players with their places."""
    ratings: dict[Player, Rating] = {}
    for game in games:
        before = [ratings.get(player, Rating()) for player, _ in game]
        after = update(before, [place for _, place in game])
        ratings.update(zip((player for player, _ in game), after, strict=True))
    return ratings
