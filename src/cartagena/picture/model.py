"""The table as the pictures see it: the same for a whole position and for one seat's view."""

from __future__ import annotations

from dataclasses import dataclass

from cartagena.rules.components import SYMBOLS
from cartagena.rules.options import Rules


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

    rules: Rules
    board: tuple[str, ...]
    players: tuple[str, ...]
    pirates: dict[str, dict[str, int]]
    hands: dict[str, dict[str, int]]
    unknown: dict[str, int]
    row: tuple[str, ...] | None
    deck: int
    deck_top: tuple[str, ...]
    """The cards on top of the deck that the viewer knows, from the top."""
    discard: dict[str, int]
    turn: str
    actions_left: int
    winner: str | None
    over: bool
    sloop_at: str | None
    free_sail: bool
    chests: frozenset[str]
    pending: Pending | None
    viewer: str | None

    @property
    def edition(self) -> str:
        """Whose symbols, cards and tiles are used."""
        return self.rules.edition

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols of the edition."""
        return SYMBOLS[self.edition]

    @property
    def tunnel(self) -> int:
        """How many tunnel tiles the path has."""
        return self.rules.tunnel

    @property
    def jungle(self) -> int:
        """How many jungle tiles the path has."""
        return self.rules.jungle

    @property
    def most_actions(self) -> int:
        """The most actions in a turn."""
        return self.rules.most_actions

    @property
    def goal(self) -> str:
        """Where they are home."""
        return self.rules.goal

    @property
    def complete(self) -> bool:
        """Whether the sloop lies between a tunnel and a jungle."""
        return self.rules.is_complete

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
