"""The summary of an arena, computed once for the terminal and the page."""

from dataclasses import dataclass, field

from cartagena.errors import CartagenaError
from cartagena.lab.arena.adjusted import AdjustedRate, adjusted_rate
from cartagena.lab.arena.ratings import Rating, Ratings
from cartagena.lab.arena.results import ArenaFile
from cartagena.lab.arena.schedule import Settings
from cartagena.lab.arena.sprt import Sprt
from cartagena.lab.arena.statistics import (
    Deals,
    Rate,
    Spread,
    pairing,
    seat_rates,
    thinking_time,
    win_rate,
)


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a report."""

    settings: Settings
    deals: Deals
    ratings: list[Rating]
    anchor: str
    win_rates: dict[str, Rate]
    pairings: dict[tuple[str, str], Rate]
    seats: list[Rate]
    seats_by_bot: dict[str, list[Rate]]
    moves: Spread
    turns: Spread
    no_winner: int
    thinking: dict[str, float]
    sprt: Sprt | None = None
    adjusted: dict[str, AdjustedRate] = field(default_factory=dict)
    """The share of wins of each bot without luck, if luck was measured."""

    @property
    def games(self) -> int:
        """Return the number of games."""
        return sum(map(len, self.deals))

    @property
    def fair(self) -> float:
        """Return the share of wins of each seat among equal bots."""
        return 1 / self.settings.players

    @property
    def first_player(self) -> str:
        """Describe what going first is worth."""
        first = self.seats[0]
        points = [100 * (value - self.fair) for value in (first.value, first.low, first.high)]
        return (
            f"The first seat won {first.value:.1%} of the games against a fair share of "
            f"{self.fair:.1%}: {points[0]:+.1f} points ({points[1]:+.1f} to {points[2]:+.1f})."
        )


def summarise(file: ArenaFile, anchor: str | None = None, sprt: Sprt | None = None) -> Summary:
    """Summarise the complete deals of a file."""
    deals = file.complete_deals()
    if not deals:
        raise CartagenaError("No deal has been played in all seatings yet.")
    labels = list(dict.fromkeys(file.settings.bots))
    games = [game for deal in deals for game in deal]
    ratings = Ratings(labels, deals, anchor)
    thinking = {label: thinking_time(deals, label) for label in labels}
    return Summary(
        file.settings,
        deals,
        ratings.table(),
        ratings.anchor,
        {label: win_rate(deals, label) for label in labels},
        {(a, b): pairing(deals, a, b) for a in labels for b in labels if a != b},
        seat_rates(deals),
        {label: seat_rates(deals, label) for label in labels},
        Spread.of([game.moves for game in games]),
        Spread.of([game.turns for game in games]),
        sum(game.winner is None for game in games),
        {label: time for label, time in thinking.items() if time is not None},
        sprt,
        {label: adjusted_rate(deals, label) for label in labels}
        if file.settings.luck_net and len(labels) > 1
        else {},
    )
