"""Duplicate deals: the schedule of an arena, in which luck cancels out.

A deal fixes the board, every hand and the order of the deck. The first seat always begins. Every
line-up plays each deal in several seatings, so that every bot holds every hand and sits in every seat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from random import Random
from typing import Final

from cartagena.bots.entrant import Entrant, read_budget, read_entrant
from cartagena.errors import CartagenaError
from cartagena.rules.chance.seeds import derive_seed
from cartagena.rules.components import COLOURS
from cartagena.rules.options import Rules

ROTATIONS: Final = "rotations"
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to play: the deal, and the label of the bot in each seat."""

    deal: int
    lineup: int
    seating: int
    seats: tuple[str, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that determine every game of an arena or of the statistics."""

    rules: Rules
    players: int
    bots: tuple[str, ...]
    seed: int
    budget: str = ""
    """The budget of bots that do not name one."""
    seatings: str = ROTATIONS
    luck_net: str = ""
    """The net that measures luck, if it is measured: a net of the legend, or a file."""

    @property
    def rules_name(self) -> str:
        """Return the name of the preset, or all options if the rules match no preset."""
        options = self.rules.to_mapping()
        return self.rules.preset_name() or ", ".join(f"{key} {options[key]}" for key in options)

    def entrants(self) -> dict[str, Entrant]:
        """Build the bots by their labels. Raises `CartagenaError` for an unknown bot or option."""
        budget = read_budget(self.budget) if self.budget else None
        return {label: read_entrant(label, budget) for label in self.bots}

    def fixtures(self, deal: int) -> list[Fixture]:
        """Return the games of one deal, line-up by line-up."""
        if not 2 <= self.players <= len(COLOURS):
            raise CartagenaError(
                f"Cartagena is for 2 to {len(COLOURS)} players, not {self.players}."
            )
        deal_seed = derive_seed("deal", self.seed, deal)
        return [
            Fixture(deal, number, seating, seats, deal_seed)
            for number, lineup in enumerate(lineups(self.bots, self.players))
            for seating, seats in enumerate(seatings(lineup, self.seatings, deal_seed))
        ]

    def schedule(self, deals: int) -> Iterator[Fixture]:
        """Yield all games of `deals` deals in order."""
        for deal in range(deals):
            yield from self.fixtures(deal)

    def games_per_deal(self) -> int:
        """Return the number of games in which each deal is played."""
        return len(self.fixtures(0))


def lineups(labels: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Return the line-ups for a table with `seats` seats.

    With as many bots as seats there is one line-up (a bot may be named twice). With more bots, every
    combination of them meets. With fewer, the bots fill the table in every way that includes each of
    them, and a single bot plays against itself.
    """
    if not labels:
        raise CartagenaError("An arena needs at least one bot.")
    if len(labels) == seats:
        return [tuple(labels)]
    if len(labels) > seats:
        return list(dict.fromkeys(combinations(labels, seats)))
    distinct = list(dict.fromkeys(labels))
    return [
        lineup
        for lineup in combinations_with_replacement(distinct, seats)
        if set(lineup) == set(distinct)
    ]


def seatings(lineup: Sequence[str], how: str, deal_seed: int) -> list[tuple[str, ...]]:
    """Return the seatings in which a line-up plays one deal.

    `all` means every different order. `rotations` means all rotations of one random order. Each deal
    draws its own order, so that no bot always follows the same neighbour.
    """
    if how == ALL:
        return list(dict.fromkeys(permutations(lineup)))
    if how != ROTATIONS:
        raise CartagenaError(f"Seatings must be {ROTATIONS!r} or {ALL!r}, not {how!r}.")
    order = list(lineup)
    if len(order) > 2:
        Random(derive_seed("order", deal_seed, *order)).shuffle(order)
    rotations = (tuple(order[k:] + order[:k]) for k in range(len(order)))
    return list(dict.fromkeys(rotations))
