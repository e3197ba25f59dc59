"""The model behind the pictures, the same for a whole position and for a seat's view."""

from __future__ import annotations

from dataclasses import dataclass

from cartagena.rules.components import SYMBOLS
from cartagena.rules.notation.position.types import PendingKind
from cartagena.rules.options import Rules


@dataclass(frozen=True)
class Pending:
    """A pending decision."""

    kind: PendingKind
    seat: str
    other: str | None
    spell: str | None
    left: int
    cards: dict[str, int]
    unknown: int


@dataclass(frozen=True)
class PictureModel:
    """A position as the pictures see it. All of it can be drawn, because it has been checked."""

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
        """The edition whose symbols, cards and tiles are used."""
        return self.rules.edition

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols of the edition."""
        return SYMBOLS[self.edition]

    @property
    def tunnel(self) -> int:
        """The number of tunnel tiles."""
        return self.rules.tunnel

    @property
    def jungle(self) -> int:
        """The number of jungle tiles."""
        return self.rules.jungle

    @property
    def most_actions(self) -> int:
        """The most actions in a turn."""
        return self.rules.most_actions

    @property
    def goal(self) -> str:
        """The goal of all pirates."""
        return self.rules.goal

    @property
    def complete(self) -> bool:
        """True if the sloop lies between a tunnel and a jungle."""
        return self.rules.is_complete

    def at(self, place: str) -> list[tuple[str, int]]:
        """Return the pirates on a place: colours in seat order, with their number."""
        crew = ((colour, self.pirates[colour].get(place, 0)) for colour in self.players)
        return [(colour, count) for colour, count in crew if count]

    def standing(self, place: str) -> list[str]:
        """Return the pirates on a place, with one colour for each pirate."""
        return [colour for colour, count in self.at(place) for _ in range(count)]

    def crew(self, colour: str) -> int:
        """Return the number of a player's pirates."""
        return sum(self.pirates[colour].values())

    def home(self, colour: str) -> int:
        """Return the number of a player's pirates at the goal."""
        return self.pirates[colour].get(self.goal, 0)

    def cards(self, colour: str) -> int:
        """Return the number of a player's cards."""
        return sum(self.hands[colour].values()) + self.unknown[colour]


def symbol_of(card: str) -> str:
    """Return the symbol of a card: `hook` for `hook*`."""
    return card.removesuffix("*")
