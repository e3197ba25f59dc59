"""The bosun: searches all of its own turn and chooses the move that begins the best one.

It tries every sequence of up to three actions in a few worlds sampled from what its seat knows. So
cards that it would draw count by their average.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from cartagena.bots.search.turn_search import TurnPlan, new_memory, plan_turn

if TYPE_CHECKING:
    from cartagena.bots.bot import Budget
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

WORLDS: Final = 8
NODES: Final = 8_000
"""Positions to search. That takes a few milliseconds, so the bosun ignores its budget."""


class Bosun:
    """Plans a turn, but not the game."""

    name = "bosun"

    def __init__(self) -> None:
        self._memory = new_memory()

    def plan(self, view: View, seed: int) -> TurnPlan:
        """Return the value of every action that can begin the turn."""
        return plan_turn(self._memory, view.packed, seed, WORLDS, NODES)

    def choose(self, view: View, legal: Sequence[Move], rng: Random, _budget: Budget) -> Move:
        """Choose the move that begins the best turn."""
        seed = rng.getrandbits(63)
        if len(legal) == 1:
            return legal[0]
        best = self.plan(view, seed).best
        return next(move for move in legal if move.action == best)
