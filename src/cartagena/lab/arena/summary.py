"""What an arena's results say, computed once for the terminal and the page."""

from dataclasses import dataclass

from cartagena.errors import CartagenaError
from cartagena.lab.arena.ratings import Rating, Ratings
from cartagena.lab.arena.results import Results, Settings
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
from cartagena.rules.presets import PRESETS


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that a report tells."""

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

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(map(len, self.deals))

    @property
    def fair(self) -> float:
        """The share of wins of a seat among equals."""
        return 1 / self.settings.players

    @property
    def first_player(self) -> str:
        """What beginning is worth, in a sentence."""
        first = self.seats[0]
        points = [100 * (value - self.fair) for value in (first.value, first.low, first.high)]
        return (
            f"The first seat won {first.value:.1%} of the games against a fair share of "
            f"{self.fair:.1%}: {points[0]:+.1f} points ({points[1]:+.1f} to {points[2]:+.1f})."
        )


def summarise(results: Results, anchor: str | None = None, sprt: Sprt | None = None) -> Summary:
    """Count the whole deals of some results."""
    deals = results.whole_deals()
    if not deals:
        raise CartagenaError("There is no deal yet that was played in all seatings.")
    labels = list(dict.fromkeys(results.settings.bots))
    games = [game for deal in deals for game in deal]
    ratings = Ratings(labels, deals, anchor)
    thinking = {label: thinking_time(deals, label) for label in labels}
    return Summary(
        results.settings,
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
    )


def rules_name(settings: Settings) -> str:
    """The preset's name, or all options if the rules are no preset."""
    for name, options in PRESETS.items():
        if settings.rules == type(settings.rules).from_mapping(options):
            return name
    return ", ".join(f"{key} {value}" for key, value in settings.rules.to_mapping().items())
