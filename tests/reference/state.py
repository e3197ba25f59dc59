"""Everything that lies on the table, in dicts, lists and strings."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.reference.cards import Counts
from tests.reference.generator import Generator


@dataclass
class State:
    """One game: what is public, what is hidden, and what each player remembers."""

    rules: dict[str, Any]
    board: list[str]
    players: list[str]
    pirates: dict[str, Counts]
    hands: dict[str, Counts]
    row: list[str]
    deck: list[str]
    """The cards that lie face down in an order that nobody knows."""
    discard: Counts
    turn: str
    actions_left: int
    generator: Generator
    winner: str | None = None
    over: bool = False
    turns: int = 0
    idle: int = 0
    sloop_at: str = "cartagena"
    free_sail: bool = False
    sailed: bool = False
    chests: dict[int, str] = field(default_factory=dict)
    """The unopened chests on the board; all other tokens are in the box."""
    chests_opened: list[str] = field(default_factory=list)
    """Those of the others that were opened, and so seen, since the last laying."""
    pending: dict[str, Any] | None = None
    dark: bool = False
    """A dark card was played in the action under way (Filibusters)."""
    memory: dict[str, dict[str, Counts]] = field(default_factory=dict)
    top: list[tuple[str, str]] = field(default_factory=list)
    """What lies above them, from the top: a card, and who put it there."""
    pile: Random | None = None
    """Shuffles the deck, which is then drawn from the first to the last; None: by the scheme."""
    brought: list[str] = field(default_factory=list)
    """All that chance has brought so far: cards, and chests laid again."""

    @property
    def edition(self) -> str:
        """The edition's year, which names the symbols."""
        return str(self.rules["edition"])

    @property
    def open_hands(self) -> bool:
        """Do the hands lie open?"""
        return bool(self.rules["hands"] == "open")

    @property
    def has_row(self) -> bool:
        """Are the cards drawn from an open row?"""
        return bool(self.rules["supply"] == "row")

    def hand_size(self, colour: str) -> int:
        """How many cards a player holds."""
        return sum(self.hands[colour].values())

    def clockwise_after(self, colour: str) -> list[str]:
        """The other players, from this one's left on."""
        seat = self.players.index(colour)
        return self.players[seat + 1 :] + self.players[:seat]
