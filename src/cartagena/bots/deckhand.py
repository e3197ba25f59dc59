"""The deckhand: looks one move ahead and plays by rules of thumb.

Every move has a value in spaces. An advance gains spaces and costs a card. A retreat loses spaces
and draws cards. A card is worth more when the hand has fewer of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from cartagena.rules.components import ABOARD_LIMIT, MORGAN_END_CARDS
from cartagena.rules.options import Rules
from cartagena.rules.places import COVE, SLOOP

if TYPE_CHECKING:
    from cartagena.bots.bot import Budget
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

HOME: Final = 12.0
"""Bonus for a pirate that reaches the goal."""
CARD: Final = 3.0
"""Cost of playing a card."""
HANDICAP: Final = 0.25
"""Weight of the spaces that Morgan moves a rival forward. With several rivals it hurts less."""
SPELLS: Final = {
    "weapons": 4.0,
    "rum": 5.0,
    "lantern": 2.0,
    "parrots": 1.0,
    "hook": 6.0,
    "chest": 5.0,
}


class Deckhand:
    """Runs when its hand is full, and collects cards when it is not."""

    name = "deckhand"

    def choose(self, view: View, legal: Sequence[Move], rng: Random, _budget: Budget) -> Move:
        """Choose the most valuable move. Near ties are broken at random."""
        values = MoveValues(view.mapping)
        return max(legal, key=lambda move: values.value(move) + rng.random())


class MoveValues:
    """Values moves by what the deckhand's seat knows."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        rules = Rules.from_document(view["rules"])
        me = view["viewer"]
        self.view = view
        self.goal = rules.goal
        self.way = {place: float(steps) for steps, place in enumerate(rules.places)}
        if rules.tunnel:
            self.way[SLOOP] -= 0.5
        if rules.is_complete:  # the sea does not count
            for place in rules.places[rules.places.index(SLOOP) + 1 :]:
                self.way[place] -= 1
        self.hand: Mapping[str, int] = view["hands"][me]
        self.pirates: Mapping[str, int] = view["pirates"][me]
        self.card = max(1.0, 9.0 - 1.5 * float(view["hand_sizes"][me]))

    def value(self, move: Move) -> float:
        """Return the value of a move, in spaces."""
        match move.kind:
            case "advance" | "as":
                return self.gain(move) - CARD
            case "with":
                return 2 * self.gain(move) - CARD
            case "retreat":
                return self.card * self.drawn(move) + self.gain(move)
            case "morgan":
                return self.card * self.drawn(move) - HANDICAP * self.gain(move)
            case "sail":
                return self.sailing()
            case "skip":
                return self.card
            case "keep" | "take":
                return -float(self.held(move))
            case "give" | "discard":
                return float(self.held(move))
            case _:
                return SPELLS.get(move.kind, 0.0)

    def held(self, move: Move) -> int:
        """Return how many cards like the move's are in the hand."""
        return self.hand.get(move.card or "", 0)

    def gain(self, move: Move) -> float:
        """Return how far the move goes in spaces, negative for a retreat, with a bonus for coming home."""
        if move.origin is None or move.target is None:
            return 0.0
        home = (move.target == self.goal) - (move.origin == self.goal)
        return self.way[move.target] - self.way[move.origin] + HOME * home

    def drawn(self, move: Move) -> int:
        """Return the number of cards that a retreat or Morgan draws."""
        if move.target in (SLOOP, COVE):
            return MORGAN_END_CARDS
        return sum(places.get(move.target, 0) for places in self.view["pirates"].values())

    def sailing(self) -> float:
        """Return the value of sailing: best with a full sloop, or back to fetch those left behind."""
        aboard = self.pirates.get(SLOOP, 0)
        behind = sum(n for place, n in self.pirates.items() if self.way[place] < self.way[SLOOP])
        if self.view["sloop_at"] == "cartagena":
            return 4.0 * aboard if aboard >= min(ABOARD_LIMIT, aboard + behind) else float(aboard)
        return 4.0 if behind and not aboard else -4.0 * aboard
