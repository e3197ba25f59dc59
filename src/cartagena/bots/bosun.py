"""The bosun: searches all of its own turn and picks the move with the best end of the turn.

Every sequence of up to three actions is tried, in a few worlds drawn from what the seat may
know, so that cards still to be drawn count by their average.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from cartagena.bots.search import turn_search
from cartagena.bots.search.weights import weights

if TYPE_CHECKING:
    from cartagena.bots.budget import Budget
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

WORLDS: Final = 8
NODES: Final = 8_000
"""Positions to look at, which takes a few milliseconds: it needs no other budget."""


class Bosun:
    """Orderly: plans a turn, not a game."""

    name = "bosun"

    def __init__(self) -> None:
        self._memory = turn_search.new_search()
        self._weights = weights()
        self.nodes = 0
        """How many positions the last choice took."""

    def choose(
        self,
        view: View,
        legal: Sequence[Move],
        rng: Random,
        budget: Budget,  # noqa: ARG002
    ) -> Move:
        """The move that begins the best turn."""
        seed = rng.getrandbits(63)
        if len(legal) == 1:
            return legal[0]
        action = self._search(view, seed)
        return next(move for move in legal if move.action == action)

    def values(self, view: View, legal: Sequence[Move], rng: Random) -> list[float]:
        """What the best turn that begins with each of the moves leads to: spaces ahead of the others."""
        self._search(view, rng.getrandbits(63))
        [search] = self._memory[2]
        return [float(search["total"][move.action] / search["worlds"]) for move in legal]

    def _search(self, view: View, seed: int) -> int:
        """Search the turn; the totals of all actions are in the memory, the best is returned."""
        action = turn_search.search_worlds(
            view.packed, *self._memory, self._weights, seed, WORLDS, NODES
        )
        self.nodes = int(self._memory[2]["nodes"][0])
        return action
