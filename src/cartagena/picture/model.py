"""The table as the pictures see it: the same for a whole position and for one seat's view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cartagena.rules.places import places_in_order


@dataclass(frozen=True)
class Pending:
    """A decision somebody still owes the table."""

    kind: str
    seat: str
    other: str | None
    spell: str | None
    left: int
    cards: dict[str, int]
    unknown: int


@dataclass(frozen=True)
class Table:
    """A position as the pictures see it; everything has been checked to be drawable."""

    edition: str
    symbols: tuple[str, ...]
    rules: Mapping[str, Any]
    board: tuple[str, ...]
    tunnel: int
    jungle: int
    players: tuple[str, ...]
    pirates: dict[str, dict[str, int]]
    hands: dict[str, dict[str, int]]
    unknown: dict[str, int]
    row: tuple[str, ...] | None
    deck: int
    deck_known: dict[int, str]
    discard: dict[str, int]
    turn: str
    actions_left: int
    most_actions: int
    winner: str | None
    over: bool
    sloop_at: str | None
    free_sail: bool
    chests: frozenset[str]
    pending: Pending | None
    viewer: str | None

    @property
    def goal(self) -> str:
        """Where they are home."""
        return self.places[-1]

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places, from the start to the goal."""
        return places_in_order(self.tunnel, self.jungle)

    @property
    def complete(self) -> bool:
        """Whether the sloop lies between a tunnel and a jungle."""
        return bool(self.tunnel and self.jungle)

    def at(self, place: str) -> list[tuple[str, int]]:
        """Who stands there: colours in seat order, with their number."""
        crew = ((colour, self.pirates[colour].get(place, 0)) for colour in self.players)
        return [(colour, count) for colour, count in crew if count]

    def standing(self, place: str) -> list[str]:
        """The same, one colour for each pirate."""
        return [colour for colour, count in self.at(place) for _ in range(count)]

    def crew(self, colour: str) -> int:
        """How many pirates a player has."""
        return sum(self.pirates[colour].values())

    def home(self, colour: str) -> int:
        """How many of them have reached the goal."""
        return self.pirates[colour].get(self.goal, 0)

    def cards(self, colour: str) -> int:
        """How many cards a player holds."""
        return sum(self.hands[colour].values()) + self.unknown[colour]


def symbol_of(card: str) -> str:
    """The symbol of a card: `hook` of `hook*`."""
    return card.removesuffix("*")
