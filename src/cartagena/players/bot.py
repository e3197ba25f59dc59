"""What every bot is: something that chooses one of the legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cartagena.players.budget import Budget
    from cartagena.players.view import View
    from cartagena.rules.notation.moves import Move


class Bot(Protocol):
    """Plays one seat in one game. Its only luck comes from the generator it is handed.

    It may remember what it has seen of its game; for the next one a new bot is made.
    """

    name: str

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """One of the `legal` moves of the seat whose `view` this is."""
        ...
