"""What the games say: rates and means with intervals of 95 %, computed once for all reports.

The games of one deal are not independent, so all spreads are measured between deals.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.lab.arena.statistics import Rate, Spread, share_by_deal
from cartagena.lab.stats.facts import GameFacts
from cartagena.lab.stats.play import Settings
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
        """A number with its standard error."""
        return cls(value, value - Z * error, value + Z * error)


@dataclass(frozen=True, slots=True)
class SymbolFacts:
    """What the cards of one symbol do."""

    name: str
    played: float
    """Advances by such a card in a game."""
    steps: float
    """The steps of such an advance."""
    spells: float
    """Spells by such a card in a game."""
    dealt: Estimate
    """What each such card in the opening hand adds to the probability of winning."""


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """What happens on a place of the way, in a game."""

    name: str
    arrivals: float
    drawn: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything that a report tells of some rules."""

    settings: Settings
    rules: Rules
    games: int
    turns: Spread
    """Of the games that were won; a game that never ends is stopped at some time."""
    mean_turns: Estimate
    moves: Spread
    all_turns: list[int]
    seats: list[Rate]
    no_winner: Rate
    lead_changes: Spread
    mean_lead_changes: Estimate
    halfway: Rate
    """How often whoever was ahead after half of the rounds won, of the games that were won."""
    cards_drawn: float
    symbols: list[SymbolFacts]
    variety: Estimate
    """What each different symbol in the opening hand adds to the probability of winning."""
    places: list[PlaceFacts]
    tiles: list[PlaceFacts]
    kinds: list[tuple[str, float]]
    """How many moves of each kind a game has, the most frequent first."""


def summarise(settings: Settings, rules: Rules, games: Sequence[GameFacts]) -> Statistics:
    """Count some games by the same rules."""
    deals = _Deals(games)
    finished = [game for game in games if game.winner is not None] or games
    n = len(games)
    kinds: Counter[str] = Counter()
    for game in games:
        kinds.update(game.kinds)
    won = [game for game in games if game.winner is not None and game.leaders]
    ahead = _Deals(won)
    places = _places(rules, games)
    return Statistics(
        settings,
        rules,
        n,
        Spread.of([game.turns for game in finished]),
        _Deals(finished).mean([game.turns for game in finished]),
        Spread.of([game.moves for game in finished]),
        [game.turns for game in finished],
        [deals.share([game.winner == seat for game in games]) for seat in range(settings.players)],
        deals.share([game.winner is None for game in games]),
        Spread.of([game.lead_changes for game in games]),
        deals.mean([game.lead_changes for game in games]),
        ahead.share([game.leader_halfway == game.winner for game in won]),
        sum(sum(game.drawn) for game in games) / n,
        _symbols(rules, games, deals),
        deals.slope(games, lambda hand: sum(held > 0 for held in hand)),
        places,
        _tiles(rules, places),
        [(kind, count / n) for kind, count in kinds.most_common()],
    )


class _Deals:
    """Which games belong to the same deal, for all that is measured between deals."""

    def __init__(self, games: Sequence[GameFacts]) -> None:
        numbers = {deal: row for row, deal in enumerate(dict.fromkeys(g.deal for g in games))}
        self._rows = np.array([numbers[game.deal] for game in games], np.int64)
        self._n = len(numbers)

    def _sums(self, values: Sequence[float] | NDArray[Any]) -> NDArray[Any]:
        return np.bincount(self._rows, np.asarray(values, float), self._n)

    def share(self, happened: Sequence[bool]) -> Rate:
        """How often something happened."""
        played = self._sums(np.ones(len(happened)))
        return share_by_deal(self._sums(list(happened)), played, len(happened))

    def mean(self, values: Sequence[float]) -> Estimate:
        """The mean of something."""
        middle = float(np.mean(values))
        rest = self._sums(np.asarray(values) - middle)
        return Estimate.around(middle, sqrt(float((rest * rest).sum())) / len(values))

    def slope(self, games: Sequence[GameFacts], measure: Any) -> Estimate:
        """By how much the probability of winning rises with each unit of a seat's opening hand."""
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
    found = []
    for k, name in enumerate(SYMBOLS[rules.edition]):
        played = sum(game.played[k] for game in games)
        found.append(
            SymbolFacts(
                name,
                played / len(games),
                sum(game.gained[k] for game in games) / max(1, played),
                sum(game.spells[k] for game in games) / len(games),
                deals.slope(games, lambda hand, k=k: hand[k]),
            )
        )
    return found


def _places(rules: Rules, games: Sequence[GameFacts]) -> list[PlaceFacts]:
    return [
        PlaceFacts(
            name,
            sum(game.arrivals[k] for game in games) / len(games),
            sum(game.drawn[k] for game in games) / len(games),
        )
        for k, name in enumerate(rules.places)
    ]


def _tiles(rules: Rules, places: Sequence[PlaceFacts]) -> list[PlaceFacts]:
    """The spaces of each tile together, from the first tile on."""
    spaces = [place for place in places if place.name.isdigit()]
    tiles = []
    for k in range(rules.tiles):
        own = spaces[k * SPACES_PER_TILE : (k + 1) * SPACES_PER_TILE]
        tiles.append(
            PlaceFacts(
                f"{k + 1} ({own[0].name} to {own[-1].name})",
                sum(space.arrivals for space in own),
                sum(space.drawn for space in own),
            )
        )
    return tiles
