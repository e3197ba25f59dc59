"""The state of the reference game, in dicts, lists and strings."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.reference.cards import Counts
from tests.reference.generator import Generator


@dataclass
class State:
    """A game: everything public and hidden, and what each player remembers."""

    rules: dict[str, Any]
    board: list[str]
    players: list[str]
    pirates: dict[str, Counts]
    hands: dict[str, Counts]
    row: list[str]
    deck: list[str]
    """The face-down cards in an order that nobody knows."""
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
    """The unopened chests on the board. All other tokens are in the box."""
    chests_opened: list[str] = field(default_factory=list)
    """The tokens opened since the chests were last laid out."""
    pending: dict[str, Any] | None = None
    dark: bool = False
    """True if a dark card was played in the current action (Filibusters)."""
    memory: dict[str, dict[str, Counts]] = field(default_factory=dict)
    top: list[tuple[str, str]] = field(default_factory=list)
    """The cards on top of the deck, from the top, with the player who put each there."""
    pile: Random | None = None
    """Shuffles the deck, which is then drawn in order. None draws by the scheme."""
    brought: list[str] = field(default_factory=list)
    """All chance outcomes so far: cards, and chests that were laid out again."""

    @property
    def edition(self) -> str:
        """Return the year of the edition."""
        return str(self.rules["edition"])

    @property
    def open_hands(self) -> bool:
        """Return True if hands are open."""
        return bool(self.rules["hands"] == "open")

    @property
    def has_row(self) -> bool:
        """Return True if cards are drawn from an open row."""
        return bool(self.rules["supply"] == "row")

    def hand_size(self, colour: str) -> int:
        """Return the number of cards that a player holds."""
        return sum(self.hands[colour].values())

    def clockwise_after(self, colour: str) -> list[str]:
        """Return the other players, beginning to the left of this one."""
        seat = self.players.index(colour)
        return self.players[seat + 1 :] + self.players[:seat]
