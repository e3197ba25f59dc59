"""Rates and means over games, with 95 % intervals, computed once for all reports.

The games of one deal are not independent, so all spreads are measured between deals.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.lab.arena.schedule import Settings
from cartagena.lab.arena.statistics import Rate, Spread, share_by_deal
from cartagena.lab.stats.facts import GameFacts
from cartagena.report.confidence import Z
from cartagena.rules.components import SPACES_PER_TILE, SYMBOLS
from cartagena.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def around(cls, value: float, error: float) -> "Estimate":
        """Return an estimate with the interval for a standard error."""
        return cls(value, value - Z * error, value + Z * error)


@dataclass(frozen=True, slots=True)
class SymbolFacts:
    """The use of the cards of one symbol."""

    name: str
    advances: float
    """Advances with such a card per game."""
    steps: float
    """Mean steps of such an advance."""
    spells: float
    """Spells with such a card per game."""
    dealt: Estimate
    """The probability of winning that each such card in the opening hand adds."""


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """Advances to a place, and cards drawn there, per game."""

    name: str
    arrivals: float
    cards_drawn: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of a report."""

    settings: Settings
    games: int
    turns: Spread
    """Turns of the games with a winner. Endless games are stopped and do not count."""
    mean_turns: Estimate
    moves: Spread
    all_turns: list[int]
    seats: list[Rate]
    no_winner: Rate
    lead_changes: Spread
    mean_lead_changes: Estimate
    halfway: Rate
    """Share of decided games won by the player who led at half time."""
    cards_drawn: float
    symbols: list[SymbolFacts]
    variety: Estimate
    """The probability of winning that each different symbol in the opening hand adds."""
    places: list[PlaceFacts]
    tiles: list[PlaceFacts]
    kinds: list[tuple[str, float]]
    """Moves of each kind per game, most frequent first."""


def summarise(settings: Settings, games: Sequence[GameFacts]) -> Statistics:
    """Summarise games played with the same settings."""
    rules = settings.rules
    deals = _Deals(games)
    finished = [game for game in games if game.winner is not None] or games
    n = len(games)
    kinds: Counter[str] = Counter()
    for game in games:
        kinds.update(game.kinds)
    decided = [game for game in games if game.winner is not None and game.leaders]
    places = _places(rules, games)
    return Statistics(
        settings,
        n,
        Spread.of([game.turns for game in finished]),
        _Deals(finished).mean([game.turns for game in finished]),
        Spread.of([game.moves for game in finished]),
        [game.turns for game in finished],
        [deals.share([game.winner == seat for game in games]) for seat in range(settings.players)],
        deals.share([game.winner is None for game in games]),
        Spread.of([game.lead_changes for game in games]),
        deals.mean([game.lead_changes for game in games]),
        _Deals(decided).share([game.leader_halfway == game.winner for game in decided]),
        sum(sum(game.cards_drawn) for game in games) / n,
        _symbols(rules, games, deals),
        deals.slope(games, lambda hand: sum(count > 0 for count in hand)),
        places,
        _tiles(rules, places),
        [(kind, count / n) for kind, count in kinds.most_common()],
    )


class _Deals:
    """The grouping of games by deal, for figures with a spread between deals."""

    def __init__(self, games: Sequence[GameFacts]) -> None:
        numbers = {deal: row for row, deal in enumerate(dict.fromkeys(g.deal for g in games))}
        self._rows = np.array([numbers[game.deal] for game in games], np.int64)
        self._n = len(numbers)

    def _sums(self, values: Sequence[float] | NDArray[Any]) -> NDArray[Any]:
        return np.bincount(self._rows, np.asarray(values, float), self._n)

    def share(self, events: Sequence[bool]) -> Rate:
        """Return the share of games in which an event occurred."""
        played = self._sums(np.ones(len(events)))
        return share_by_deal(self._sums(list(events)), played, len(events))

    def mean(self, values: Sequence[float]) -> Estimate:
        """Return the mean of one value per game."""
        mean = float(np.mean(values))
        rest = self._sums(np.asarray(values) - mean)
        return Estimate.around(mean, sqrt(float((rest * rest).sum())) / len(values))

    def slope(self, games: Sequence[GameFacts], measure: Callable[[list[int]], int]) -> Estimate:
        """Return how much each unit of a measure of the opening hand adds to the chance of winning."""
        x = np.array([[measure(hand) for hand in game.opening] for game in games], float)
        y = np.array([[game.winner == k for k in range(x.shape[1])] for game in games], float)
        x -= x.mean()
        squares = float((x * x).sum())
        if squares == 0:
            return Estimate(0.0, 0.0, 0.0)
        slope = float((x * y).sum()) / squares
        rest = self._sums((x * (y - y.mean() - slope * x)).sum(1))
        return Estimate.around(slope, sqrt(float((rest * rest).sum())) / squares)


def _symbols(rules: Rules, games: Sequence[GameFacts], deals: _Deals) -> list[SymbolFacts]:
    facts = []
    for k, name in enumerate(SYMBOLS[rules.edition]):
        advances = sum(game.cards_played[k] for game in games)
        facts.append(
            SymbolFacts(
                name,
                advances / len(games),
                sum(game.steps_gained[k] for game in games) / max(1, advances),
                sum(game.spells[k] for game in games) / len(games),
                deals.slope(games, itemgetter(k)),
            )
        )
    return facts


def _places(rules: Rules, games: Sequence[GameFacts]) -> list[PlaceFacts]:
    return [
        PlaceFacts(
            name,
            sum(game.arrivals[k] for game in games) / len(games),
            sum(game.cards_drawn[k] for game in games) / len(games),
        )
        for k, name in enumerate(rules.places)
    ]


def _tiles(rules: Rules, places: Sequence[PlaceFacts]) -> list[PlaceFacts]:
    """Add up the spaces of each tile."""
    spaces = [place for place in places if place.name.isdigit()]
    tiles = []
    for k in range(rules.tiles):
        own = spaces[k * SPACES_PER_TILE : (k + 1) * SPACES_PER_TILE]
        tiles.append(
            PlaceFacts(
                f"{k + 1} ({own[0].name} to {own[-1].name})",
                sum(space.arrivals for space in own),
                sum(space.cards_drawn for space in own),
            )
        )
    return tiles
